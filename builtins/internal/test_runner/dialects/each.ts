// `test.each`: tables of arguments, and names with their values.
// https://jestjs.io/docs/api#testeachtablename-fn-timeout
import { format as pretty } from "internal:test_runner/expect/pretty_format";
import defer * as chai from "internal:test_runner/expect/chai_inspect";
import { format as formatText, inspect } from "internal:core/util/inspect";

/** One row: its arguments, and its values by the heads of the columns. */
export interface Row {
  args: unknown[];
  named: Record<string, unknown> | undefined;
}

/** The rows of `each(table)` or of the template literal form. Throws for a table that is no list. */
export function rowsOf(table: unknown, values: unknown[]): Row[] {
  if (isTemplate(table)) return rowsOfTemplate(table, values);
  if (table === null || table === undefined || typeof (table as Iterable<unknown>)[Symbol.iterator] !== "function")
    throw new Error("`.each` must be called with an Array or Tagged Template Literal.");
  return [...(table as Iterable<unknown>)].map((row) => ({
    args: Array.isArray(row) ? (row as unknown[]) : [row],
    named:
      typeof row === "object" && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : undefined,
  }));
}

function isTemplate(table: unknown): table is TemplateStringsArray {
  return Array.isArray(table) && Array.isArray((table as unknown as TemplateStringsArray).raw);
}

function rowsOfTemplate(table: TemplateStringsArray, values: unknown[]): Row[] {
  const heads = table[0]!
    .split("\n")
    .map((line) => line.replace(/\/\/.*$/, "").trim())
    .filter(Boolean)
    .flatMap((line) => line.split("|"))
    .map((name) => name.trim())
    .filter(Boolean);
  if (heads.length === 0 || values.length % heads.length !== 0)
    throw new Error(
      `Not enough arguments supplied for given headings:\n${heads.join(" | ")}\n\nReceived: ${values.length} values`,
    );
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += heads.length) {
    const named = Object.fromEntries(heads.map((name, index) => [name, values[start + index]]));
    rows.push({ args: [named], named });
  }
  return rows;
}

/** The name of a row: `%s` and the others, `%p` for pretty-format, `%#` the index, `%%`, `$name` and `$name.path`. */
export function nameOfRow(title: string, { args, named }: Row, index: number): string {
  let name = title;
  if (named !== undefined) {
    name = name.replaceAll(/\$(#|[A-Za-z_$][\w$]*(?:\.[\w$]+)*)/g, (whole, path: string) => {
      if (path === "#") return String(index);
      const found = valueAt(named, path.split("."));
      return found === undefined ? (path.split(".")[0]! in named ? "undefined" : whole) : shown(found.value);
    });
  } else name = name.replaceAll("$#", String(index));
  const codes = codesOf(args, index);
  return name.replaceAll(CODES, codes);
}

const CODES = /%(?:%|#|\$|[psdifjoOc])/g;

/** Replaces the codes of a title, each by the next argument. */
function codesOf(args: unknown[], index: number): (code: string) => string {
  let used = 0;
  return (code) => {
    if (code === "%%") return "%";
    if (code === "%#") return String(index);
    if (code === "%$") return String(index + 1);
    if (used >= args.length) return code;
    const value = args[used++];
    if (code === "%p") return pretty(value, { min: true, maxDepth: 1 });
    if (code === "%j") return jsonOf(value);
    if (code === "%s" && typeof value === "object" && value !== null && !Array.isArray(value) && !hasOwnText(value))
      return formatText("%s", value);
    return formatText(code, value);
  };
}

/**
 * The name of a row in Vitest: `$name.path` of a first argument that is an object, and `$0` of all arguments, as Chai shows
 * values.
 */
export function nameInVitest(title: string, { args }: Row, index: number): string {
  const [first] = args;
  const isOfObject = typeof first === "object" && first !== null && !Array.isArray(first);
  const attribute = (whole: string, key: string): string => {
    const isPosition = /^\d+$/.test(key);
    if (!isOfObject && !isPosition) return whole;
    const named = isOfObject ? valueAt(first as Record<string, unknown>, key.split("."))?.value : undefined;
    return chai.inspectLine(named === undefined && isPosition ? args[Number(key)] : named);
  };
  const numbered = title.replaceAll(/%(%|#|\$)/g, (whole, code: string) =>
    code === "%" ? whole : String(code === "#" ? index : index + 1),
  );
  let used = 0;
  return numbered.replaceAll(/%([sdjifoOc%])|\$([$\w.]+)/g, (whole, code: string | undefined, key: string) => {
    if (code === undefined) return attribute(whole, key);
    // Arguments that are missing are undefined here, and `%%` takes one, too.
    const value = args[used++];
    if (code !== "%") return codesOf([value], index)(whole);
    return `% ${typeof value === "object" && value !== null ? chai.inspectLine(value) : String(value)}`;
  });
}

function hasOwnText(value: object): boolean {
  return (
    typeof (value as { toString?: unknown }).toString === "function" &&
    (value as { toString: unknown }).toString !== Object.prototype.toString
  );
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "undefined";
  } catch {
    return "[Circular]";
  }
}

function valueAt(object: Record<string, unknown>, path: string[]): { value: unknown } | undefined {
  let at: unknown = object;
  for (const key of path) {
    if (at === null || at === undefined || !(key in Object(at))) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return { value: at };
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || typeof value !== "object") return inspect(value, {});
  return pretty(value, { min: true, maxDepth: 1 });
}
