// `Bun.XML.stringify`: an element as XML, from a tree or a compact object. https://bun.com/docs/runtime/xml
import { INVALID, isName } from "internal:bun/xml/scanner";

const INDENT_MAX = 10;
const REFERENCES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

const fail = (reason: string): Error => new Error(`XML.stringify${reason}`);
const isSkipped = (value: unknown): boolean =>
  value === undefined || typeof value === "function" || typeof value === "symbol";

type Node = Record<string, unknown>;
interface State {
  indent: string;
  /** The objects that are being written. */
  open: Set<object>;
}

/** `Bun.XML.stringify`. */
export function stringify(value: unknown, replacer: unknown, space: unknown): string | undefined {
  if (replacer !== undefined && replacer !== null) throw fail(" does not support the replacer argument");
  if (isSkipped(value)) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw fail(" expects an object: a { name, attributes, children } node or an object with a single root element key");
  const state: State = { indent: indentOf(space), open: new Set() };
  if (isNode(value)) return node(value, state, 0);
  const keys = Object.keys(value).filter((key) => !isSkipped((value as Node)[key]));
  const special = keys.find((key) => /^[@#]/.test(key));
  if (special !== undefined)
    throw fail(`: the top-level object is the document, so it can only contain the root element (found '${special}')`);
  if (keys.length === 0) throw fail(": the top-level object must have one key naming the root element");
  if (keys.length > 1)
    throw fail(": an XML document has exactly one root element, but the top-level object has more than one key");
  const name = keys[0]!;
  const content = (value as Node)[name];
  if (Array.isArray(content))
    throw fail(`: the root element '${name}' cannot be an array (an XML document has exactly one root element)`);
  return enter(value, state, () => element(name, content, state, 0));
}

function indentOf(space: unknown): string {
  if (typeof space === "number") return " ".repeat(Math.min(INDENT_MAX, Math.max(0, Math.trunc(space))));
  return typeof space === "string" ? space.slice(0, INDENT_MAX) : "";
}

const isNode = (value: object): value is Node =>
  typeof (value as Node).name === "string" && ("children" in value || "attributes" in value);

/** Runs `write` while `value` is being written. Throws when it is already. */
function enter(value: object, { open }: State, write: () => string): string {
  if (open.has(value)) throw new Error("Converting circular structure to XML");
  open.add(value);
  const written = write();
  open.delete(value);
  return written;
}

/** What a value is as text; null for an object. */
function scalar(value: unknown): string | null {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw fail(" cannot serialize an invalid Date");
    return value.toISOString();
  }
  const isBoxed = value instanceof String || value instanceof Number || value instanceof Boolean;
  return typeof value !== "object" || isBoxed ? String(value) : null;
}

/** An element of the compact shape. */
function element(name: string, value: unknown, state: State, depth: number): string {
  checkName(name, "element");
  if (value === null) return `<${name}/>`;
  const text = scalar(value);
  if (text !== null) return close(name, "", text === "" ? [] : [escapeText(text)], true, state, depth);
  return enter(value as object, state, () => {
    let attributes = "";
    const parts: string[] = [];
    const own = (value as Node)["#text"];
    const hasText = Object.hasOwn(value as object, "#text") && own !== null && own !== "" && !isSkipped(own);
    // With text on any side, elements are written without blanks, and so is what is in them.
    const inner: State = hasText ? { indent: "", open: state.open } : state;
    for (const key of Object.keys(value as object)) {
      const member = (value as Node)[key];
      if (isSkipped(member)) continue;
      if (key.startsWith("@")) attributes += attribute(key.slice(1), member);
      else if (key === "#text") {
        const content = member === null ? "" : scalar(member);
        if (content === null) throw fail(": #text must be a string, number, boolean, bigint, Date, or null");
        if (content !== "") parts.push(escapeText(content));
      } else if (key.startsWith("#"))
        throw fail(`: unknown key '${key}' (keys starting with '#' are reserved; text content is "#text")`);
      else parts.push(...items(key, member, inner, depth + 1));
    }
    return close(name, attributes, parts, hasText, state, depth);
  });
}

function items(name: string, value: unknown, state: State, depth: number): string[] {
  if (!Array.isArray(value)) return [element(name, value, state, depth)];
  const parts: string[] = [];
  for (const item of value as unknown[]) {
    if (Array.isArray(item)) throw fail(`: nested arrays cannot be represented (element '${name}')`);
    if (!isSkipped(item)) parts.push(element(name, item, state, depth));
  }
  return parts;
}

/** An element of the tree. */
function node(value: Node, state: State, depth: number): string {
  return enter(value, state, () => {
    const name = value.name as string;
    checkName(name, "element");
    let attributes = "";
    for (const key of Object.keys((value.attributes as object | null | undefined) ?? {}))
      attributes += attribute(key, (value.attributes as Node)[key]);
    const children = (value.children ?? []) as unknown[];
    if (!Array.isArray(children)) throw fail(": a node's children must be an array");
    const wanted = children.filter((child) => child !== null && !isSkipped(child));
    if (wanted.some((child) => Array.isArray(child))) throw fail(": a node's children cannot contain arrays");
    const hasText = wanted.some((child) => scalar(child) !== null);
    const inner: State = hasText ? { indent: "", open: state.open } : state;
    const parts = wanted.map((child) => {
      const text = scalar(child);
      return text === null ? childNode(child as Node, inner, depth + 1) : escapeText(text);
    });
    return close(name, attributes, parts, hasText, state, depth);
  });
}

function childNode(child: Node, state: State, depth: number): string {
  if (typeof child.name === "string") return node(child, state, depth);
  if (typeof child.comment === "string") {
    if (/--|-$/.test(child.comment)) throw fail(": a comment cannot contain '--' or end with '-'");
    checkCharacters(child.comment);
    return `<!--${child.comment}-->`;
  }
  if (typeof child.target === "string") return instruction(child.target, child.data);
  const expected = "strings, { name, attributes, children } elements, { comment } or { target, data }";
  throw fail(`: element children must be ${expected}`);
}

function instruction(target: string, data: unknown): string {
  if (target.toLowerCase() === "xml")
    throw fail(`: '${target}' is reserved and cannot be a processing instruction target`);
  if (!isName(target)) throw fail(`: '${target}' is not a valid XML processing instruction target`);
  const text = data === undefined || data === null ? "" : String(data);
  if (text.includes("?>")) throw fail(": processing instruction data cannot contain '?>'");
  checkCharacters(text);
  return text === "" ? `<?${target}?>` : `<?${target} ${text}?>`;
}

function close(
  name: string,
  attributes: string,
  parts: string[],
  hasText: boolean,
  { indent }: State,
  depth: number,
): string {
  if (parts.length === 0) return `<${name}${attributes}/>`;
  if (hasText || indent === "") return `<${name}${attributes}>${parts.join("")}</${name}>`;
  const line = `\n${indent.repeat(depth)}`;
  return `<${name}${attributes}>${parts.map((part) => line + indent + part).join("")}${line}</${name}>`;
}

function attribute(name: string, value: unknown): string {
  if (value === null || isSkipped(value)) return "";
  checkName(name, "attribute");
  const text = scalar(value);
  if (text === null) throw fail(": an attribute value must be a string, number, boolean, bigint, Date, or null");
  checkCharacters(text);
  return ` ${name}="${text.replace(/[&<>"\t\n\r]/g, (character) => REFERENCES[character]!)}"`;
}

function escapeText(text: string): string {
  checkCharacters(text);
  return text.replace(/[&<>\r]/g, (character) => REFERENCES[character]!);
}

function checkName(name: string, kind: string): void {
  if (!isName(name)) throw fail(`: '${name}' is not a valid XML ${kind} name`);
}

function checkCharacters(text: string): void {
  const bad = INVALID.exec(text);
  if (bad === null) return;
  const code = bad[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  throw fail(`: XML cannot represent the character U+${code}`);
}
