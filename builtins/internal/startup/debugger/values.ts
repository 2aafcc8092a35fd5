// Values of the program as the debugger prints them. It has descriptions and previews of them, not the values.
// https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#type-ObjectPreview
import { inspect } from "internal:core/util/inspect";
import type { Parameters } from "internal:startup/inspector/protocol";

const WIDTH = 72;

/** A value as text. */
export function show(value: Parameters): string {
  const { type, subtype, description, preview, className } = value;
  switch (type) {
    case "undefined":
      return "undefined";
    case "function":
      return showFunction(description ?? "", className ?? "Function");
    case "object":
      if (subtype === "null") return "null";
      if (subtype === "date") return new Date(description).toISOString();
      if (preview !== undefined && !["regexp", "error", "proxy"].includes(subtype)) return showPreview(preview);
      return description;
  }
  return value.value === undefined ? (value.unserializableValue ?? description) : inspect(value.value);
}

/** The name is the word right before the parameters. */
function showFunction(source: string, className: string): string {
  const name = /^(?:async\s+)?(?:\S+\s+)?([^\s(]+)\(/.exec(source)?.[1];
  return name === undefined ? `[${className}]` : `[${className}: ${name}]`;
}

function showPreview({ subtype, description, properties = [], entries, overflow, size }: Parameters): string {
  if (subtype === "map" || subtype === "set") return showEntries(description, entries ?? [], overflow);
  const isArray = subtype === "array" || subtype === "typedarray";
  const isCut = overflow === true || (isArray && size > properties.length);
  const items = properties.map((property: Parameters) =>
    isArray && /^\d+$/.test(property.name) ? showProperty(property) : `${property.name}: ${showProperty(property)}`,
  );
  if (isCut) items.push("...");
  return isArray ? enclosed("[", items, "]") : enclosed("{", items, "}");
}

function showEntries(description: string, entries: Parameters[], overflow: boolean): string {
  const items = entries.map(({ key, value }) => {
    const shown = showInner(value);
    return key === undefined ? shown : `${showInner(key)} => ${shown}`;
  });
  if (overflow && items.length === 0) items.push("...");
  return `${description} ${enclosed("{", items, "}")}`;
}

/** A key or value of a collection. */
function showInner(value: Parameters): string {
  if (value.type !== "object" || value.subtype === "null") return value.description ?? value.type;
  return showPreview(value);
}

function showProperty({ type, subtype, value, valuePreview }: Parameters): string {
  if (type === "string") return inspect(value);
  if (type === "function") return "[Function]";
  if (type === "accessor") return "[Getter]";
  if (subtype === "date") return new Date(value).toISOString();
  return value ?? valuePreview?.description ?? type;
}

/** Items between brackets: on one line if they fit. */
function enclosed(open: string, items: string[], close: string): string {
  if (items.length === 0) return open + close;
  const isShort = items.reduce((sum, item) => sum + item.length + 2, 0) <= WIDTH && !items.join("").includes("\n");
  return `${open} ${items.join(isShort ? ", " : ",\n  ")} ${close}`;
}
