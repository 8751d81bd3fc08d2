// Shows everything about one table.

const dialog = document.getElementById("details");

function facts(table) {
  const known = [
    ["Location", table.location],
    ["Protocol", nothing(table.minReaderVersion) ? null : `reader ${table.minReaderVersion}, writer ${table.minWriterVersion}`],
    ["Features", table.supportedFeatures.length ? table.supportedFeatures : null],
    ["Checkpoints protected below version", table.boundary],
    ["Version", nothing(table.version) ? null : figure(table.version)],
    ["Last changed", table.lastModified],
    ["Engine", table.engineInfo],
    ["Log", nothing(table.logBytes) ? null : `${size(table.logBytes)} in ${figure(table.logFiles ?? "?")} files`],
    ["Error condition", table.errorCondition],
    ["Read of the log", table.logRead],
  ].filter(([, value]) => !nothing(value));
  const shown = (value) => (Array.isArray(value) ? value.map((each) => element("span", { class: "feature" }, code(each))) : [isolated(value)]);
  return element("dl", {}, ...known.flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, ...shown(value))]));
}

function section(title, ...content) {
  return element("section", {}, element("h3", {}, title), ...content);
}

function help(table) {
  const ways = new Map();
  for (const answer of table.shape.answers) {
    if (answer.steps) ways.set(answer.steps, [...(ways.get(answer.steps) ?? []), answer]);
  }
  if (!ways.size || !table.identifier) return null;
  return section(
    "What would help",
    ...[...ways.values()].map((answers) =>
      element(
        "div",
        { class: "way" },
        element("p", {}, `For ${answers.map((answer) => answer.who).join(", ")}:`),
        ...answers[0].unlockedBy.map((step) => statement(`ALTER TABLE ${table.identifier} ${step}`)),
      ),
    ),
  );
}

function grid(table) {
  const answers = [...table.shape.answers].sort((a, b) => worst(a) - worst(b));
  if (!answers.length) return null;
  const row = (answer) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, isolated(answer.client), element("span", { class: "path" }, [answer.clientVersion, answer.accessPath].filter(Boolean).join(" · "))),
      element("td", {}, pill(answer.readVerdict)),
      element("td", {}, pill(answer.writeVerdict)),
      element("td", {}, element("p", {}, isolated(answer.reason)), element("p", { class: "quiet" }, [answer.evidence ?? "no evidence", answer.verifiedAt].filter(Boolean).join(", "))),
    );
  const head = ["Client", "Read", "Write", "Why"].map((words) => element("th", { scope: "col" }, words));
  return section(
    "Clients",
    element("div", { class: "scroll", role: "group", "aria-label": "Clients", tabindex: "0" }, element("table", { class: "answers" }, element("caption", { class: "hidden" }, "The verdict of each client, the worst first"), element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...answers.map(row)))),
  );
}

function protocolChange(change) {
  const versions = nothing(change.fromReaderVersion) ? "" : `, from ${change.fromReaderVersion}, ${change.fromWriterVersion}`;
  const causes = change.featuresAdded.map((feature, place) => element("li", {}, "+ ", code(feature), change.causeDetail[place] ? element("span", { class: "quiet" }, " ", isolated(change.causeDetail[place])) : null));
  const gone = change.featuresRemoved.map((feature) => element("li", {}, "− ", code(feature)));
  const what = [change.operation, change.timestamp, change.engine, change.user].filter(Boolean).map((each) => isolated(each));
  return element(
    "li",
    {},
    element("p", {}, element("strong", {}, `Version ${figure(change.version)}`), `: protocol ${change.toReaderVersion}, ${change.toWriterVersion}${versions}`),
    element("p", { class: "quiet" }, ...what.flatMap((each, place) => (place ? [" · ", each] : [each]))),
    element("ul", {}, ...causes, ...gone),
  );
}

function protocolHistory(table) {
  const told = Object.hasOwn(data.histories, table.identifier ?? "") ? data.histories[table.identifier] : null;
  const ask = table.identifier ? statement(`SHOW PROTOCOL HISTORY FOR ${table.identifier}`) : null;
  if (typeof told === "string") return section("History of the protocol", element("p", {}, "It could not be read: ", isolated(told)), ask);
  if (!told) return table.problem === null ? section("History of the protocol", element("p", {}, "It is not in this report. To see it:"), ask) : null;
  const rest = told.length && !told.at(-1).historyComplete ? element("p", {}, "The log no longer holds what came before.") : null;
  return section("History of the protocol", element("ol", { class: "history" }, ...told.map(protocolChange)), rest);
}

function showDetails(key) {
  const table = key ? tables.find((each) => each.key === key) : null;
  if (!table) {
    if (dialog.open) dialog.close();
    return;
  }
  const violations = table.policyViolations.map((violation) => element("li", {}, isolated(violation)));
  dialog.replaceChildren(
    element("header", {}, element("h2", { id: "details-title", tabindex: "-1" }, named(table.name || "(a table without a name)")), element("button", { type: "button", class: "close", onclick: () => dialog.close() }, "Close")),
    element("p", { class: "badges" }, ...found(table)),
    ...[
      table.problem === null ? null : section("Why it was not read", element("p", { class: "problem" }, isolated(table.problem))),
      violations.length ? section("Against the policy", element("ul", {}, ...violations)) : null,
      facts(table),
      help(table),
      protocolHistory(table),
      grid(table),
    ].filter(Boolean),
  );
  if (!dialog.open) dialog.showModal();
  document.getElementById("details-title").focus();
  dialog.scrollTop = 0;
}
