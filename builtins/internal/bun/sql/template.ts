// From a template to the text of a statement and its parameters. A value never becomes part of the text, except what
// `sql()` and `sql.unsafe()` made, and then as an identifier in quotes or as a fragment.
import { SQLArrayParameter, SQLHelper } from "internal:bun/sql/parameters";
import type { Dialect } from "internal:bun/sql/errors";
import { type QueryState, Query, stateOf } from "internal:bun/sql/query";
import type { Transform } from "internal:bun/sql/transforms";

export interface Statement {
  text: string;
  values: unknown[];
}

/** How a database writes parameters. */
export interface Style {
  dialect: Dialect;
  transform: Transform | null;
}

/** A name, in quotes; a dot separates its parts. */
export function identifier(name: string, dialect: Dialect): string {
  const quote = dialect === "mysql" ? "`" : '"';
  return name
    .split(".")
    .map((part) => quote + part.replaceAll(quote, quote + quote) + quote)
    .join(".");
}

const fragmentError = (): SyntaxError =>
  new SyntaxError("Invalid query: SQL Fragment cannot be executed or was misused");

type Command = "insert" | "update" | "set" | "in";

/** The command that a helper at the end of `text` belongs to. */
function commandAt(text: string): Command | null {
  const plain = text.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\//g, " ");
  if (/\bin\s*$/i.test(plain)) return "in";
  const words = plain.toLowerCase().match(/\b(?:insert|update|set|where|values|select|from|having)\b/g) ?? [];
  const last = words.at(-1);
  return last === "insert" || last === "update" || last === "set" ? last : null;
}

class Builder {
  text = "";
  values: unknown[] = [];
  readonly #style: Style;

  constructor(style: Style) {
    this.#style = style;
  }

  #placeholder(): string {
    const { dialect } = this.#style;
    return dialect === "mysql" ? "?" : `${dialect === "sqlite" ? "?" : "$"}${this.values.length}`;
  }

  #parameter(value: unknown): string {
    const transform = this.#style.transform;
    this.values.push(value === undefined && transform?.hasUndefined ? transform.undefinedValue : value);
    return this.#placeholder();
  }

  #name(name: string): string {
    const rename = this.#style.transform?.to;
    return identifier(rename === undefined ? name : rename(name), this.#style.dialect);
  }

  query(state: QueryState): void {
    switch (state.kind) {
      case "identifier":
        this.text += identifier(
          this.#style.transform?.to === undefined
            ? state.text
            : state.text.split(".").map(this.#style.transform.to).join("."),
          this.#style.dialect,
        );
        return;
      case "template":
        this.template(state.strings, state.values);
        return;
      case "unsafe":
        if (state.values.length > 0 && this.values.length > 0 && this.#style.dialect === "postgres")
          throw new SyntaxError(
            "Nested sql.unsafe() cannot have values when it follows other parameters: its $1 is the first parameter of the whole query. Use a sql`` fragment for the values",
          );
        this.text += state.text;
        this.values.push(...state.values);
        return;
      default:
        throw fragmentError();
    }
  }

  template(strings: readonly string[], values: readonly unknown[]): void {
    for (let index = 0; index < strings.length; index++) {
      this.text += strings[index];
      if (index < values.length) this.#value(values[index]);
    }
  }

  #value(value: unknown): void {
    if (value instanceof Query) {
      this.query(stateOf(value));
    } else if (value instanceof SQLHelper) {
      this.#helper(value);
    } else if (value instanceof SQLArrayParameter) {
      this.#array(value);
    } else if (Array.isArray(value) && value.length > 0 && value[0] instanceof Query) {
      value.forEach((part, index) => {
        if (!(part instanceof Query)) throw fragmentError();
        if (index > 0) this.text += " ";
        this.query(stateOf(part));
      });
    } else {
      this.text += `${this.#parameter(value)} `;
    }
  }

  #array(value: SQLArrayParameter): void {
    this.text += `${this.#parameter(value.serializedValues)}${value.arrayType === undefined ? "" : `::${value.arrayType}[]`} `;
  }

  /** A value in a list of values: a parameter, or a fragment. */
  #item(value: unknown): void {
    if (value instanceof Query) this.query(stateOf(value));
    else if (value instanceof SQLArrayParameter) this.#array(value);
    else this.text += this.#parameter(value);
  }

  #list(items: readonly unknown[]): void {
    items.forEach((item, index) => {
      if (index > 0) this.text += ", ";
      this.#item(item);
    });
  }

  #helper({ value, columns }: SQLHelper): void {
    const command = commandAt(this.text);
    if (command === "in") this.#in(value, columns);
    else if (command === "insert") this.#insert(value as Record<string, unknown>[], columns);
    else if (command !== null) this.#update(value as Record<string, unknown>[], columns, command);
    else throw new SyntaxError("Helpers are only allowed for INSERT, UPDATE and IN commands");
  }

  #in(items: unknown[], columns: string[]): void {
    if (columns.length > 1) throw new SyntaxError("Cannot use WHERE IN helper with multiple columns");
    const key = columns[0];
    const list = key === undefined ? items : items.map((item) => (item as Record<string, unknown>)[key]);
    if (list.length === 0) {
      this.text += this.#style.dialect === "sqlite" ? "() " : "(NULL) ";
      return;
    }
    this.text += "(";
    this.#list(
      key === undefined
        ? list.map((item) => (isRow(item) ? (item as Record<string, unknown>)[Object.keys(item)[0] ?? ""] : item))
        : list,
    );
    this.text += ") ";
  }

  #isKept(value: unknown): boolean {
    return value !== undefined || this.#style.transform?.hasUndefined === true;
  }

  #insert(rows: Record<string, unknown>[], chosen: string[]): void {
    const first = rows[0];
    const all = first === undefined || first === null ? [] : chosen.length > 0 ? chosen : Object.keys(first);
    const columns = all.filter((name) => rows.some((row) => this.#isKept(row[name])));
    if (columns.length === 0) throw new SyntaxError("Cannot INSERT with no columns");
    this.text += `(${columns.map((name) => this.#name(name)).join(", ")}) VALUES`;
    rows.forEach((row, index) => {
      this.text += index === 0 ? "(" : ",(";
      this.#list(columns.map((name) => row[name]));
      this.text += ")";
    });
    this.text += " ";
  }

  #update(rows: Record<string, unknown>[], chosen: string[], command: Command): void {
    const row = rows[0] ?? {};
    if (rows.length > 1) throw new SyntaxError("Cannot use array of objects for UPDATE");
    const columns = (chosen.length > 0 ? chosen : Object.keys(row)).filter((name) => this.#isKept(row[name]));
    if (columns.length === 0) throw new SyntaxError("Update needs to have at least one column");
    if (command === "update" && !/\bon\s+duplicate\s+key\s+update\s*$/i.test(this.text)) this.text += " SET ";
    columns.forEach((name, index) => {
      this.text += `${index === 0 ? "" : ", "}${this.#name(name)} = `;
      this.#item(row[name]);
    });
    this.text += " ";
  }
}

/** A plain object, as a row is. */
function isRow(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The statement of a query that is not in a file. */
export function build(state: QueryState, style: Style): Statement {
  if (state.kind === "unsafe") return { text: state.text, values: state.values };
  const builder = new Builder(style);
  builder.query(state);
  return { text: builder.text, values: builder.values };
}
