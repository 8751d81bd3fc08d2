"""Protocol and concurrency governance for Delta Lake on Apache Spark.

Examples:
    >>> import deltaward
    >>> spark = deltaward.configure(SparkSession.builder).getOrCreate()
    >>> deltaward.forName(spark, "sales.orders").compatibility().show()
"""

from importlib.metadata import version as _version

from deltaward._exceptions import (
    CannotMakeCompatibleError,
    CommitRefusedError,
    CommitWarning,
    ConfigurationError,
    DeltawardError,
    DeltawardWarning,
    FilesMissingError,
    InvalidProtocolError,
    NotADeltaTableError,
    PlanFailedError,
    StalePlanError,
    StatementFailedError,
    TableNotReadableError,
    TableNotWritableError,
    UnknownClientError,
    UnknownFeatureError,
    errors,
    typed,
)
from deltaward._history import ProtocolChange
from deltaward._plan import DropPlan, DropStep
from deltaward._report.model import Answer, AuditedTable, Finding
from deltaward._report.report import Report, report
from deltaward._retrying import Attempt, Retrying, retrying
from deltaward._session.attach import attach
from deltaward._session.configure import configure
from deltaward._session.jar import jar_path
from deltaward._table import (
    Table,
    analyze,
    audit,
    clients,
    commitConflicts,
    commitWarnings,
    explainProtocol,
    forName,
    forPath,
    protocolPolicy,
)
from deltaward._warn import warn

__version__ = _version("deltaward")

__all__ = [
    "Answer",
    "Attempt",
    "AuditedTable",
    "CannotMakeCompatibleError",
    "CommitRefusedError",
    "CommitWarning",
    "ConfigurationError",
    "DeltawardError",
    "DeltawardWarning",
    "DropPlan",
    "DropStep",
    "FilesMissingError",
    "Finding",
    "InvalidProtocolError",
    "NotADeltaTableError",
    "PlanFailedError",
    "ProtocolChange",
    "Report",
    "Retrying",
    "StalePlanError",
    "StatementFailedError",
    "Table",
    "TableNotReadableError",
    "TableNotWritableError",
    "UnknownClientError",
    "UnknownFeatureError",
    "__version__",
    "analyze",
    "attach",
    "audit",
    "clients",
    "commitConflicts",
    "commitWarnings",
    "configure",
    "errors",
    "explainProtocol",
    "forName",
    "forPath",
    "jar_path",
    "protocolPolicy",
    "report",
    "retrying",
    "typed",
    "warn",
]
