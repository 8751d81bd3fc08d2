// Only this file creates elements. Text stays text and never becomes markup.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") made.addEventListener("click", value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null).map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
  return made;
}

// Isolates a name, so that right-to-left text does not move what is beside it.
const isolated = (text) => element("bdi", {}, text);
// Lets a long name break after a dot, slash or underscore.
const named = (text) => element("bdi", {}, ...text.split(/(?<=[./_])/).flatMap((piece) => [piece, element("wbr")]));
const code = (text) => element("code", { dir: "auto" }, text);

function pill(verdict) {
  const [style, sign, words] = SIGNS[verdict] ?? ["unknown", "?", verdict];
  return badge(style, sign, words);
}

function badge(style, sign, words) {
  return element("span", { class: `pill ${style}` }, element("span", { "aria-hidden": "true" }, sign), ` ${words}`);
}

const figure = (number) => (typeof number === "number" ? number.toLocaleString("en") : String(number));

function size(bytes) {
  if (typeof bytes !== "number") return String(bytes ?? "");
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 && unit ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

function statement(text) {
  const shown = code(text);
  const copy = element("button", { type: "button", class: "copy", "aria-label": `Copy ${text}` }, "Copy");
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      // Without a clipboard, mark the text.
      getSelection().selectAllChildren(shown);
      copy.textContent = "Marked";
    }
  });
  return element("div", { class: "statement" }, shown, copy);
}
