// Shows the list of tables, one page at a time.

const PER_PAGE = 100;
const COLUMNS = [
  ["name", "Table", ""],
  ["findings", "Findings", "findings-of"],
  ["read", "Readers", "number"],
  ["write", "Writers", "number"],
  ["protocol", "Protocol", ""],
  ["features", "Features", "spare"],
  ["version", "Version", "number spare"],
  ["changed", "Last changed", "spare"],
  ["log", "Log", "number spare"],
  ["engine", "Engine", "spare engine"],
];

function heading([key, words, style], state) {
  const up = state.sort === key;
  const down = state.sort === `-${key}`;
  // Names sort from A first. Other columns sort the worst or largest first.
  const next = down ? key : up ? `-${key}` : key === "name" || key === "engine" ? key : `-${key}`;
  return element(
    "th",
    { scope: "col", class: style, "aria-sort": up ? "ascending" : down ? "descending" : null },
    element("button", { type: "button", "data-sort": key, onclick: () => change({ sort: next }) }, words, element("span", { class: "arrow", "aria-hidden": "true" }, up ? "↑" : down ? "↓" : "↕")),
  );
}

function found(table) {
  const { wrong, blocked, unknown } = table.shape;
  const policies = table.policyViolations.length;
  const badges = [
    wrong ? badge("wrong", "‼", `${figure(wrong)} wrong`) : null,
    table.problem === null ? null : badge("unreadable", "∅", "not read"),
    policies ? badge("policy", "§", `${figure(policies)} policy`) : null,
    blocked ? badge("blocked", "✕", `${figure(blocked)} blocked`) : null,
  ].filter(Boolean);
  if (badges.length) return badges;
  // Some clients are unknown on every table, so this badge only appears if there is no other.
  return [unknown ? badge("unknown", "?", `${figure(unknown)} unknown`) : element("span", { class: "quiet" }, "none")];
}

function ability(table, access, client) {
  if (table.problem !== null) return element("span", { class: "quiet" }, "–");
  if (client) {
    const answer = table.shape.answers.find((each) => each.who === client);
    return answer ? pill(verdictOf(answer, access)) : element("span", { class: "quiet" }, "not asked");
  }
  const { can, of } = table.shape.able[access];
  return element("span", {}, figure(can), element("span", { class: "quiet" }, ` of ${of}`));
}

function row(table, state) {
  const link = element("a", { href: fragment({ ...state, table: table.key }) }, named(table.name || "(a table without a name)"));
  const cells = [
    [found(table)],
    [[ability(table, "read", state.client)]],
    [[ability(table, "write", state.client)]],
    [[nothing(table.minReaderVersion) ? "" : `${table.minReaderVersion}, ${table.minWriterVersion}`]],
    [[table.problem === null ? String(table.supportedFeatures.length) : ""]],
    [[nothing(table.version) ? "" : figure(table.version)]],
    [[(table.lastModified ?? "").slice(0, 10)]],
    [[nothing(table.logBytes) ? "" : size(table.logBytes)]],
    [[table.engineInfo ? isolated(table.engineInfo) : ""]],
  ];
  const location = table.tableName && table.location ? element("span", { class: "location" }, named(table.location)) : null;
  return element("tr", {}, element("th", { scope: "row" }, link, location), ...cells.map(([content], place) => element("td", { class: COLUMNS[place + 1][2] }, ...content)));
}

function showList(state) {
  const left = matching(state);
  const pages = Math.max(1, Math.ceil(left.length / PER_PAGE));
  const page = Math.min(pages, Math.max(1, Number.parseInt(state.page, 10) || 1));
  const first = (page - 1) * PER_PAGE;
  const shown = left.slice(first, first + PER_PAGE);
  const focused = document.activeElement?.dataset?.sort;
  document.getElementById("headings").replaceChildren(...COLUMNS.map((column) => heading(column, state)));
  if (focused) document.querySelector(`[data-sort="${focused}"]`).focus();
  document.getElementById("rows").replaceChildren(...shown.map((table) => row(table, state)));
  const range = shown.length ? `${figure(first + 1)} to ${figure(first + shown.length)} of ${figure(left.length)}` : "No";
  const whole = left.length === tables.length ? "" : `, out of ${figure(tables.length)}`;
  document.getElementById("shown").textContent = `${range} tables${whole}`;
  const before = document.getElementById("before");
  const after = document.getElementById("after");
  before.disabled = page <= 1;
  after.disabled = page >= pages;
  before.onclick = () => change({ page: String(page - 1) });
  after.onclick = () => change({ page: String(page + 1) });
}
