// Writes documents of TOML 1.0 (https://toml.io/en/v1.0.0) with the layout and messages of `Bun.TOML.stringify`.

type Table = Record<string, unknown>;

const BARE_KEY = /^[A-Za-z0-9_-]+$/;
const ESCAPED = /["\\\x00-\x1f\x7f]/g;
const SHORT_ESCAPES: Record<string, string> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};
const YEAR_MAX = 9999;

/** The document of a table; `undefined` for what JSON leaves out, too. */
export function stringifyToml(value: unknown): string | undefined {
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return undefined;
  const document = unboxed(value);
  if (!isTable(document))
    throw new Error("TOML.stringify expects an object at the top level (a TOML document is a table)");
  return new Writer().document(document);
}

class Writer {
  #blocks: string[] = [];
  /** The objects that contain what is written now. */
  #open = new Set<object>();

  document(table: Table): string {
    this.#table(table, "", "");
    return this.#blocks.join("\n");
  }

  /** A table in a block of its own. Its header is left out where the headers of its tables imply it. */
  #table(table: Table, path: string, header: string): void {
    this.#enter(table);
    const lines: string[] = [];
    const tables: [string, Table | Table[]][] = [];
    for (const [key, member] of members(table)) {
      if (isTable(member) || isListOfTables(member)) tables.push([key, member]);
      else lines.push(`${keyText(key)} = ${this.#inline(member, key)}\n`);
    }
    const isImplied = header.startsWith("[[") ? false : lines.length === 0 && tables.length > 0;
    if (header !== "" && !isImplied) lines.unshift(`${header}\n`);
    if (lines.length > 0) this.#blocks.push(lines.join(""));
    for (const [key, member] of tables) this.#inner(member, path === "" ? keyText(key) : `${path}.${keyText(key)}`);
    this.#open.delete(table);
  }

  #inner(member: Table | Table[], path: string): void {
    if (!Array.isArray(member)) return this.#table(member, path, `[${path}]`);
    this.#enter(member);
    for (const item of member) this.#table(unboxed(item) as Table, path, `[[${path}]]`);
    this.#open.delete(member);
  }

  #inline(value: unknown, key: string | null): string {
    if (typeof value !== "object" || value === null) return scalar(value, key);
    if (value instanceof Date) return dateText(value);
    this.#enter(value);
    const text = Array.isArray(value) ? this.#list(value) : this.#inlineTable(value as Table);
    this.#open.delete(value);
    return text;
  }

  #list(list: unknown[]): string {
    const items: string[] = [];
    for (let index = 0; index < list.length; index++) items.push(this.#inline(unboxed(list[index]), null));
    return `[${items.join(", ")}]`;
  }

  #inlineTable(table: Table): string {
    const pairs = members(table).map(([key, member]) => `${keyText(key)} = ${this.#inline(member, key)}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }

  #enter(value: object): void {
    if (this.#open.has(value)) throw new Error("Converting circular structure to TOML");
    this.#open.add(value);
  }
}

/** The members that are written; those that JSON leaves out are not. */
function members(table: Table): [string, unknown][] {
  const found: [string, unknown][] = [];
  for (const key of Object.keys(table)) {
    const member = unboxed(table[key]);
    if (member !== undefined && typeof member !== "function" && typeof member !== "symbol") found.push([key, member]);
  }
  return found;
}

function unboxed(value: unknown): unknown {
  if (value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt)
    return value.valueOf();
  return value;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function isListOfTables(value: unknown): value is Table[] {
  return Array.isArray(value) && value.length > 0 && Array.from(value, unboxed).every(isTable);
}

/** What is not an object; `key` is `null` in an array. */
function scalar(value: unknown, key: string | null): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      return numberText(value);
    case "boolean":
      return String(value);
    case "bigint":
      throw new Error("TOML.stringify cannot serialize BigInt");
  }
  if (key !== null)
    throw new Error(`TOML cannot represent null (key '${key}'); remove the key or use a sentinel value`);
  const kind = value === null || value === undefined ? String(value) : `a ${typeof value}`;
  throw new Error(`TOML cannot represent ${kind} in an array`);
}

/** Only safe integers are written as integers, for other readers have 64 bits and compare exactly. */
function numberText(number: number): string {
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
  if (Object.is(number, -0)) return "-0.0";
  const text = String(number);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && !text.includes("e") ? `${text}.0` : text;
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new Error("TOML.stringify cannot serialize an invalid Date");
  const year = date.getUTCFullYear();
  if (year < 0 || year > YEAR_MAX) throw new Error("TOML.stringify cannot serialize a Date outside years 0000-9999");
  return date.toISOString().replace(/\.000Z$/, "Z");
}

function keyText(key: string): string {
  return BARE_KEY.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
  const escaped = text
    .toWellFormed()
    .replace(ESCAPED, (c) => SHORT_ESCAPES[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${escaped}"`;
}
