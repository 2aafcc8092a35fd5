// `Bun.inspect` and the format of Bun's console: double quotes, one member a line, members of classes included. What objects of
// the web show is in `inspect_web`. `util.inspect` is Node's, also in Bun.
import { isError } from "internal:core/util/inspect/errors";
import { option } from "internal:core/launch";
import { iteratorPreview } from "internal:core/util/inspect/iterator_preview";
import defer * as errors from "internal:bun/inspect_error";
import defer * as types from "internal:core/util/types";
import defer * as web from "internal:bun/inspect_web";
import { PromiseStatus, promiseState } from "native:engine";

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
const DEPTH_OF_INSPECT = 8;
const LINE_LENGTH_MAX = 80;
/** An array with more elements begins a line for them. */
const INLINE_ELEMENTS_MAX = 10;
const SHOWN_ELEMENTS_MAX = 100;
const kCustom = Symbol.for("nodejs.util.inspect.custom");
const BEYOND_LATIN1 = /[^\0-\xff]/;
/** Symbols of Node's conventions and of our event targets, which Bun's objects do not have. */
const INTERNAL_SYMBOL = /^(?:nodejs\.|events\.|k[A-Z])/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

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
  return arguments.length === 0 ? "" : new Formatter(options ?? {}, DEPTH_OF_INSPECT).text(value);
}

/**
 * What the console prints for its arguments. Placeholders count in every string that others follow.
 * `indent`: what the lines of objects after their first begin with; those of strings and errors do not.
 */
export function formatArguments(args: readonly unknown[], colors: boolean, indent: string): string {
  let text = "";
  // One for all: where a list is broken depends on what is before it on the line.
  let formatter: Formatter | undefined;
  for (let index = 0; index < args.length; index++) {
    const value = args[index];
    if (index > 0) text += " ";
    if (typeof value !== "string") {
      formatter ??= formatterOfConsole({ colors }, text.length);
      text += indented(value, formatter, indent);
    } else if (index === args.length - 1 || !value.includes("%")) {
      formatter?.count(value);
      text += value;
    } else {
      formatter ??= formatterOfConsole({ colors }, text.length);
      const [filled, next] = fill(value, args, index + 1, formatter, indent);
      text += filled;
      index = next - 1;
    }
  }
  return text;
}

function formatterOfConsole(options: BunInspectOptions, column: number): Formatter {
  return new Formatter(options, (depthOfConsole ??= readDepth()), column);
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
      return String(value);
    case "d":
    case "i":
      return String(typeof value === "bigint" ? value : Math.trunc(typeof value === "symbol" ? NaN : Number(value)));
    case "f":
      return String(typeof value === "symbol" ? NaN : Number(value));
    case "j":
      return JSON.stringify(value) ?? "undefined";
    case "c":
      return "";
    default:
      return typeof value === "string" ? value : indented(value, formatter, indent);
  }
}

function indented(value: unknown, formatter: Formatter, indent: string): string {
  const text = formatter.text(value);
  return indent === "" || isError(value) ? text : text.replaceAll("\n", `\n${indent}`);
}

function isPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== "object" && typeof value !== "function");
}

/** A string in double quotes, with escapes. */
export function quoted(text: string): string {
  // Capital digits for control characters.
  return JSON.stringify(text).replace(/\\u00[01][0-9a-f]/g, (escape) => `\\u${escape.slice(2).toUpperCase()}`);
}

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
  #options: BunInspectOptions;

  /** `column`: how much of the line is used. */
  constructor(options: BunInspectOptions, depth: number, column = 0) {
    this.#options = options;
    this.#lineLength = column;
    this.colors = Boolean(options.colors);
    this.#isCompact = Boolean(options.compact);
    this.#isSorted = Boolean(options.sorted);
    const given = options.depth;
    this.#depthMax = given === undefined ? depth : given === null ? Infinity : Number(given);
  }

  /** Counts a text that is printed as it is. */
  count(text: string): void {
    this.#lineLength += text.length;
  }

  /** The text of `value`; strings are quoted. */
  text(value: unknown): string {
    switch (typeof value) {
      case "string":
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
        return this.#custom(value) ?? this.#function(value);
    }
    if (value === null) return this.#paint(YELLOW, "null");
    const object = value as object;
    if (this.#ancestors.includes(object)) return this.paintPlain(CYAN, "[Circular]");
    return this.#object(object);
  }

  #paint(color: string, text: string, length = text.length): string {
    this.#lineLength += length;
    return this.colors ? `${RESET}${color}${text}${RESET}` : text;
  }

  /** Paints a text that does not count in the length of its line. */
  paintPlain(color: string, text: string): string {
    return this.colors ? `${color}${text}${RESET}` : text;
  }

  /** A comma. */
  comma(): string {
    this.#lineLength += 1;
    return this.colors ? `${RESET}${DIM},${RESET}` : ",";
  }

  /** A new line at the current indentation. */
  newLine(): string {
    return `\n${"  ".repeat(this.#indent)}`;
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
    const source = Function.prototype.toString.call(value);
    const { name } = value;
    this.#lineLength += String(name).length;
    if (/^class\b/.test(source)) {
      const parent: unknown = Object.getPrototypeOf(value);
      const base = typeof parent === "function" && parent !== Function.prototype ? ` extends ${parent.name}` : "";
      return this.paintPlain(CYAN, `[class ${name === "" ? "(anonymous)" : name}${base}]`);
    }
    const kind = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
    const isNative = source.includes("[native code]");
    const label = typeof kind === "string" && kind.endsWith("Function") && !isPlatform ? kind : "Function";
    const shown = String(name).replace(/^bound /, "");
    // Bun shows the name that the source has: a computed key is none.
    const isNamed = IDENTIFIER.test(shown) || (shown !== "" && isNative);
    return this.paintPlain(CYAN, isNamed ? `[${label}: ${shown}]` : `[${label}]`);
  }

  /** The text of the program's method for it; null without one. */
  #custom(value: object): string | null {
    const method = (value as { [kCustom]?: unknown })[kCustom];
    if (typeof method !== "function" || web.hasOwnFormat(value, method)) return null;
    const depth = this.#depthMax - this.#depth;
    const options = { ...this.#options, depth, colors: this.colors, stylize: String };
    const result: unknown = method.call(value, depth, options, inspect);
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
    if (types.isNativeError(value))
      return errors.formatError(value as Error, this.colors, (member) => this.text(member));
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
      return this.#paint(GREEN, this.#depth === 0 ? text : quoted(text));
    }
    return web.format(value as object, this) ?? this.#members(value as object);
  }

  #bytes(value: object, elements: { readonly length: number; readonly [index: number]: unknown }): string {
    const name = constructorName(value) || "Uint8Array";
    const { length } = elements;
    if (length === 0) return `${name}(0) []`;
    let text = `${name}(${length}) [ `;
    for (let index = 0; index < length; index++)
      text += (index > 0 ? `${this.comma()} ` : "") + this.text(elements[index]);
    return `${text} ]`;
  }

  /** An object whose members are on lines of their own: `head {`, what each of `members` makes, `}`. */
  block(value: object, head: string, members: readonly (() => string)[], separator = ""): string {
    const body = this.#inside(value, () => members.map((member) => `${this.newLine()}${member()}`).join(separator));
    return `${head} {${body}${this.newLine()}}`;
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
    if (this.#depth > this.#depthMax) return this.paintPlain(CYAN, "[Array ...]");
    this.#lineLength += 2;
    let breaks =
      !this.#isCompact &&
      (value.length > INLINE_ELEMENTS_MAX ||
        !(isPrimitive(value[0]) || types.isRegExp(value[0]) || types.isStringObject(value[0])) ||
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
      this.#addElements(value, parts, () => {
        const isFull = !this.#isCompact && this.#isLineFull();
        breaks ||= isFull;
        if (!isFull) this.#lineLength += 1;
        return isFull ? this.newLine() : " ";
      });
      return parts.join("");
    });
    this.#lineLength += 2;
    // The next list of a full line is not broken before its first element.
    if (value.length === 1) this.#isLineFull();
    return breaks ? `${body}${this.newLine()}]` : `${body} ]`;
  }

  /** Adds the elements of an array, then its other members. `space` follows each comma. */
  #addElements(value: unknown[], parts: string[], space: () => string): void {
    const { length } = value;
    let count = 0;
    for (let index = 0; index < length;) {
      if (count === SHOWN_ELEMENTS_MAX) {
        parts.push(this.comma(), this.newLine(), this.#paint(DIM, `... ${length - index} more items`));
        return;
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
      parts.push(this.text(value[index]));
      count++;
      index++;
    }
    for (const key of Object.keys(value)) {
      if (String(Number(key) >>> 0) === key) continue;
      parts.push(this.comma(), space(), this.#key(key));
      parts.push(this.text((value as unknown as Record<string, unknown>)[key]));
    }
  }

  #map(map: Map<unknown, unknown>): string {
    if (map.size === 0) return "Map {}";
    if (this.#depth > this.#depthMax) return this.paintPlain(CYAN, "[Map ...]");
    const head = `Map(${map.size}) {`;
    return this.#lines(map, head, [...map.entries()], ([key, value]) => `${this.text(key)}: ${this.text(value)}`);
  }

  #set(set: Set<unknown>): string {
    if (set.size === 0) return "Set {}";
    if (this.#depth > this.#depthMax) return this.paintPlain(CYAN, "[Set ...]");
    return this.#lines(set, `Set(${set.size}) {`, [...set.values()], (value) => this.text(value));
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

  #key(key: string | symbol): string {
    const colors = this.colors;
    if (typeof key === "symbol") {
      const name = String(key);
      this.#lineLength += name.length + 1;
      return colors ? `${RESET}${DIM}[${RESET}${BLUE}${name}${RESET}${DIM}]:${RESET} ` : `[${name}]: `;
    }
    this.#lineLength += key.length + 1;
    if (IDENTIFIER.test(key)) return colors ? `${RESET}${key}${DIM}:${RESET} ` : `${key}: `;
    return colors ? `${RESET}${GREEN}${quoted(key)}${RESET}${DIM}:${RESET} ` : `${quoted(key)}: `;
  }

  /** The members of an object and of its prototypes, each on a line. */
  #members(value: object): string {
    if (this.#depth > this.#depthMax) return this.paintPlain(CYAN, "[Object ...]");
    if (isBareIterator(value)) return "{}";
    const name = nameOf(value);
    const head = name === "" ? "{" : `${name} {`;
    const members = membersOf(value);
    if (this.#isSorted) members.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1));
    if (members.length === 0) return `${head}}`;
    const start = this.#indent * 2 + 1;
    const body = this.#inside(value, () => {
      let text = "";
      for (const [index, [key, descriptor, isPlatform]] of members.entries()) {
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
    const text = this.text(value);
    // Bun paints strings of members twice.
    return this.colors && typeof value === "string" ? `${RESET}${GREEN}${text}${RESET}` : text;
  }
}

/** A member's name and descriptor, and whether a class of the runtime has it. */
type Member = [key: string | symbol, descriptor: PropertyDescriptor, isPlatform: boolean];

/** Whether it is the prototype of a class that the runtime has, such as `Event` or `Temporal.PlainDate`. */
function isPlatformPrototype(prototype: object): boolean {
  const { constructor } = prototype;
  const { name } = constructor;
  const isIn = (holder: object): boolean =>
    (Object.getOwnPropertyDescriptor(holder, name)?.value as unknown) === constructor;
  return typeof constructor === "function" && (isIn(globalThis) || isIn(Temporal));
}

/** The own members of an object and those of its prototypes, without `constructor`. */
function membersOf(value: object): Member[] {
  const members: Member[] = [];
  const seen = new Set<string | symbol>(["constructor", Symbol.toStringTag]);
  for (
    let object: object | null = value;
    object !== null && (object === value || object !== Object.prototype);
    object = Object.getPrototypeOf(object) as object | null
  ) {
    const isPlatform = object !== value && isPlatformPrototype(object);
    for (const key of Reflect.ownKeys(object)) {
      if (seen.has(key) || (typeof key === "symbol" && INTERNAL_SYMBOL.test(key.description ?? ""))) continue;
      seen.add(key);
      const descriptor = Object.getOwnPropertyDescriptor(object, key);
      if (descriptor !== undefined) members.push([key, descriptor, isPlatform]);
    }
  }
  return members;
}

/** The name before the members: that of the class, or of the tag of a plain object. */
function nameOf(value: object): string {
  if (Object.getPrototypeOf(value) === null)
    return types.isModuleNamespaceObject(value) ? "Module" : "[Object: null prototype]";
  const name = constructorName(value);
  if (name !== "" && name !== "Object") return name;
  const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return typeof tag === "string" && tag !== "" ? tag : "";
}

/** Whether it is a generator or the iterator of a string, which have no members. */
function isBareIterator(value: object): boolean {
  const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return (
    tag === "Generator" || tag === "AsyncGenerator" || tag === "String Iterator" || tag === "RegExp String Iterator"
  );
}

function constructorName(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: unknown } | null;
  const constructor = prototype?.constructor;
  return typeof constructor === "function" && typeof constructor.name === "string" ? constructor.name : "";
}
