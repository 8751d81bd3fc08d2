SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# Override to choose the interpreter: make test PYTHON=python3.12
PYTHON ?= python3

VERSION := $(shell sed -n 's/^ThisBuild . version := "\(.*\)"/\1/p' build.sbt)
# A line is a version of Spark, of Delta Lake and of Scala. The wheel has one jar per line. The newest line is the last.
# To choose an older one: make test LINE=spark-4.0-delta-4.4_2.13
LINES := $(shell $(PYTHON) dev/lines.py)
ifeq ($(LINES),)
$(error needs Python 3.10 or newer with its venv module; choose one with PYTHON=python3.12)
endif
NEWEST := $(lastword $(LINES))
LINE ?= $(NEWEST)
ifeq ($(filter $(LINE),$(LINES)),)
$(error LINE is one of $(LINES), not $(LINE))
endif
VERSIONS := $(shell $(PYTHON) dev/lines.py $(LINE))
SPARK := $(firstword $(VERSIONS))
DELTA := $(lastword $(VERSIONS))
# Each line has build folders of its own.
OF_LINE := $(if $(filter $(NEWEST),$(LINE)),,/line-$(LINE))
VENV := .venv$(OF_LINE)
BIN := $(VENV)/bin
BUILD := build$(OF_LINE)
jar_of = python/deltaward/jars/deltaward-$(1)-$(VERSION).jar
JAR := $(call jar_of,$(LINE))
JARS := $(foreach line,$(LINES),$(call jar_of,$(line)))
WHEEL := dist/deltaward-$(VERSION)-py3-none-any.whl
STAMPS := $(BUILD)/stamps
REPORTS := $(BUILD)/reports
CLIENTS := scala/core/src/main/resources/io/deltaward/clients
POLICIES := scala/core/src/main/resources/io/deltaward/policy/policies.schema.json
SBT := ./sbtw -Dsbt.ci=true -Dsbt.color=false -Ddeltaward.line=$(LINE)
# sbt compiles only once, so optimising the compiler's own code would not pay off.
export SBT_OPTS ?= -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseParallelGC
PYTEST := $(BIN)/python -m pytest

BUILD_FILES := build.sbt python/deltaward/lines.csv $(wildcard project/*.sbt project/build.properties)
MAIN_SOURCES := $(shell find scala -path '*/src/main/*' -type f)
SCALA_SOURCES := $(MAIN_SOURCES) $(shell find tests/scala oracle benchmarks dev/scala -name '*.scala' 2>/dev/null)
PYTHON_SOURCES := $(shell find python/deltaward tests dev lab benchmarks -name '*.py')

.PHONY: help setup docs-site jar maven release wheel fmt lint lint-python test test-part test-all test-scala test-python lab race site foretell lab-check lab-news demo docs bench bench-report oracle proof mutants compatibility clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | \
	  while IFS=$$'\t' read -r name text; do printf '  \033[1m%-12s\033[0m %s\n' "$$name" "$$text"; done

setup: $(STAMPS)/venv $(JAR) ## Make the virtual environment and the jar, if they are not current

jar: $(JAR) ## Build the jar that the Python package carries for LINE=... (the newest Spark)

maven: $(STAMPS)/maven ## Publish jar, sources, Scaladoc and POM for LINE=... into target/sona-staging

release: $(WHEEL) ## Build all that is published, for both indexes, and check it
	@$(BIN)/python -m build --sdist --no-isolation --outdir dist > build/sdist.log 2>&1 || { tail -n 40 build/sdist.log; exit 1; }
	@$(BIN)/twine check --strict dist/*
	@for line in $(LINES); do $(MAKE) --no-print-directory maven LINE=$$line; done
	@$(SBT) sonaBundle < /dev/null

wheel: $(WHEEL) ## Build the wheel with the jars of all lines, into dist/

demo: setup ## See the main job run on real Delta tables
	@$(BIN)/python -m deltaward demo

compatibility: ## Write docs/compatibility.md from the last `make test LINE=...` of each line
	@$(PYTHON) dev/compatibility.py

docs: setup ## Bring the generated tables and the outputs in the documentation up to date
	@$(SBT) 'spark/Test/runMain io.deltaward.docs.WritePages' < /dev/null
	@for engine in classic connect; do \
	  $(BIN)/python -m pytest -q tests/python/spark/test_docs.py --write-docs --engine $$engine; \
	done

docs-site: $(STAMPS)/venv ## Build the docs site from docs into build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet --config-file dev/mkdocs.yml
	@echo build/docs/index.html

bench: setup ## Measure what the rules add to a commit, what an answer and an audit cost, and how writers fare (an hour)
	@$(BIN)/python -m venv --without-pip build/bench
	@$(BIN)/python -m pip --python build/bench/bin/python install --quiet deltalake==1.6.6 pyarrow==26.0.1
	@$(SBT) 'spark/Test/runMain io.deltaward.bench.Benchmarks; spark/Test/runMain io.deltaward.bench.ConcurrencyBenchmarks; \
	  spark/Test/runMain io.deltaward.bench.FleetBenchmarks $(CURDIR)/build/bench/bin/python 1000 10000' < /dev/null
	@$(BIN)/python benchmarks/audit_speed.py

bench-report: $(STAMPS)/venv ## Measure how a report of 10,000 tables is written and opens in Chromium
	@PYTHONPATH=tests/python $(BIN)/python benchmarks/report_speed.py

N ?= 100
SEED ?= 1

oracle: | $(STAMPS)/tools ## Judge N=... random histories of concurrent writers, the first from SEED=...
	@$(SBT) 'spark/Test/runMain io.deltaward.serializability.Oracle $(N) $(SEED)' < /dev/null

proof: | $(STAMPS)/tools ## Run the resolver in a model, through every history of up to four transactions
	@$(SBT) 'spark/Test/runMain io.deltaward.serializability.proof.Prove' < /dev/null

mutants: | $(STAMPS)/tools ## Take out each rule of conflict resolution, or those of ONLY='3 5', and see that a test fails (hours)
	@$(PYTHON) dev/mutants.py $(if $(ONLY),--only $(ONLY))

fmt: $(STAMPS)/venv ## Format everything
	@$(BIN)/ruff format python tests dev lab benchmarks
	@$(BIN)/ruff check --fix python tests dev lab benchmarks
	@$(SBT) 'scalafmtAll; scalafmtSbt' < /dev/null

lint: lint-python $(STAMPS)/lint-scala ## Check formatting, lint and types

lint-python: $(STAMPS)/lint-python

test-all: ## Check and test every case, also those that `make test` leaves out for the time they take (hours)
	@$(MAKE) --no-print-directory test SBT='$(SBT) -Ddeltaward.test.exhaustive=true' PYTEST='$(PYTEST) --exhaustive' LAB='$(LAB) --exhaustive'

# PySpark 3.5 has Scala 2.12, so nothing in Python runs on 2.13.
JVM_ONLY := $(and $(filter 3.%,$(SPARK)),$(filter %_2.13,$(LINE)))

# Each step runs even if another fails. The last line is the sum over all suites. Older lines skip the lab, since its
# clients do not run on the line's Spark.
STEPS = test-scala $(if $(JVM_ONLY),,test-python) $(if $(OF_LINE),,lint-python lab-check)

test: $(if $(JVM_ONLY),$(JAR),setup $(STAMPS)/delta-jars) $(STAMPS)/maven ## Check and test everything, by one case of each kind, on LINE=... (the newest Spark)
	@rm -rf $(REPORTS) scala/*/target$(OF_LINE)/test-reports*
	@echo "== tests on $(LINE): $(STEPS), two at a time; each suite prints a line when it ends"
	@$(MAKE) -j2 --keep-going --no-print-directory $(STEPS) || failed=--failed; \
	$(PYTHON) dev/summary.py $${failed:-} $(LINE)

test-part: export SCALA_TESTS := core/test 'spark/testOnly io.deltaward.commands.* io.deltaward.sql.* \
  io.deltaward.session.* io.deltaward.fleet.* io.deltaward.guard.WaysToCommitSuite io.deltaward.concurrency.ConflictMatrixSuite \
  io.deltaward.concurrency.UnrecordedReadsSuite \
  org.apache.spark.sql.delta.deltaward.*'
test-part: export UNIT_TESTS := tests/python/unit -k 'not in_a_browser'
test-part: export PYTHON_TESTS := $(addprefix tests/python/spark/test_,table.py session.py demo.py conflicts.py plans.py \
  retrying.py::test_a_block_is_run_again_until_it_commits retrying.py::test_a_batch_of_a_stream_is_run_again \
  attach.py refusals.py warnings.py audit.py platforms.py ways_in.py::test_spark_submit_with_the_options_that_are_printed)
test-part: test ## Test statements, ways to commit, conflicts and the Python package, for a line beside the newest

# With Spark 3.5, deltaward has no support for Spark Connect.
ENGINES := classic $(if $(filter 3.%,$(SPARK)),,connect)
UNIT_TESTS ?= tests/python/unit
PYTHON_TESTS ?= tests/python/spark
SCALA_TESTS ?= 'all scalafmtCheckAll scalafmtSbtCheck test' $(if $(OF_LINE),,testCore212)

test-scala: | $(STAMPS)/tools ## Check the formatting of the Scala side and test it
	@echo "== scala: compiling and testing"
	@$(SBT) $(SCALA_TESTS) < /dev/null

test-python: setup $(STAMPS)/delta-jars $(STAMPS)/maven ## Test the Python package, on Spark Classic and on Spark Connect
	@mkdir -p $(REPORTS); \
	run() { echo "== python: $$1"; $(PYTEST) -q --junitxml=$(REPORTS)/python-$$1.xml "$${@:2}"; }; \
	status=0; \
	run unit $(UNIT_TESTS) || status=1; \
	for engine in $(ENGINES); do run $$engine $(PYTHON_TESTS) --engine $$engine || status=1; done; \
	exit $$status

LAB := PYTHONPATH=. $(BIN)/python -m lab

# Runs every client of lab/fleet.py on every table. This takes hours on a slow machine.
lab: setup $(STAMPS)/lab-tables ## Run every client, or CLIENT=... at VERSION=..., on every lab table; rebuild registry and docs/clients.md
	@$(LAB) observe build $(if $(CLIENT),--client $(CLIENT)) $(if $(VERSION),--version $(VERSION))
	@$(MAKE) --no-print-directory jar
	@$(LAB) document

race: setup ## Let every client that writes, or CLIENT=... at VERSION=..., meet Spark at one table; rebuild registry and docs/clients.md
	@$(LAB) race build $(if $(CLIENT),--client $(CLIENT)) $(if $(VERSION),--version $(VERSION))
	@$(MAKE) --no-print-directory jar
	@$(LAB) document

site: $(STAMPS)/venv ## Write the public page from the registry and its observations, into build/site
	@$(LAB) site
	@echo build/site/index.html

lab-news: $(STAMPS)/venv ## Say which clients have a newer version than the lab has run
	@$(LAB) news

foretell: setup $(STAMPS)/lab-tables ## Make the registry from two thirds of the tables, and compare it with what clients did on the rest; then without each kind of tables
	@$(LAB) foretell kinds

lab-check: setup $(STAMPS)/delta-jars lab-environments ## Run the newest pip clients and compare with the verdicts
	@echo "== lab"
	@mkdir -p build; $(LAB) quick check 2> build/lab-check.log || { tail -n 40 build/lab-check.log; exit 1; }

# If this fails, lab-check tries again, and shows the reason.
.PHONY: lab-environments
lab-environments: $(STAMPS)/venv
	@echo "== lab environments"
	@mkdir -p build; $(LAB) install > build/lab-environments.log 2>&1 || true

$(STAMPS)/lab-tables: $(wildcard lab/tables/*.py) | $(STAMPS)/delta-jars
	@echo "== lab tables"
	@mkdir -p build $(@D); $(LAB) tables > build/lab-tables.log 2>&1 || { tail -n 40 build/lab-tables.log; exit 1; }
	@touch $@

clean: ## Remove everything that was built
	rm -rf .venv build dist python/deltaward/jars target project/target project/project scala/*/target

$(STAMPS)/tools:
	@command -v java > /dev/null || { echo "needs Java 17 or newer (java is not on the PATH)" >&2; exit 2; }
	@version=$$(java -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p'); \
	  [[ $$version =~ ^[0-9]+$$ && $$version -ge 17 ]] || { echo "needs Java 17 or newer, found $$version" >&2; exit 2; }
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "needs Python 3.10 or newer with its venv module; choose one with PYTHON=python3.12" >&2; exit 2; }
	@mkdir -p $(@D) && touch $@

# pip builds a wheel of PySpark from its sources, and unpacks it. Compressing it would take longer than all the rest.
$(STAMPS)/venv: pyproject.toml build.sbt python/deltaward/lines.csv | $(STAMPS)/tools
	@echo "== virtual environment with Spark $(SPARK) and Delta Lake $(DELTA): downloads 500 MB the first time"
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	@mkdir -p $(BUILD); printf '[bdist_wheel]\ncompression = stored\n' > $(BUILD)/distutils.cfg
	@DIST_EXTRA_CONFIG="$(CURDIR)/$(BUILD)/distutils.cfg" $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[dev]' 'pyspark==$(SPARK)' 'delta-spark==$(DELTA)'
	@mkdir -p $(@D) && touch $@

$(call jar_of,%): $(MAIN_SOURCES) $(BUILD_FILES) | $(STAMPS)/tools
	@echo "== jar for $*: compiles, two minutes or more"
	@mkdir -p build; $(SBT) -Ddeltaward.line=$* wheelJar < /dev/null > build/jar-$*.log 2>&1 || { tail -n 60 build/jar-$*.log; exit 1; }
	@touch $@

$(STAMPS)/maven: $(MAIN_SOURCES) $(BUILD_FILES) | $(STAMPS)/tools
	@echo "== Maven artifacts for $(LINE)"
	@mkdir -p $(@D); $(SBT) spark/publish < /dev/null > $(BUILD)/maven.log 2>&1 || { tail -n 60 $(BUILD)/maven.log; exit 1; }
	@touch $@

# Fetches Delta's jars before the tests, since two JVMs that fetch them at the same time disturb each other.
define FETCH_DELTA
from deltaward._session.jar import delta_package
from pyspark import SparkConf
from pyspark.java_gateway import launch_gateway
launch_gateway(SparkConf(loadDefaults=False).set("spark.jars.packages", delta_package()))
endef
export FETCH_DELTA

$(STAMPS)/delta-jars: pyproject.toml | $(STAMPS)/venv
	@echo "== Delta's jars: Spark fetches them the first time"
	@mkdir -p $(@D)
	@$(BIN)/python -c "$$FETCH_DELTA" > $(BUILD)/delta-jars.log 2>&1 || { tail -n 40 $(BUILD)/delta-jars.log; exit 1; }
	@touch $@

$(WHEEL): $(JARS) $(PYTHON_SOURCES) pyproject.toml README.md LICENSE | $(STAMPS)/venv
	@rm -f $(filter-out $(JARS),$(wildcard python/deltaward/jars/*.jar))
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist > build/wheel.log 2>&1 || { tail -n 40 build/wheel.log; exit 1; }
	@echo $@

$(STAMPS)/lint-python: $(PYTHON_SOURCES) $(wildcard $(CLIENTS)/*.json) $(POLICIES) pyproject.toml $(STAMPS)/venv
	@echo "== ruff, mypy and the schemas of files"
	@$(BIN)/ruff format --check --quiet python tests dev lab benchmarks
	@$(BIN)/ruff check --quiet python tests dev lab benchmarks
	@$(BIN)/mypy
	@$(BIN)/check-jsonschema --quiet --schemafile $(CLIENTS)/registry.schema.json \
	  $(filter-out %/index.json %/registry.schema.json,$(wildcard $(CLIENTS)/*.json))
	@$(BIN)/check-jsonschema --quiet --check-metaschema $(CLIENTS)/registry.schema.json $(POLICIES)
	@touch $@

$(STAMPS)/lint-scala: $(SCALA_SOURCES) $(BUILD_FILES) .scalafmt.conf
	@echo "== scalafmt"
	@mkdir -p $(@D)
	@$(SBT) 'scalafmtCheckAll; scalafmtSbtCheck' < /dev/null
	@touch $@
