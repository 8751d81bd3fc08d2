// Keeps the filters in the fragment of the address, so that a view can be bookmarked and shared.

const form = document.querySelector("form.filters");

function fragment(state) {
  const asked = Object.entries(state).filter(([key, value]) => value !== DEFAULTS[key]);
  return `#${new URLSearchParams(asked)}`;
}

function stateOf(hash) {
  const given = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
  return Object.fromEntries(Object.entries(DEFAULTS).map(([key, value]) => [key, Object.hasOwn(given, key) ? given[key] : value]));
}

let current = null;

function show(state) {
  const listed = ({ table, ...rest }) => JSON.stringify(rest);
  if (current === null || listed(current) !== listed(state)) {
    for (const key of Object.keys(DEFAULTS)) {
      const field = form.elements.namedItem(key);
      if (!field) continue;
      if (field.type === "checkbox") field.checked = Boolean(state[key]);
      else if (field.value !== state[key]) field.value = state[key];
    }
    showList(state);
  }
  current = state;
  showDetails(state.table);
}

function change(changes) {
  const paged = "page" in changes || "table" in changes;
  const state = { ...current, ...(paged ? {} : { page: "1" }), ...changes };
  history.replaceState(null, "", fragment(state));
  show(state);
}

function options(name, words, values) {
  const select = form.elements.namedItem(name);
  select.replaceChildren(element("option", { value: "" }, words), ...values.map((value) => element("option", { value }, value)));
  select.closest("label").hidden = values.length === 0;
}

const distinct = (values) => [...new Set(values)].filter(Boolean).sort(collator.compare);

options("client", "any", distinct(data.answers.map((answer) => answer.who)));
options("feature", "any feature", distinct(data.answers.flatMap((answer) => answer.blockingFeatures)));
options("unlock", "any step", distinct(data.answers.map((answer) => answer.steps)));

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  const fields = ["q", "client", "access", "verdict", "feature", "kind", "unlock"].map((key) => [key, form.elements.namedItem(key).value]);
  change({ ...Object.fromEntries(fields), found: form.elements.namedItem("found").checked ? "1" : "" });
});
form.addEventListener("reset", (event) => {
  event.preventDefault();
  change({ ...DEFAULTS, sort: current.sort });
});
dialog.addEventListener("close", () => {
  if (current.table) change({ table: "" });
});
dialog.addEventListener("click", (event) => {
  // A click on the backdrop closes the dialog.
  if (event.target === dialog) dialog.close();
});

const isPlace = () => location.hash.length > 1 && document.getElementById(location.hash.slice(1)) !== null;

addEventListener("hashchange", () => {
  if (isPlace()) return;
  const before = current;
  const state = stateOf(location.hash);
  show(state);
  if (!state.table && !before.table) document.getElementById("tables").focus();
});

document.getElementById("list").hidden = false;
show(stateOf(isPlace() ? "" : location.hash));
