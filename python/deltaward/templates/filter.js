// Filters and sorts the tables.

const DEFAULTS = { q: "", client: "", access: "", verdict: "", feature: "", kind: "", unlock: "", found: "", sort: "-findings", page: "1", table: "" };

const byName = (a, b) => collator.compare(a.name, b.name) || collator.compare(a.key, b.key);
const nothing = (value) => value === null || value === undefined;
// Unknown values come last in both directions.
const by = (of) => (a, b, way) => {
  const [x, y] = [of(a), of(b)];
  if (nothing(x) || nothing(y)) return nothing(x) - nothing(y);
  return way * (typeof x === "number" && typeof y === "number" ? x - y : collator.compare(x, y));
};
const findings = (a, b, way) => {
  const place = a.badness.findIndex((value, index) => value !== b.badness[index]);
  return place < 0 ? 0 : way * (a.badness[place] - b.badness[place]);
};

function able(table, access, client) {
  if (table.problem !== null) return null;
  if (!client) return table.shape.able[access].can;
  const answer = table.shape.answers.find((each) => each.who === client);
  return answer ? rank(verdictOf(answer, access)) : null;
}

function comparison(state) {
  const orders = {
    name: (a, b, way) => way * byName(a, b),
    findings,
    read: by((table) => able(table, "read", state.client)),
    write: by((table) => able(table, "write", state.client)),
    protocol: by((table) => (nothing(table.minReaderVersion) ? null : table.minReaderVersion * 1000 + table.minWriterVersion)),
    features: by((table) => (table.problem === null ? table.supportedFeatures.length : null)),
    version: by((table) => table.version),
    changed: by((table) => table.lastModified),
    log: by((table) => table.logBytes),
    engine: by((table) => table.engineInfo),
  };
  const downwards = state.sort.startsWith("-");
  const order = orders[downwards ? state.sort.slice(1) : state.sort] ?? findings;
  return (a, b) => order(a, b, downwards ? -1 : 1) || byName(a, b);
}

function text(table) {
  table.text ??= [table.name, table.location, table.engineInfo, table.errorCondition, table.problem, ...table.supportedFeatures, ...table.policyViolations].join("\n").toLowerCase();
  return table.text;
}

function answersMatch(shape, state) {
  const accesses = state.access ? [state.access] : ACCESSES;
  return shape.answers.some(
    (answer) =>
      (!state.client || answer.who === state.client) &&
      (!state.feature || answer.blockingFeatures.includes(state.feature)) &&
      (!state.unlock || answer.steps === state.unlock) &&
      (!state.verdict || accesses.some((access) => verdictOf(answer, access) === state.verdict)),
  );
}

function matching(state) {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const asked = state.client || state.feature || state.unlock || state.verdict;
  // Tables with the same answers share one check.
  const answering = asked ? new Set(shapes.filter((shape) => answersMatch(shape, state))) : null;
  return tables
    .filter((table) => {
      if (answering && !answering.has(table.shape)) return false;
      const kinds = table.shape.kinds;
      const unreadable = table.problem !== null;
      const policy = table.policyViolations.length > 0;
      if (state.found && !kinds.size && !unreadable && !policy) return false;
      if (state.kind === "unreadable" && !unreadable) return false;
      if (state.kind === "policy" && !policy) return false;
      if (["wrong", ...ACCESSES].includes(state.kind) && !kinds.has(state.kind)) return false;
      return words.every((word) => text(table).includes(word));
    })
    .sort(comparison(state));
}
