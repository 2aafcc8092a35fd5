// Plain scalars of YAML: their values in the core schema (YAML 1.2.2 §10.3), and which strings need quotes to remain strings.

const INTEGER = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** Scalars that are booleans in YAML 1.1; written with quotes for older readers. */
const OLD_BOOLEANS = /^(?:y|n|yes|no|on|off|true|false)$/i;

/** The value of a plain scalar. */
export function resolvePlain(text: string): unknown {
  switch (text) {
    case "":
    case "~":
    case "null":
    case "Null":
    case "NULL":
      return null;
    case "true":
    case "True":
    case "TRUE":
      return true;
    case "false":
    case "False":
    case "FALSE":
      return false;
    case ".inf":
    case ".Inf":
    case ".INF":
    case "+.inf":
    case "+.Inf":
    case "+.INF":
      return Infinity;
    case "-.inf":
    case "-.Inf":
    case "-.INF":
      return -Infinity;
    case ".nan":
    case ".NaN":
    case ".NAN":
      return Number.NaN;
  }
  if (INTEGER.test(text) || FLOAT.test(text)) return Number(text);
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8);
  return /^0x[0-9a-fA-F]+$/.test(text) ? Number.parseInt(text.slice(2), 16) : text;
}

/** The value of a scalar with a tag; without a tag, or with an unknown one, `plain`. */
export function applyTag(tag: string | null, text: string, plain: unknown): unknown {
  switch (tag) {
    case "!":
    case "!!str":
      return text;
    case "!!int":
    case "!!float":
      return Number(text);
    case "!!bool":
      return text.toLowerCase() === "true";
    case "!!null":
      return null;
    default:
      return plain;
  }
}

/** Writes a value: on one line for an empty `space`, else as a block that each level indents by `space`. */
export function stringifyYaml(value: unknown, space: string): string | undefined {
  return new Writer(value).write(value, space);
}

function scalar(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return needsQuotes(value) ? JSON.stringify(value) : value;
    case "number":
      return Number.isNaN(value)
        ? ".nan"
        : value === Infinity
          ? ".inf"
          : value === -Infinity
            ? "-.inf"
            : Object.is(value, -0)
              ? "-0"
              : `${value}`;
    case "boolean":
    case "bigint":
      return `${value}`;
    case "object":
      return value === null ? "null" : undefined;
    default:
      return undefined;
  }
}

function needsQuotes(text: string): boolean {
  if (text === "" || typeof resolvePlain(text) !== "string" || OLD_BOOLEANS.test(text)) return true;
  return (
    /^[\s\-?:,[\]{}#&*!|>'"%@`.=<~]|[\x00-\x1f\x7f-\x9f\u2028\u2029]|: |:$| #|[,[\]{}]|\s$/.test(text) ||
    /^\d{4}-\d{2}-\d{2}/.test(text)
  );
}

function members(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).filter(
    ([, member]) => member !== undefined && typeof member !== "function" && typeof member !== "symbol",
  );
}

/** Names that may be anchors; other keys give their values the name `value`. */
const ANCHOR = /^[\w-]+$/;

/** Writes a value. What occurs in several places, or contains itself, has an anchor in the first and is an alias in the others. */
class Writer {
  /** The name that each object has where it occurs first; `null` for the root. */
  #names = new Map<object, string | null>();
  #anchors = new Map<object, string>();
  #written = new Set<object>();
  /** How often each name was used; the root has one of them. */
  #uses = new Map<string, number>([["root", 1]]);

  constructor(value: unknown) {
    this.#visit(value, null);
  }

  /** Anchors are numbered in the order in which values occur again. */
  #visit(value: unknown, name: string | null): void {
    if (typeof value !== "object" || value === null || this.#anchors.has(value)) return;
    const first = this.#names.get(value);
    if (first !== undefined) {
      this.#anchors.set(value, this.#newAnchor(first));
      return;
    }
    this.#names.set(value, name);
    if (Array.isArray(value)) for (const item of value) this.#visit(item, "item");
    else for (const [key, member] of members(value as Record<string, unknown>)) this.#visit(member, key);
  }

  #newAnchor(name: string | null): string {
    if (name === null) return "root";
    const base = ANCHOR.test(name) ? name : "value";
    const uses = this.#uses.get(base) ?? 0;
    this.#uses.set(base, uses + 1);
    // The first value of each key has no number.
    return uses === 0 && base !== "item" && base !== "value" ? base : `${base}${uses}`;
  }

  write(value: unknown, space: string): string | undefined {
    if (space === "") return this.#flow(value);
    const anchor = this.#anchorOf(value);
    const text = this.#block(value, space, "");
    return anchor === "" ? text : `${anchor}\n${text}`;
  }

  #alias(value: unknown): string | undefined {
    return this.#written.has(value as object) ? `*${this.#anchors.get(value as object)}` : undefined;
  }

  /** The anchor of a value that is written now; an empty string for one that occurs once. */
  #anchorOf(value: unknown): string {
    const anchor = this.#anchors.get(value as object);
    if (anchor === undefined) return "";
    this.#written.add(value as object);
    return `&${anchor}`;
  }

  #flow(value: unknown): string | undefined {
    if (typeof value !== "object" || value === null) return scalar(value);
    const alias = this.#alias(value);
    if (alias !== undefined) return alias;
    const anchor = this.#anchorOf(value);
    const prefix = anchor === "" ? "" : `${anchor} `;
    if (Array.isArray(value)) return `${prefix}[${value.map((item) => this.#flow(item) ?? "null").join(",")}]`;
    const pairs = members(value as Record<string, unknown>).map(
      ([key, member]) => `${scalar(key)}: ${this.#flow(member)}`,
    );
    return `${prefix}{${pairs.join(",")}}`;
  }

  #block(value: unknown, space: string, indent: string): string | undefined {
    if (typeof value !== "object" || value === null) return scalar(value);
    const isList = Array.isArray(value);
    const entries: string[] = [];
    if (isList) for (const item of value) entries.push(`- ${this.#item(item, space, `${indent}  `)}`);
    else {
      for (const [key, member] of members(value as Record<string, unknown>))
        entries.push(`${scalar(key)}:${this.#member(member, space, indent + space)}`);
    }
    if (entries.length === 0) return isList ? "[]" : "{}";
    return entries.join(`\n${indent}`);
  }

  #item(item: unknown, space: string, indent: string): string {
    const alias = this.#alias(item);
    if (alias !== undefined) return alias;
    const anchor = this.#anchorOf(item);
    const text = this.#block(item, space, indent) ?? "null";
    return anchor === "" ? text : `${anchor}\n${indent}${text}`;
  }

  #member(member: unknown, space: string, indent: string): string {
    const alias = this.#alias(member);
    if (alias !== undefined) return `\n${indent}${alias}`;
    const anchor = this.#anchorOf(member);
    const text = this.#block(member, space, indent)!;
    if (anchor !== "") return `\n${indent}${anchor}\n${indent}${text}`;
    const isNested = typeof member === "object" && member !== null && text !== "{}" && text !== "[]";
    return isNested ? `\n${indent}${text}` : ` ${text}`;
  }
}
