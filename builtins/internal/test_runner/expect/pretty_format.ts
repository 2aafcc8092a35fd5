// Values as text, in the format of Jest's snapshots (https://jestjs.io/docs/snapshot-testing): one member a line, keys sorted.
import { type Asymmetric, isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import defer * as elements from "internal:test_runner/expect/pretty_elements";
import defer * as immutables from "internal:test_runner/expect/pretty_immutable";
import defer * as mocks from "internal:test_runner/expect/pretty_mocks";

/** The options of a format. */
export interface FormatOptions {
  /** On one line. */
  min?: boolean;
  indent?: number;
  maxDepth?: number;
  /** The number of items of a list that are printed. */
  maxWidth?: number;
  escapeString?: boolean;
  escapeRegex?: boolean;
  printBasicPrototype?: boolean;
  printFunctionName?: boolean;
  callToJSON?: boolean;
  /** null: keys in their order. */
  compareKeys?: ((one: string, other: string) => number) | null;
  plugins?: readonly Plugin[];
  /** Functions, classes, holes and symbols in Bun's form. */
  isBun?: boolean;
}

/** Prints the values that it tests for (`expect.addSnapshotSerializer`). */
export interface Plugin {
  test(value: unknown): unknown;
  serialize?(
    value: unknown,
    config: Config,
    indentation: string,
    depth: number,
    refs: readonly unknown[],
    printer: Printer,
  ): string;
  print?(
    value: unknown,
    print: (value: unknown) => string,
    indent: (text: string) => string,
    options: { edgeSpacing: string; min: boolean; spacing: string },
    colors: object,
  ): string;
}

export type Printer = (
  value: unknown,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
  hasCalledToJSON?: boolean,
) => string;

/** The options, complete. */
export interface Config {
  min: boolean;
  indent: string;
  maxDepth: number;
  maxWidth: number;
  escapeString: boolean;
  escapeRegex: boolean;
  printBasicPrototype: boolean;
  printFunctionName: boolean;
  callToJSON: boolean;
  compareKeys: ((one: string, other: string) => number) | null | undefined;
  plugins: readonly Plugin[];
  isBun: boolean;
  spacingInner: string;
  spacingOuter: string;
  colors: Record<string, { open: string; close: string }>;
}

const NO_COLOR = { open: "", close: "" };
const NO_COLORS = { comment: NO_COLOR, content: NO_COLOR, prop: NO_COLOR, tag: NO_COLOR, value: NO_COLOR };
const DEFAULT_INDENT = 2;

/** `value` as text. */
export function format(value: unknown, options: FormatOptions = {}): string {
  const min = options.min ?? false;
  const config: Config = {
    min,
    indent: min ? "" : " ".repeat(options.indent ?? DEFAULT_INDENT),
    maxDepth: options.maxDepth ?? Infinity,
    maxWidth: options.maxWidth ?? Infinity,
    escapeString: options.escapeString ?? true,
    escapeRegex: options.escapeRegex ?? false,
    printBasicPrototype: options.printBasicPrototype ?? !min,
    printFunctionName: options.printFunctionName ?? true,
    callToJSON: options.callToJSON ?? true,
    compareKeys: options.compareKeys,
    plugins: options.plugins ?? [],
    isBun: options.isBun ?? false,
    spacingInner: min ? " " : "\n",
    spacingOuter: min ? "" : "\n",
    colors: NO_COLORS,
  };
  return print(value, config, "", 0, []);
}

const print: Printer = (value, config, indentation, depth, refs, hasCalledToJSON = false) => {
  for (const plugin of config.plugins) {
    if (plugin.test(value)) return callPlugin(plugin, value, config, indentation, depth, refs);
  }
  const basic = printBasic(value, config);
  if (basic !== null)
    return config.isBun && depth > 0 && typeof value === "string" && value.includes("\n") ? onOwnLines(basic) : basic;
  const object = value as object;
  if (isAsymmetric(object)) return printAsymmetric(object, config, indentation, depth, refs);
  const special =
    mocks.printMock(object, config, indentation, depth, refs, print) ??
    immutables.printImmutable(object, config, indentation, depth, refs, print) ??
    elements.printElement(object, config, indentation, depth, refs, print);
  if (special !== undefined) return special;
  if (typeof object === "function") return printFunction(object, config);
  return printComplex(object, config, indentation, depth, refs, hasCalledToJSON);
};

function callPlugin(
  plugin: Plugin,
  value: unknown,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
): string {
  if (plugin.serialize !== undefined) return plugin.serialize(value, config, indentation, depth, refs, print);
  return plugin.print!(
    value,
    (inner) => print(inner, config, indentation, depth, refs),
    (text) => {
      const next = indentation + config.indent;
      return next + text.replaceAll("\n", `\n${next}`);
    },
    { edgeSpacing: config.spacingOuter, min: config.min, spacing: config.spacingInner },
    config.colors,
  );
}

/** Prints a value without members; null for the others. */
function printBasic(value: unknown, config: Config): string | null {
  switch (typeof value) {
    case "boolean":
    case "undefined":
      return `${value}`;
    case "number":
      return Object.is(value, -0) ? "-0" : `${value}`;
    case "bigint":
      return `${value}n`;
    case "string":
      return config.escapeString ? `"${value.replaceAll(/"|\\/g, "\\$&")}"` : `"${value}"`;
    case "symbol":
      return value.toString().replace(/^Symbol\((.*)\)$/s, "Symbol($1)");
    case "function":
      return null;
    default:
      return value === null ? "null" : printBasicObject(value as object, config);
  }
}

function printBasicObject(value: object, config: Config): string | null {
  const className = Object.prototype.toString.call(value);
  if (className === "[object Promise]") return "Promise {}";
  if (className === "[object WeakMap]") return "WeakMap {}";
  if (className === "[object WeakSet]") return "WeakSet {}";
  if (className === "[object Date]") {
    const time = +(value as Date);
    return Number.isNaN(time) ? "Date { NaN }" : new Date(time).toISOString();
  }
  if (value instanceof Error || className === "[object Error]") return `[${Error.prototype.toString.call(value)}]`;
  if (className === "[object RegExp]") {
    const text = String(value);
    return config.escapeRegex ? text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&") : text;
  }
  return null;
}

function printFunction(value: { name?: string }, config: Config): string {
  if (config.isBun) {
    const ofClass = classNameInBun(value);
    if (ofClass !== null) return ofClass === "" ? "[class]" : `[class ${ofClass}]`;
    const name = nameInBun(value);
    return name === "" ? "[Function]" : `[Function: ${name}]`;
  }
  return config.printFunctionName ? `[Function ${value.name || "anonymous"}]` : "[Function]";
}

/** The name of a class in its source, or of a constructor of the engine; null for other functions. */
function classNameInBun(value: { name?: string; prototype?: unknown }): string | null {
  const source: string = Function.prototype.toString.call(value);
  const [, name] = /^class\b\s*((?!extends\b)[\w$]*)/.exec(source) ?? [];
  if (name !== undefined) return name;
  const isOfEngine = source.endsWith(NATIVE) && typeof value.prototype === "object" && value.prototype !== null;
  return isOfEngine ? (value.name ?? "") : null;
}

const NATIVE = "[native code]\n}";

/** The name that a function has in its source; one of another kind has the name of that kind. */
function nameInBun(value: { name?: string }): string {
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (/^(?:Async|Generator)/.test(kind)) return kind;
  const { name } = value;
  if (typeof name !== "string") return "";
  if (name.startsWith("bound ")) return name.slice("bound ".length);
  const source: string = Function.prototype.toString.call(value);
  if (source.endsWith(NATIVE)) return name;
  const [, ofFunction] = /^function\b\s*([\w$]*)/.exec(source) ?? [];
  if (ofFunction !== undefined) return ofFunction;
  const isArrowOrComputed = /^(?:[([]|[\w$]+\s*=>)/.test(source);
  return isArrowOrComputed ? "" : name;
}

function printAsymmetric(
  value: Asymmetric,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
): string {
  const name = value.toString();
  const { sample } = value as { sample?: unknown };
  if (name === "ArrayContaining" || name === "ArrayNotContaining") {
    if (depth + 1 > config.maxDepth) return `[${name}]`;
    return `${name} [${printList(sample as unknown[], config, indentation, depth + 1, refs)}]`;
  }
  if (name === "ObjectContaining" || name === "ObjectNotContaining") {
    if (depth + 1 > config.maxDepth) return `[${name}]`;
    return `${name} ${config.isBun ? "\n" : ""}{${printMembers(sample as object, config, indentation, depth + 1, refs)}}`;
  }
  if (/^String(?:Not)?(?:Matching|Containing)$/.test(name) || name === "ArrayOf" || name === "NotArrayOf")
    return `${name} ${print(sample, config, indentation, depth + 1, refs)}`;
  return typeof value.toAsymmetricMatcher === "function" ? value.toAsymmetricMatcher() : name;
}

function classNameOf(value: object): string {
  const { constructor } = value as { constructor?: unknown };
  return (typeof constructor === "function" && constructor.name) || "Object";
}

function printComplex(
  value: object,
  config: Config,
  indentation: string,
  outer: number,
  parents: readonly unknown[],
  hasCalledToJSON: boolean,
): string {
  if (parents.includes(value)) return "[Circular]";
  const refs = [...parents, value];
  const depth = outer + 1;
  const isTooDeep = depth > config.maxDepth;
  const { toJSON } = value as { toJSON?: unknown };
  const callsToJSON = config.isBun ? value instanceof Uint8Array : config.callToJSON;
  if (callsToJSON && !isTooDeep && typeof toJSON === "function" && !hasCalledToJSON)
    return print(toJSON.call(value), config, indentation, depth - 1, refs, true);
  const kind = Object.prototype.toString.call(value);
  const { min } = config;
  if (kind === "[object Arguments]") {
    // Bun prints them as JSON, with the depth as indentation; `depth` counts from the object itself.
    if (config.isBun) return JSON.stringify(value, null, depth - 1);
    if (isTooDeep) return "[Arguments]";
    return `${min ? "" : "Arguments "}[${printList([...(value as ArrayLike<unknown> & Iterable<unknown>)], config, indentation, depth, refs)}]`;
  }
  const name = classNameOf(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value) || kind === "[object ArrayBuffer]") {
    if (isTooDeep) return `[${name}]`;
    const items =
      kind === "[object ArrayBuffer]"
        ? new Uint8Array(value as ArrayBuffer)
        : kind === "[object DataView]"
          ? new Uint8Array((value as DataView).buffer as ArrayBuffer)
          : (value as unknown[]);
    const shown = min || (!config.printBasicPrototype && name === "Array") ? "" : `${name} `;
    return `${shown}[${printList(items, config, indentation, depth, refs)}]`;
  }
  if (kind === "[object Map]") {
    if (isTooDeep) return "[Map]";
    const text = `Map {${printEntries(value as Map<unknown, unknown>, config, indentation, depth, refs)}}`;
    return config.isBun && depth > 1 ? onOwnLines(text) : text;
  }
  if (kind === "[object Set]") {
    if (isTooDeep) return "[Set]";
    const text = `Set {${printValues(value as Set<unknown>, config, indentation, depth, refs)}}`;
    // Bun writes the indentation of a set twice.
    return config.isBun && depth > 1 ? indentation + onOwnLines(text) : text;
  }
  if (isTooDeep) return `[${name}]`;
  const shown = min || (!config.printBasicPrototype && name === "Object") ? "" : `${name} `;
  return `${shown}{${printMembers(value, config, indentation, depth, refs)}}`;
}

/** A collection or a string of several lines inside of another value as Bun writes it: unless it is empty, nothing else is on its lines. */
function onOwnLines(text: string): string {
  return text.endsWith("{}") ? text : `\n${text}\n`;
}

/** Joins printed items, one a line. */
function join(items: Iterable<string>, config: Config, indentation: string, total: number): string {
  const inner = indentation + config.indent;
  let text = "";
  let count = 0;
  for (const item of items) {
    if (count > 0) text += `,${config.spacingInner}`;
    if (count++ === config.maxWidth) {
      text += `${inner}…`;
      break;
    }
    text += inner + item;
  }
  if (total === 0) return "";
  return `${config.spacingOuter}${text}${config.min ? "" : ","}${config.spacingOuter}${indentation}`;
}

function printList(
  list: ArrayLike<unknown>,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
): string {
  const inner = indentation + config.indent;
  function* items(): Generator<string> {
    for (let index = 0; index < list.length; index++)
      yield index in list || config.isBun ? print(list[index], config, inner, depth, refs) : "";
  }
  return join(items(), config, indentation, list.length);
}

function printEntries(
  map: Map<unknown, unknown>,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
): string {
  const inner = indentation + config.indent;
  function* items(): Generator<string> {
    for (const [key, value] of map)
      yield `${print(key, config, inner, depth, refs)} => ${print(value, config, inner, depth, refs)}`;
  }
  return join(items(), config, indentation, map.size);
}

function printValues(
  set: Set<unknown>,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
): string {
  const inner = indentation + config.indent;
  function* items(): Generator<string> {
    for (const value of set) yield print(value, config, inner, depth, refs);
  }
  return join(items(), config, indentation, set.size);
}

/** The members of an object, as the printers of elements use it too. */
export function printMembers(
  value: object,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
): string {
  const inner = indentation + config.indent;
  const strings = Object.keys(value);
  const keys: PropertyKey[] = config.compareKeys === null ? strings : strings.sort(config.compareKeys as undefined);
  for (const symbol of Object.getOwnPropertySymbols(value))
    if (Object.prototype.propertyIsEnumerable.call(value, symbol)) keys.push(symbol);
  function* items(): Generator<string> {
    for (const key of keys) {
      const member = (value as Record<PropertyKey, unknown>)[key];
      const name = isLong(key) && config.isBun ? JSON.stringify(key) : print(key, config, inner, depth, refs);
      yield `${config.isBun && typeof key === "symbol" ? `[${name}]` : name}: ${print(member, config, inner, depth, refs)}`;
    }
  }
  return join(items(), config, indentation, keys.length);
}

function isLong(key: PropertyKey): boolean {
  return typeof key === "string" && key.includes("\n");
}

const LENGTH_MAX = 10_000;
const SHORT_DEPTH = 10;
const SHORT_WIDTH = 10;

/** `value` on one line for a message; deep and long values are cut. */
export function stringify(value: unknown, maxDepth = SHORT_DEPTH, maxWidth = SHORT_WIDTH): string {
  let text: string;
  try {
    text = format(value, { maxDepth, maxWidth, min: true });
  } catch {
    text = format(value, { callToJSON: false, maxDepth, maxWidth, min: true });
  }
  if (text.length < LENGTH_MAX) return text;
  if (maxDepth > 1 && typeof value === "object") return stringify(value, Math.floor(maxDepth / 2), maxWidth);
  if (maxWidth > 1 && typeof value === "object") return stringify(value, maxDepth, Math.floor(maxWidth / 2));
  return `${text.slice(0, LENGTH_MAX)}… (${text.length} characters)`;
}
