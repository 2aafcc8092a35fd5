// Collections of the package `immutable` in messages and snapshots, by the marks that its objects have.
import type { Config, Printer } from "internal:test_runner/expect/pretty_format";

interface Collection {
  entries(): Iterator<[unknown, unknown]>;
  values(): Iterator<unknown>;
  /** Of records. */
  _name?: string;
  _keys?: string[];
  get?(key: string): unknown;
}

function has(value: object, mark: string): boolean {
  return (value as Record<string, unknown>)[`@@__IMMUTABLE_${mark}__@@`] === true;
}

/** Prints a collection; undefined for other values. */
export function printImmutable(
  value: object,
  config: Config,
  indentation: string,
  depth: number,
  refs: readonly unknown[],
  print: Printer,
): string | undefined {
  const isRecord = has(value, "RECORD");
  if (!isRecord && !has(value, "ITERABLE")) return undefined;
  const collection = value as Collection;
  const kind = isRecord ? "Record" : kindOf(value);
  const name = `Immutable.${isRecord ? (collection._name ?? "Record") : kind}`;
  const isKeyed = isRecord || has(value, "KEYED");
  const [open, close] = isKeyed ? ["{", "}"] : ["[", "]"];
  if (++depth > config.maxDepth) return `[${name}]`;
  const inner = indentation + config.indent;
  const show = (one: unknown): string => print(one, config, inner, depth, refs);
  const items: string[] = [];
  if (isRecord) for (const key of collection._keys ?? []) items.push(`${show(key)}: ${show(collection.get?.(key))}`);
  else if (isKeyed) for (const [key, one] of iterate(collection.entries())) items.push(`${show(key)}: ${show(one)}`);
  else for (const one of iterate(collection.values())) items.push(show(one));
  if (items.length === 0) return `${name} ${open}${close}`;
  const { min, spacingOuter, spacingInner } = config;
  const body = items.map((item) => inner + item).join(`,${spacingInner}`);
  return `${name} ${open}${spacingOuter}${body}${min ? "" : ","}${spacingOuter}${indentation}${close}`;
}

function kindOf(value: object): string {
  const ordered = has(value, "ORDERED") ? "Ordered" : "";
  if (has(value, "MAP")) return `${ordered}Map`;
  if (has(value, "LIST")) return "List";
  if (has(value, "SET")) return `${ordered}Set`;
  if (has(value, "STACK")) return "Stack";
  return "Seq";
}

function* iterate<T>(iterator: Iterator<T>): Generator<T> {
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) yield next.value;
}
