// React elements and DOM nodes in snapshots, as markup.
import type { Config, Printer } from "internal:test_runner/expect/pretty_format";

const REACT_ELEMENTS = new Set<unknown>([Symbol.for("react.element"), Symbol.for("react.transitional.element")]);
const TEST_JSON = Symbol.for("react.test.json");
const ELEMENT = 1;
const TEXT = 3;
const COMMENT = 8;
const FRAGMENT = 11;

/** What is printed between the tags. */
interface Markup {
  name: string;
  attributes: [name: string, value: unknown][];
  children: unknown[];
}

interface DomNode {
  nodeType: number;
  nodeName: string;
  tagName: string;
  data: string;
  attributes: Iterable<{ name: string; value: string }>;
  childNodes: Iterable<DomNode>;
}

/** Prints an element; undefined for other values. */
export function printElement(
  value: object,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
  print: Printer,
): string | undefined {
  const { $$typeof } = value as { $$typeof?: unknown };
  if ($$typeof !== undefined) {
    if (REACT_ELEMENTS.has($$typeof))
      return printMarkup(markupOfElement(value as ReactElement), config, indentation, depth, refs, print);
    if ($$typeof === TEST_JSON)
      return printMarkup(markupOfTestObject(value as TestObject), config, indentation, depth, refs, print);
    return undefined;
  }
  if (isDomNode(value)) return printNode(value, config, indentation, depth, refs, print);
  return undefined;
}

interface ReactElement {
  type: unknown;
  key: unknown;
  props: Record<string, unknown>;
}
interface TestObject {
  type: string;
  props: Record<string, unknown> | undefined;
  children: unknown[] | null;
}

function nameOfType(type: unknown): string {
  if (typeof type === "string") return type;
  if (typeof type === "function")
    return (type as { displayName?: string }).displayName || (type as { name: string }).name || "Unknown";
  if (type === Symbol.for("react.fragment")) return "React.Fragment";
  if (type === Symbol.for("react.suspense")) return "React.Suspense";
  return "UNDEFINED";
}

function childrenOf(given: unknown, list: unknown[] = []): unknown[] {
  if (Array.isArray(given)) for (const child of given) childrenOf(child, list);
  else if (given !== null && given !== undefined && given !== false && given !== true && given !== "") list.push(given);
  return list;
}

function markupOfElement({ type, key, props }: ReactElement): Markup {
  const names = Object.keys(props).filter((name) => name !== "children" && props[name] !== undefined);
  const attributes: [string, unknown][] = names.map((name) => [name, props[name]]);
  if (key !== null && key !== undefined) attributes.push(["key", key]);
  return { name: nameOfType(type), attributes, children: childrenOf(props.children) };
}

function markupOfTestObject({ type, props, children }: TestObject): Markup {
  const attributes = Object.entries(props ?? {}).filter(([, value]) => value !== undefined);
  return { name: type, attributes, children: children ?? [] };
}

function isDomNode(value: object): value is DomNode {
  const name = (value as { constructor?: { name?: string } }).constructor?.name;
  if (typeof name !== "string" || !/^(?:(?:HTML|SVG)\w*)?Element$|^Text$|^Comment$|^DocumentFragment$/.test(name))
    return false;
  return typeof (value as { nodeType?: unknown }).nodeType === "number";
}

function printNode(
  node: DomNode,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
  print: Printer,
): string {
  if (node.nodeType === TEXT) return escaped(node.data);
  if (node.nodeType === COMMENT) return `<!--${escaped(node.data)}-->`;
  const isElement = node.nodeType === ELEMENT;
  const attributes: [string, unknown][] = isElement ? [...node.attributes].map(({ name, value }) => [name, value]) : [];
  const name = node.nodeType === FRAGMENT ? "DocumentFragment" : node.tagName.toLowerCase();
  const children = [...node.childNodes].filter((child) => child.nodeType !== TEXT || child.data !== "");
  return printMarkup({ name, attributes, children }, config, indentation, depth, refs, print);
}

function escaped(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function printMarkup(
  { name, attributes, children }: Markup,
  config: Config,
  indentation: string,
  outer: number,
  refs: readonly unknown[],
  print: Printer,
): string {
  const depth = outer + 1;
  if (depth > config.maxDepth) return `<${name} … />`;
  const inner = indentation + config.indent;
  const { spacingOuter, spacingInner } = config;
  const shown = attributes
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => {
      let text = print(value, config, inner + config.indent, depth, refs);
      if (typeof value !== "string")
        text = text.includes("\n")
          ? `{${spacingOuter}${inner + config.indent}${text}${spacingOuter}${inner}}`
          : `{${text}}`;
      return `${config.min ? " " : spacingInner + inner}${key}=${text}`;
    })
    .join("");
  const content = children
    .map((child) => {
      const text =
        typeof child === "string"
          ? escaped(child)
          : typeof child === "number"
            ? String(child)
            : print(child, config, inner, depth, refs);
      return spacingOuter + inner + text;
    })
    .join("");
  const end = shown === "" || config.min ? "" : spacingOuter + indentation;
  if (content === "") return `<${name}${shown}${end === "" ? " " : end}/>`;
  return `<${name}${shown}${end}>${content}${spacingOuter}${indentation}</${name}>`;
}
