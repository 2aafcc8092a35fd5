// What of a project's configuration is invalid.

/** The run does not begin; its exit code is that of a failure. */
export class ConfigurationError extends Error {}

type Members = Record<string, unknown>;
/** "list": one value or several. */
export type SettingKind = "number" | "boolean" | "list" | "object";

const WORDS: Record<SettingKind, string> = {
  number: "a number",
  boolean: "true or false",
  list: "a list of strings",
  object: "an object",
};

/** Throws a ConfigurationError for the first setting with a value of the wrong type. `where`: whose configuration it is. */
export function checkSettings(where: string, given: Members, kinds: Record<string, SettingKind>): void {
  for (const [name, kind] of Object.entries(kinds)) {
    const value = given[name];
    if (value === undefined || value === null || isOfKind(value, kind)) continue;
    throw new ConfigurationError(`${where}: "${name}" expects ${WORDS[kind]}, not ${shown(value)}`);
  }
}

function isOfKind(value: unknown, kind: SettingKind): boolean {
  if (kind === "object") return typeof value === "object";
  if (kind !== "list") return typeof value === kind;
  return Array.isArray(value) || typeof value === "string" || value instanceof RegExp;
}

function shown(value: unknown): string {
  return typeof value === "object"
    ? Array.isArray(value)
      ? "a list"
      : "an object"
    : (JSON.stringify(value) ?? typeof value);
}
