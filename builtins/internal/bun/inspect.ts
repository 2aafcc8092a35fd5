// `Bun.inspect` and the format of Bun's console: double quotes, one member a line, members of classes included. What objects of
// the web show is in `inspect_web`. `util.inspect` is Node's, also in Bun.
import { safe } from "internal:core/bootstrap";
import { isError } from "internal:core/util/inspect/errors";
import {
  membersOf,
  nameOf,
  nameOfHidden,
  isBareIterator,
  isString,
  isNative,
  isClass,
  nameOfFunction,
  constructorName,
} from "internal:bun/inspect_members";
import * as nodeInspect from "internal:core/util/inspect";
import { option } from "internal:core/launch";
import { iteratorPreview } from "internal:core/util/inspect/iterator_preview";
import * as inspectOptions from "internal:core/util/inspect/options";
import defer * as errors from "internal:bun/inspect_error";
import defer * as types from "internal:core/util/types";
import defer * as web from "internal:bun/inspect_web";
import { ObjectBrand, PromiseStatus, brandOf, promiseState, proxyTarget } from "native:engine";

/** The options of `Bun.inspect`. */
export interface BunInspectOptions {
  depth?: number | null;
  colors?: boolean;
  /** Everything on one line. */
  compact?: boolean;
  /** The members in the order of their names. */
  sorted?: boolean;
}

const DEPTH_OF_CONSOLE = 2;
/** How deep `Bun.inspect` shows objects. */
export const DEPTH_OF_INSPECT = 8;
const LINE_LENGTH_MAX = 80;
/** An array with more elements begins a line for them. */
const INLINE_ELEMENTS_MAX = 10;
const SHOWN_ELEMENTS_MAX = 100;
const kCustom = Symbol.for("nodejs.util.inspect.custom");
const BEYOND_LATIN1 = /[^\0-\xff]/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** What stands in quotes as it is. */
const UNESCAPED = /^[ !#-[\]-~]*$/;
const LOWER_CONTROL = /[\0-\x1f]/;
const objectPrototype = Object.prototype;
const mapEntries = Map.prototype.entries;
const setValues = Set.prototype.values;

const RESET = "\u001b[0m";
const DIM = "\u001b[2m";
const RED = "\u001b[31m";
const GREEN = "\u001b[32m";
const YELLOW = "\u001b[33m";
const BLUE = "\u001b[34m";
const MAGENTA = "\u001b[35m";
const CYAN = "\u001b[36m";

/** `Bun.inspect`. Without an argument an empty string. */
export function inspect(value: unknown, options: BunInspectOptions | undefined = undefined): string {
  const depth = options?.depth;
  if (typeof depth === "number" && !Number.isInteger(depth) && Math.abs(depth) !== Infinity)
    throw invalidDepth(`an integer, got ${depth}`);
  if (depth! < 0 && depth !== -Infinity) throw invalidDepth(`greater than or equal to 0, got ${depth}`);
  return arguments.length === 0 ? "" : new Formatter(options ?? {}, DEPTH_OF_INSPECT).text(value);
}

function invalidDepth(expected: string): TypeError {
  return Object.assign(new TypeError(`expected depth to be ${expected}`), { code: "ERR_INVALID_ARG_TYPE" });
}

/**
 * What the console prints for its arguments. Placeholders count in every string that others follow.
 * `indent`: what the lines of objects after their first begin with; those of strings and errors do not.
 */
export function formatArguments(args: readonly unknown[], colors: boolean, indent: string): string {
  let text = "";
  // One for all: where a list is broken depends on what is before it on the line.
  let formatter: Formatter | undefined;
  // The spaces between arguments do not count.
  let column = 0;
  for (let index = 0; index < args.length; index++) {
    const value = args[index];
    if (index > 0) text += " ";
    if (typeof value !== "string") {
      formatter ??= formatterOfConsole({ colors }, column);
      text += indented(value, formatter, indent);
    } else if (index === args.length - 1 || !value.includes("%")) {
      formatter?.count(value);
      column += value.length;
      text += value;
    } else {
      formatter ??= formatterOfConsole({ colors }, column);
      formatter.count(value);
      const [filled, next] = fill(value, args, index + 1, formatter, indent);
      text += filled;
      index = next - 1;
    }
  }
  return text;
}

function formatterOfConsole(options: BunInspectOptions, column: number): Formatter {
  return new Formatter(options, (depthOfConsole ??= readDepth()), column, true);
}

/** `console.dir`, and values in the console. */
export function inspectForConsole(value: unknown, options: BunInspectOptions): string {
  return formatterOfConsole(options, 0).text(value);
}

let depthOfConsole: number | undefined;

/** `--console-depth N`: 0 for everything. */
function readDepth(): number {
  const given = option("--console-depth");
  if (given === undefined) return DEPTH_OF_CONSOLE;
  return given === "0" ? Infinity : Number(given);
}

/** Replaces the placeholders of `template`. Returns the text, and the index of the first argument that it did not use. */
function fill(
  template: string,
  args: readonly unknown[],
  first: number,
  formatter: Formatter,
  indent: string,
): [string, number] {
  let text = "";
  let next = first;
  let last = 0;
  for (let index = template.indexOf("%"); index !== -1 && index < template.length - 1 && next < args.length;) {
    const letter = template[index + 1]!;
    let part: string | undefined;
    if (letter === "%") part = "%";
    else if ("sdifjoOc".includes(letter)) part = replacement(letter, args[next++], formatter, indent);
    if (part !== undefined) {
      text += template.slice(last, index) + part;
      last = index + 2;
    }
    index = template.indexOf("%", part === undefined ? index + 1 : last);
  }
  return [text + template.slice(last), next];
}

function replacement(letter: string, value: unknown, formatter: Formatter, indent: string): string {
  switch (letter) {
    case "s":
      return formatter.counted(String(value));
    case "d":
    case "i":
      return formatter.integer(value);
    case "f":
      return formatter.counted(String(typeof value === "symbol" ? NaN : Number(value)));
    case "j":
      return formatter.counted(JSON.stringify(value) ?? "undefined");
    case "c":
      return "";
    default:
      return typeof value === "string" ? formatter.counted(value) : indented(value, formatter, indent);
  }
}

function indented(value: unknown, formatter: Formatter, indent: string): string {
  const text = formatter.text(value);
  return indent === "" || isError(value) ? text : text.replaceAll("\n", `\n${indent}`);
}

/** Whether an array that begins with `value` begins on the current line. */
function isShort(value: unknown): boolean {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return true;
  return (
    types.isRegExp(value) || types.isStringObject(value) || types.isNumberObject(value) || types.isBooleanObject(value)
  );
}

/** A string in double quotes, with escapes. */
export function quoted(text: string): string {
  if (UNESCAPED.test(text)) return `"${text}"`;
  const json = JSON.stringify(text);
  // Capital digits for control characters in a string of Latin-1.
  if (!LOWER_CONTROL.test(text) || BEYOND_LATIN1.test(text)) return json;
  return json.replace(/\\u00[01][0-9a-f]/g, (escape) => `\\u${escape.slice(2).toUpperCase()}`);
}

/** By the indentation of the line. */
const newLines: string[] = [];

/** Formats one value. */
export class Formatter {
  readonly colors: boolean;
  #isCompact: boolean;
  #isSorted: boolean;
  #depthMax: number;
  #depth = 0;
  #indent = 0;
  /** About how long the current line is; it decides where arrays break. */
  #lineLength = 0;
  #ancestors: object[] = [];
  #isConsole: boolean;
  /** Whether methods of the program for `util.inspect` are called. */
  #callsCustom = true;

  /** `column`: how much of the line is used. */
  constructor(options: BunInspectOptions, depth: number, column = 0, isConsole = false) {
    this.#isConsole = isConsole;
    this.#lineLength = column;
    this.colors = Boolean(options.colors);
    this.#isCompact = Boolean(options.compact);
    this.#isSorted = Boolean(options.sorted);
    const given = options.depth;
    this.#depthMax = typeof given === "number" ? Math.abs(given) : given === null && isConsole ? Infinity : depth;
  }

  /** Counts a text that is printed as it is. */
  count(text: string): void {
    this.#lineLength += text.length;
  }

  /** Counts a text, and returns it. */
  counted(text: string): string {
    this.count(text);
    return text;
  }

  /** The text for `%d` and `%i`. Bun counts an integer as one character. */
  integer(value: unknown): string {
    const number = typeof value === "bigint" ? value : Math.trunc(typeof value === "symbol" ? NaN : Number(value));
    this.count(Number.isNaN(number) ? "NaN" : "0");
    return String(number);
  }

  /** The text of `value`; strings are quoted. */
  text(value: unknown): string {
    switch (typeof value) {
      case "string":
        if (value === "") return '""';
        // A string with characters beyond Latin-1 counts twice.
        return this.#paint(GREEN, quoted(value), BEYOND_LATIN1.test(value) ? 2 * value.length + 2 : value.length);
      case "number":
        return this.#paint(YELLOW, Object.is(value, -0) ? "-0" : String(value));
      case "bigint":
        return this.#paint(YELLOW, `${value}n`, `${value}`.length);
      case "boolean":
        return this.#paint(YELLOW, String(value));
      case "undefined":
        return this.#paint(DIM, "undefined");
      case "symbol":
        return this.#paint(BLUE, String(value));
      case "function":
        if (types.isProxy(value)) return this.#proxy(value);
        return this.#custom(value) ?? this.#function(value);
    }
    if (value === null) return this.#paint(YELLOW, "null");
    const object = value as object;
    const isBrandless = brandOf(object) === ObjectBrand.NONE;
    if (!isBrandless && types.isProxy(object)) return this.#proxy(object);
    if (this.#ancestors.includes(object)) return this.#placeholder("[Circular]");
    if (!isBrandless) return this.#object(object);
    const custom = this.#custom(object);
    if (custom !== null) return custom;
    // What has the prototype of literals is none of the runtime's classes.
    return (safe.getPrototypeOf(object) === objectPrototype ? null : web.format(object, this)) ?? this.#members(object);
  }

  /** The text of the target: traps do not run. */
  #proxy(proxy: object): string {
    const target = proxyTarget(proxy);
    return target === null ? "{}" : this.text(target);
  }

  #paint(color: string, text: string, length = text.length): string {
    this.#lineLength += length;
    return this.colors ? `${RESET}${color}${text}${RESET}` : text;
  }

  /** Paints a text that does not count in the length of its line. */
  paintPlain(color: string, text: string): string {
    return this.colors ? `${color}${text}${RESET}` : text;
  }

  get isCompact(): boolean {
    return this.#isCompact;
  }

  /** Whether the members of the current object are not shown. */
  get isTooDeep(): boolean {
    return this.#depth > this.#depthMax;
  }

  /** What is shown of an object that is too deep. On a single line Bun has one blank more. */
  hidden(name: string): string {
    return (this.#isCompact ? " " : "") + this.#placeholder(`[${name} ...]`);
  }

  #placeholder(text: string): string {
    return this.colors ? `${RESET}${CYAN}${text}${RESET}` : text;
  }

  /** The text of a member of an error: one level deep, without methods of the program. */
  errorMember(error: object, value: unknown): string {
    const depthMax = this.#depthMax;
    const callsCustom = this.#callsCustom;
    this.#depthMax = this.#depth;
    this.#callsCustom = false;
    this.#ancestors.push(error);
    try {
      return this.text(value);
    } finally {
      this.#ancestors.pop();
      this.#callsCustom = callsCustom;
      this.#depthMax = depthMax;
    }
  }

  /** Whether `value` is being printed. */
  isAncestor(value: object): boolean {
    return this.#ancestors.includes(value);
  }

  /** A comma. */
  comma(): string {
    this.#lineLength += 1;
    return this.colors ? `${RESET}${DIM},${RESET}` : ",";
  }

  /** A new line at the current indentation. */
  newLine(): string {
    const indent = this.#indent;
    return (newLines[indent] ??= `\n${"  ".repeat(indent)}`);
  }

  #resetLine(): void {
    this.#lineLength = this.#indent * 2;
  }

  #isLineFull(): boolean {
    if (this.#lineLength <= LINE_LENGTH_MAX) return false;
    this.#resetLine();
    return true;
  }

  /** `isPlatform`: it is a member of a class of the runtime, all of whose functions are native in Bun. */
  #function(value: Function, isPlatform = false): string {
    const name = nameOfFunction(value);
    this.#lineLength += name.length;
    if (isClass(value)) {
      const parent: unknown = safe.getPrototypeOf(value);
      const base = typeof parent === "function" && parent !== Function.prototype ? nameOfFunction(parent) : "";
      const shown = name === "" ? "(anonymous)" : name;
      return this.paintPlain(CYAN, `[class ${shown}${base === "" ? "" : ` extends ${base}`}]`);
    }
    const kind = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
    const label = typeof kind === "string" && kind.endsWith("Function") && !isPlatform ? kind : "Function";
    const shown = name.replace(/^bound /, "");
    // Bun shows the name that the source has: a computed key is none.
    const isNamed = IDENTIFIER.test(shown) || (shown !== "" && isNative(value));
    return this.paintPlain(CYAN, isNamed ? `[${label}: ${shown}]` : `[${label}]`);
  }

  /** The text of the program's method for it; null without one. */
  #custom(value: object): string | null {
    if (!this.#callsCustom) return null;
    const method = (value as { [kCustom]?: unknown })[kCustom];
    if (typeof method !== "function" || web.hasOwnFormat(value, method)) return null;
    const depth = Math.max(0, this.#depthMax - this.#depth);
    const stylize = this.colors ? inspectOptions.stylizeWithColor : inspectOptions.stylizeNoColor;
    const options = { depth: this.#depthMax, colors: this.colors, stylize };
    const result: unknown = method.call(value, depth, options, nodeInspect.inspect);
    if (typeof result === "string") return result;
    return result === value ? null : this.text(result);
  }

  #object(value: object): string {
    const custom = this.#custom(value);
    if (custom !== null) return custom;
    if (Array.isArray(value) || types.isArgumentsObject(value)) return this.#array(value as unknown[]);
    if (types.isDate(value)) {
      const isValid = !Number.isNaN(Date.prototype.getTime.call(value));
      const text = isValid ? Date.prototype.toISOString.call(value) : "Invalid Date";
      return this.#paint(MAGENTA, text, text.length + 2);
    }
    if (types.isRegExp(value)) return this.#paint(RED, RegExp.prototype.toString.call(value));
    if (types.isNativeError(value)) return errors.formatError(value as Error, this);
    if (types.isMap(value)) return this.#map(value as Map<unknown, unknown>);
    if (types.isSet(value)) return this.#set(value as Set<unknown>);
    if (types.isAnyArrayBuffer(value)) return this.#bytes(value, new Uint8Array(value as ArrayBuffer));
    if (ArrayBuffer.isView(value)) {
      const isView = types.isDataView(value);
      return this.#bytes(
        value,
        isView
          ? new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)
          : (value as Uint8Array),
      );
    }
    if (types.isPromise(value)) {
      const state = promiseState(value);
      const name =
        state === PromiseStatus.PENDING ? "<pending>" : state === PromiseStatus.FULFILLED ? "<resolved>" : "<rejected>";
      return `Promise { ${this.#paint(CYAN, name, 0)} }`;
    }
    if (types.isWeakMap(value)) return "WeakMap {}";
    if (types.isWeakSet(value)) return "WeakSet {}";
    if (types.isMapIterator(value) || types.isSetIterator(value)) return this.#iterator(value);
    if (types.isNumberObject(value)) return this.#paint(YELLOW, `[Number: ${Number.prototype.valueOf.call(value)}]`);
    if (types.isBooleanObject(value)) return this.#paint(YELLOW, `[Boolean: ${Boolean.prototype.valueOf.call(value)}]`);
    if (types.isStringObject(value)) {
      const text = String.prototype.valueOf.call(value);
      if (value.constructor !== String) return this.#paint(GREEN, `[String: ${quoted(text)}]`);
      return this.#isConsole && this.#depth === 0 ? this.#paint(GREEN, text) : this.text(text);
    }
    return web.format(value as object, this) ?? this.#members(value as object);
  }

  #bytes(value: object, elements: { readonly length: number; readonly [index: number]: unknown }): string {
    const name = classOfBytes(value);
    const { length } = elements;
    if (length === 0) return `${name}(0) []`;
    let text = `${name}(${length}) [ `;
    const lineLength = this.#lineLength;
    for (let index = 0; index < length; index++)
      text += (index > 0 ? `${this.comma()} ` : "") + this.text(plusZero(elements[index]));
    // Only what separates the numbers counts.
    this.#lineLength = lineLength + 2 * (length - 1);
    return `${text} ]`;
  }

  /** `head {`, what each of `members` makes, `}`; each member on a line of its own, or all on one. */
  block(value: object, head: string, members: readonly (() => string)[], separator = "", isOneLine = false): string {
    const body = this.#inside(value, () =>
      members.map((member) => `${isOneLine ? " " : this.newLine()}${member()}`).join(separator),
    );
    return `${head} {${body}${isOneLine ? " " : this.newLine()}}`;
  }

  /** Calls `body` inside of `value`, one level deeper. */
  #inside(value: object, body: () => string): string {
    this.#ancestors.push(value);
    this.#depth++;
    this.#indent++;
    try {
      return body();
    } finally {
      this.#indent--;
      this.#depth--;
      this.#ancestors.pop();
    }
  }

  #array(value: unknown[]): string {
    if (value.length === 0) {
      this.#lineLength += 2;
      return "[]";
    }
    if (this.#depth > this.#depthMax) return this.#placeholder("[Array ...]");
    this.#lineLength += 2;
    let breaks =
      !this.#isCompact &&
      (this.#isSorted ||
        value.length > INLINE_ELEMENTS_MAX ||
        !isShort(value[0]) ||
        (0 in value && this.#isLineFull()));
    const body = this.#inside(value, () => {
      const parts: string[] = [];
      if (breaks) {
        this.#resetLine();
        parts.push(`[${this.newLine()}`);
        this.#lineLength += 1;
      } else {
        parts.push("[ ");
        this.#lineLength += 2;
      }
      const hasMembers = this.#addElements(value, parts, () => {
        const isFull = !this.#isCompact && (this.#isSorted || this.#isLineFull());
        breaks ||= isFull;
        if (!isFull) this.#lineLength += 1;
        return isFull ? this.newLine() : " ";
      });
      if (hasMembers && !this.#isCompact) breaks = this.#isLineFull() || breaks;
      return parts.join("");
    });
    if (breaks) {
      this.#resetLine();
      this.#lineLength += 1;
      return `${body}${this.newLine()}]`;
    }
    // The next list of a full line is not broken before its first element.
    this.#isLineFull();
    this.#lineLength += 2;
    return `${body} ]`;
  }

  /** Adds the elements of an array, then its other members; returns whether it has some. `space` follows each comma. */
  #addElements(value: unknown[], parts: string[], space: () => string): boolean {
    const { length } = value;
    let count = 0;
    let hasMembers = false;
    for (let index = 0; index < length;) {
      if (count === SHOWN_ELEMENTS_MAX) {
        parts.push(this.comma(), this.newLine());
        this.#resetLine();
        parts.push(this.#paint(DIM, `... ${length - index} more items`));
        return false;
      }
      if (index > 0) parts.push(this.comma(), space());
      let end = index;
      while (end < length && !Object.hasOwn(value, end)) end++;
      const holes = end - index;
      if (holes > 0) {
        parts.push(this.#paint(DIM, holes === 1 ? "empty item" : `${holes} x empty items`));
        index = end;
        continue;
      }
      parts.push(this.#element(value[index]));
      count++;
      index++;
    }
    for (const key of types.isArgumentsObject(value) ? [] : safe.ownKeys(value)) {
      if (typeof key === "string" && (key === "length" || String(Number(key) >>> 0) === key)) continue;
      parts.push(this.comma(), this.#isSorted ? " " : space(), this.#key(key));
      parts.push(this.member((value as unknown as Record<PropertyKey, unknown>)[key]));
      hasMembers = true;
    }
    return hasMembers;
  }

  /** The text of an element of an array. */
  #element(value: unknown): string {
    return this.colors && isString(value) ? `${this.text(value)}${RESET}` : this.text(value);
  }

  /** The text of the value of a member. Bun paints strings of members twice. */
  member(value: unknown): string {
    return this.colors && isString(value) ? `${RESET}${GREEN}${this.text(value)}${RESET}` : this.text(value);
  }

  #map(map: Map<unknown, unknown>): string {
    const size = sizeOfMap.call(map);
    if (size === 0) return "Map {}";
    if (this.#depth > this.#depthMax) return this.#placeholder("[Map ...]");
    const head = `Map(${size}) {`;
    return this.#lines(
      map,
      head,
      [...(mapEntries.call(map) as Iterable<[unknown, unknown]>)],
      ([key, value]) => `${this.text(key)}: ${this.text(value)}`,
    );
  }

  #set(set: Set<unknown>): string {
    const size = sizeOfSet.call(set);
    if (size === 0) return "Set {}";
    if (this.#depth > this.#depthMax) return this.#placeholder("[Set ...]");
    return this.#lines(set, `Set(${size}) {`, [...(setValues.call(set) as Iterable<unknown>)], (value) =>
      this.text(value),
    );
  }

  #iterator(iterator: object): string {
    const name = types.isMapIterator(iterator) ? "MapIterator" : "SetIterator";
    const items = iteratorPreview(iterator) ?? [false];
    const isEntries = items.pop() === true;
    const values: unknown[] = [];
    for (let index = 0; index < items.length; index += isEntries ? 2 : 1)
      values.push(isEntries ? [items[index], items[index + 1]] : items[index]);
    return this.#lines(iterator, `${name} { `, values, (value) => this.text(value));
  }

  #lines<T>(value: object, head: string, items: T[], format: (item: T) => string): string {
    const body = this.#inside(value, () => {
      let text = "";
      for (const item of items) {
        this.#resetLine();
        const before = this.#isCompact ? (text === "" ? " " : `${this.comma()} `) : this.newLine();
        text += `${before}${format(item)}${this.#isCompact ? "" : this.comma()}`;
      }
      return text;
    });
    return `${head}${body}${this.#isCompact ? " " : this.newLine()}}`;
  }

  /** The head of an entry whose key is in quotes. */
  quotedKey(key: string): string {
    return this.colors ? `${RESET}${GREEN}${quoted(key)}${RESET}${DIM}:${RESET} ` : `${quoted(key)}: `;
  }

  #key(key: string | symbol): string {
    const colors = this.colors;
    if (typeof key === "symbol") {
      const name = String(key);
      this.#lineLength += name.length + 1;
      return colors ? `${RESET}${DIM}[${RESET}${BLUE}${name}${RESET}${DIM}]:${RESET} ` : `[${name}]: `;
    }
    this.#lineLength += key.length + 1;
    if (IDENTIFIER.test(key)) return colors ? `${RESET}${key}${DIM}:${RESET} ` : `${key}: `;
    return this.quotedKey(key);
  }

  /** The members of an object and of its prototypes, each on a line. */
  #members(value: object): string {
    if (isBareIterator(value)) return "{}";
    if (this.isTooDeep) return this.hidden(nameOfHidden(value));
    const name = nameOf(value);
    const head = name === "" ? "{" : `${name} {`;
    const members = membersOf(value, this.#isSorted);
    if (members.length === 0) {
      this.#isLineFull();
      return `${head}}`;
    }
    const start = this.#indent * 2 + 1;
    const body = this.#inside(value, () => {
      let text = "";
      for (let index = 0; index < members.length; index++) {
        const [key, descriptor, isPlatform] = members[index]!;
        const separator = index === 0 ? "" : this.comma();
        if (index === 0) this.#lineLength = start;
        else this.#resetLine();
        text +=
          separator +
          (this.#isCompact ? " " : this.newLine()) +
          this.#key(key) +
          this.#value(descriptor, value, isPlatform);
      }
      return text + (this.#isCompact ? "" : this.comma());
    });
    this.#lineLength += 1;
    return `${head}${body}${this.#isCompact ? " " : this.newLine()}}`;
  }

  #value(descriptor: PropertyDescriptor, object: object, isPlatform: boolean): string {
    let { value, get, set } = descriptor;
    if (isPlatform && typeof value === "function") return this.#function(value as Function, true);
    if (isPlatform && get !== undefined) {
      try {
        value = get.call(object);
        get = set = undefined;
      } catch {
        // The object is the prototype of the class, or not one of its instances.
      }
    }
    if (get !== undefined || set !== undefined) {
      const kind = get === undefined ? "Setter" : set === undefined ? "Getter" : "Getter/Setter";
      return this.paintPlain(CYAN, `[${kind}]`);
    }
    return this.member(value);
  }
}

const tagOfTypedArray = safe.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)!
  .get! as (this: object) => string | undefined;
const sizeOfMap = safe.getOwnPropertyDescriptor(Map.prototype, "size")!.get! as (this: object) => number;
const sizeOfSet = safe.getOwnPropertyDescriptor(Set.prototype, "size")!.get! as (this: object) => number;

/** The class of the runtime, also for an object of a class that extends it. */
function classOfBytes(value: object): string {
  return (
    tagOfTypedArray.call(value) ?? (types.isDataView(value) ? "DataView" : constructorName(value) || "ArrayBuffer")
  );
}

/** Typed arrays show no negative zero. */
function plusZero(value: unknown): unknown {
  return value === 0 ? 0 : value;
}
