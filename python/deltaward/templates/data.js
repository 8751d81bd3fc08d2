// Turns the data from Python into objects, and works out each shared set of answers once.

const data = JSON.parse(document.getElementById("data").textContent);

const SIGNS = data.signs;
const WORST = data.verdicts;
const NO_FINDING = new Set(["OK", "DEGRADED", "NOT_OFFERED", "UNKNOWN"]);
const WRONG = new Set(["SILENTLY_WRONG", "HARMS_OTHERS"]);
const ACCESSES = ["read", "write"];

const verdictOf = (answer, access) => (access === "read" ? answer.readVerdict : answer.writeVerdict);
const rank = (verdict) => {
  const place = WORST.indexOf(verdict);
  return place < 0 ? WORST.indexOf("UNKNOWN") : place;
};
const worst = (answer) => Math.min(...ACCESSES.map((access) => rank(verdictOf(answer, access))));
const stepsOf = (answer) => (answer.unlockedBy || []).join(" → ");

for (const answer of data.answers) answer.steps = stepsOf(answer);

const shapes = data.shapes.map((places) => {
  const answers = places.map((place) => data.answers[place]);
  const verdicts = answers.flatMap((answer) => ACCESSES.map((access) => verdictOf(answer, access)));
  const kinds = new Set();
  const able = {};
  for (const access of ACCESSES) {
    const given = answers.map((answer) => verdictOf(answer, access));
    able[access] = {
      can: given.filter((verdict) => verdict === "OK" || verdict === "DEGRADED").length,
      of: given.filter((verdict) => verdict !== "NOT_OFFERED").length,
    };
    for (const verdict of given) {
      if (WRONG.has(verdict)) kinds.add("wrong");
      else if (!NO_FINDING.has(verdict)) kinds.add(access);
    }
  }
  const count = (...named) => verdicts.filter((each) => named.includes(each)).length;
  return { answers, kinds, able, wrong: count(...WRONG), blocked: count("BLOCKED"), unknown: count("UNKNOWN") };
});

const tables = data.tables.map((row, index) => {
  const table = Object.fromEntries(data.columns.map((column, place) => [column, row[place]]));
  table.supportedFeatures = data.features[table.supportedFeatures];
  table.shape = shapes[table.answers];
  table.name = table.tableName ?? table.location ?? "";
  table.key = table.name || `#${index}`;
  // The first number that differs decides. An unread table comes after tables read wrongly.
  table.badness = [table.shape.wrong, table.problem === null ? 0 : 1, table.policyViolations.length, table.shape.blocked, table.shape.unknown];
  return table;
});

const collator = new Intl.Collator("en", { numeric: true });
