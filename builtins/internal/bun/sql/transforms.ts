// The presets of the option `transform`: names of columns in other styles than `user_id`.
// https://bun.com/docs/runtime/sql#column-name-transforms

type Rename = (name: string) => string;

export interface ColumnTransform {
  from?: Rename | undefined;
  to?: Rename | undefined;
}

/** The option, in its long form. */
export interface Transform {
  from: Rename | undefined;
  to: Rename | undefined;
  /** Whether `undefined` has a value of its own, and which. */
  hasUndefined: boolean;
  undefinedValue: unknown;
}

function toCamel(name: string): string {
  return name.replace(/(?!^)_(.)/g, (_match, next: string) => next.toUpperCase());
}

function toPascal(name: string): string {
  const camel = toCamel(name);
  return camel.slice(0, 1).toUpperCase() + camel.slice(1);
}

function toKebab(name: string): string {
  return name.replaceAll("_", "-");
}

function fromCamel(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function fromPascal(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? "" : "_") + letter.toLowerCase());
}

function fromKebab(name: string): string {
  return name.replaceAll("-", "_");
}

const both = (from: Rename, to: Rename): { column: ColumnTransform } => ({ column: { from, to } });

/** Members of `SQL`. */
export const presets = {
  toCamel: Object.assign(toCamel, { column: { from: toCamel } }),
  toPascal: Object.assign(toPascal, { column: { from: toPascal } }),
  toKebab: Object.assign(toKebab, { column: { from: toKebab } }),
  fromCamel: Object.assign(fromCamel, { column: { to: fromCamel } }),
  fromPascal: Object.assign(fromPascal, { column: { to: fromPascal } }),
  fromKebab: Object.assign(fromKebab, { column: { to: fromKebab } }),
  camel: both(toCamel, fromCamel),
  pascal: both(toPascal, fromPascal),
  kebab: both(toKebab, fromKebab),
};

/** Reads the option. */
export function readTransform(option: unknown): Transform | null {
  if (option === undefined || option === null) return null;
  const given = option as { column?: Rename | ColumnTransform; undefined?: unknown };
  const column = typeof given.column === "function" ? { from: given.column } : (given.column ?? {});
  const hasUndefined = given.undefined !== undefined;
  return { from: column.from, to: column.to, hasUndefined, undefinedValue: given.undefined };
}
