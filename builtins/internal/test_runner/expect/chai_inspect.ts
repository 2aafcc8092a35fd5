// Values in one line of a limited width, as Chai's messages have them in Vitest: what does not fit is "…" with a count.
// https://www.chaijs.com/api/plugins/#configtruncatethreshold
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import defer * as pretty from "internal:test_runner/expect/pretty_format";

/** Vitest's `chaiConfig.truncateThreshold`. */
const WIDTH = 40;
const MORE = "…";
const SEPARATOR = ", ";

/** A value in one line. */
export function inspectLine(value: unknown): string {
  const text = new Line().value(value);
  if (text.length < WIDTH) return text;
  if (typeof value === "function") return value.name === "" ? "[Function]" : `[Function: ${value.name}]`;
  if (Array.isArray(value)) return `[ Array(${value.length}) ]`;
  if (tagOf(value) !== "Object") return text;
  const keys = Object.keys(value as object);
  return `{ Object (${keys.slice(0, 2).join(SEPARATOR)}${keys.length > 2 ? ", ..." : ""}) }`;
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

function cut(text: string, width: number, tail = MORE): string {
  if (text.length <= tail.length || text.length <= width) return text;
  if (width < tail.length) return tail;
  let end = width - tail.length;
  const last = text.charCodeAt(end - 1);
  if (end > 0 && last >= 0xd800 && last <= 0xdbff) end--;
  return text.slice(0, end) + tail;
}

const ESCAPED: Record<string, string> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  "'": "\\'",
  "\\": "\\\\",
};

function escape(character: string): string {
  return ESCAPED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Classes whose instances have no contents to print. */
const OPAQUE = /^(?:Promise|WeakSet|WeakMap)$/;
/** Own properties of errors that are not printed. */
const OF_ERRORS = new Set(
  "stack line column sourceURL name message fileName lineNumber columnNumber number description cause".split(" "),
);
const TYPED = /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/;

type Item = [key: unknown, value: unknown];

class Line {
  /** How many characters still fit. */
  #left = WIDTH;
  readonly #seen: unknown[] = [];

  value(value: unknown): string {
    switch (typeof value) {
      case "string":
        return this.#string(value);
      case "number":
        return cut(Object.is(value, 0) ? "+0" : Object.is(value, -0) ? "-0" : String(value), this.#left);
      case "bigint":
        return cut(`${value}n`, this.#left, `${MORE}n`);
      case "symbol":
        return value.description === undefined ? "Symbol()" : `Symbol(${value.description})`;
      case "function":
        return this.#function(value);
      case "object":
        return value === null ? "null" : this.#object(value);
      default:
        return String(value);
    }
  }

  #string(value: string): string {
    return `'${cut(
      value.replaceAll(
        /['\\\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff]/g,
        escape,
      ),
      this.#left - 2,
    )}'`;
  }

  #function(value: Function): string {
    const kind = tagOf(value);
    const name = typeof value.name === "string" ? value.name : "";
    return name === "" ? `[${kind}]` : `[${kind} ${cut(name, this.#left - 11)}]`;
  }

  #object(value: object): string {
    if (isAsymmetric(value)) return pretty.stringify(value);
    if (value instanceof Error) return this.#error(value);
    const tag = tagOf(value);
    if (Array.isArray(value)) return this.#array(value);
    if (TYPED.test(tag)) return this.#typed(tag, value as Uint8Array);
    if (OPAQUE.test(tag)) return `${tag}{${MORE}}`;
    switch (tag) {
      case "String":
      case "Number":
      case "Boolean":
        return this.value((value as { valueOf(): unknown }).valueOf());
      case "Date": {
        const date = value as Date;
        return Number.isNaN(date.getTime()) ? "Invalid Date" : cut(date.toJSON(), this.#left);
      }
      case "RegExp": {
        const { source, flags } = value as RegExp;
        return `/${cut(source, this.#left - 2 - flags.length)}/${flags}`;
      }
      case "Map":
        return this.#collection("Map", [...(value as Map<unknown, unknown>)], (item) => this.#entry(item));
      case "Set":
        return this.#collection("Set", [...(value as Set<unknown>)], (item) => this.value(item));
      case "Arguments":
        return this.#arguments([...(value as ArrayLike<unknown> & Iterable<unknown>)]);
      case "Generator":
      case "DataView":
      case "ArrayBuffer":
        return "";
    }
    return this.#plain(value);
  }

  #plain(value: object): string {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null || !("constructor" in value)) return this.#members(value);
    const { constructor } = value as { constructor: unknown };
    if (constructor === Object) return this.#members(value);
    const tag = (value as Record<symbol, unknown>)[Symbol.toStringTag];
    const given = typeof constructor === "function" ? constructor.name : "";
    const name = typeof tag === "string" && tag !== "" ? tag : given || "<Anonymous Class>";
    this.#left -= name.length;
    return name + this.#members(value);
  }

  #members(value: object): string {
    const names: Item[] = Object.getOwnPropertyNames(value).map((key) => [
      key,
      (value as Record<string, unknown>)[key],
    ]);
    const symbols = Object.getOwnPropertySymbols(value).map((key): Item => [
      key,
      (value as Record<symbol, unknown>)[key],
    ]);
    if (names.length + symbols.length === 0) return "{}";
    this.#left -= 4;
    if (this.#seen.includes(value)) return "[Circular]";
    this.#seen.push(value);
    const first = this.#list(names, (item) => this.#property(item));
    const second = this.#list(symbols, (item) => this.#property(item));
    this.#seen.pop();
    return `{ ${first}${first !== "" && second !== "" ? SEPARATOR : ""}${second} }`;
  }

  #property([key, value]: Item): string {
    this.#left -= 2;
    const isName = typeof key === "string" && /^[a-z_]\w*$/i.test(key);
    const quoted = (): string => `'${JSON.stringify(key).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;
    const name = typeof key === "symbol" ? `[${this.value(key)}]` : isName ? (key as string) : quoted();
    this.#left -= name.length;
    return `${name}: ${this.value(value)}`;
  }

  #array(value: unknown[]): string {
    const others = Object.keys(value).slice(value.length);
    if (value.length + others.length === 0) return "[]";
    this.#left -= 4;
    const items = this.#list(value, (item) => this.value(item));
    this.#left -= items.length;
    const more = this.#list(
      others.map((key): Item => [key, (value as unknown as Record<string, unknown>)[key]]),
      (item) => this.#property(item),
    );
    return `[ ${items}${more === "" ? "" : SEPARATOR + more} ]`;
  }

  #typed(name: string, value: Uint8Array): string {
    if (value.length === 0) return `${name}[]`;
    this.#left -= name.length + 4;
    let text = "";
    for (let index = 0; index < value.length; index++) {
      const item = cut(String(value[index]), this.#left) + (index === value.length - 1 ? "" : SEPARATOR);
      this.#left -= item.length;
      if (value[index] !== value.length && this.#left <= 3) {
        text += `${MORE}(${value.length - Number(value[index]) + 1})`;
        break;
      }
      text += item;
    }
    return `${name}[ ${text} ]`;
  }

  #collection<T>(name: string, items: T[], print: (item: T) => string): string {
    if (items.length === 0) return `${name}{}`;
    this.#left -= 7;
    return `${name}{ ${this.#list(items, print)} }`;
  }

  #entry([key, value]: [unknown, unknown]): string {
    this.#left -= 4;
    const name = this.value(key);
    this.#left -= name.length;
    return `${name} => ${this.value(value)}`;
  }

  #arguments(items: unknown[]): string {
    if (items.length === 0) return "Arguments[]";
    this.#left -= "Arguments[ ] ".length;
    return `Arguments[ ${this.#list(items, (item) => this.value(item))} ]`;
  }

  #error(value: Error): string {
    const names: unknown[] = Object.getOwnPropertyNames(value).filter((key) => !OF_ERRORS.has(key));
    const { name } = value;
    this.#left -= String(name).length;
    let message = "";
    if (typeof value.message === "string") message = cut(value.message, this.#left);
    else names.unshift("message");
    if (message !== "") message = `: ${message}`;
    this.#left -= message.length + 5;
    if (this.#seen.includes(value)) return "[Circular]";
    this.#seen.push(value);
    const members = this.#list(
      names.map((key): Item => [key, (value as unknown as Record<string, unknown>)[key as string]]),
      (item) => this.#property(item),
    );
    this.#seen.pop();
    return `${name}${message}${members === "" ? "" : ` { ${members} }`}`;
  }

  /** Items as long as they fit, and how many are left. An item is added when the one after it leaves space for the count. */
  #list<T>(items: readonly T[], print: (item: T) => string): string {
    const width = this.#left;
    const count = items.length;
    let text = "";
    let next: string | undefined;
    for (let index = 0; index < count; index++) {
      const rest = count - index;
      const more = `${MORE}(${rest})`;
      const comma = rest > 1 ? SEPARATOR : "";
      this.#left = width - text.length - comma.length;
      const item = next ?? print(items[index]!) + comma;
      const end = text.length + item.length;
      if (rest === 1) {
        const isTooLong = end > width && text.length + more.length <= width;
        return text + (isTooLong ? more : item);
      }
      const isOver = end + more.length > width;
      if (rest > 2 && isOver) return text + more;
      next = print(items[index + 1]!) + (rest > 2 ? SEPARATOR : "");
      if (rest === 2 && isOver && end + next.length > width) return text + more;
      text += item;
      if (rest > 2 && end + next.length >= width) return `${text}${MORE}(${rest - 1})`;
      if (next === "") next = undefined;
    }
    return text;
  }
}
