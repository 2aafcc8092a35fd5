// How the runtime that runs this differs from a list that another one printed.
import { describe, typeOf, type Description } from "./describe.ts";
import { parseKey, resolvePath } from "./paths.ts";
import { descriptionText, parseSections } from "./text.ts";
import { type Section } from "./walk.ts";

/** One difference. `severity`: what a program notices first. */
export interface Difference {
  path: string;
  severity: "missing" | "kind" | "detail" | "flags" | "parent" | "extra";
  text: string;
}

/** All differences from the list `text`. */
export async function differences(text: string): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const section of parseSections(text)) {
    const { value: holder } = await resolvePath(section.path);
    if ((typeof holder !== "object" && typeof holder !== "function") || holder === null) {
      found.push({ path: section.path, severity: "missing", text: `no such object (it is ${typeOf(holder)})` });
      continue;
    }
    compare(section, holder, found);
  }
  return found;
}

function compare(section: Section, holder: object, found: Difference[]): void {
  const keys = new Set<string | symbol>(Reflect.ownKeys(holder));
  for (const [text, expected] of section.members) {
    const path = text.startsWith("[") ? section.path + text : `${section.path}.${text}`;
    const key = parseKey(text);
    if (!keys.delete(key)) {
      found.push({
        path,
        severity: "missing",
        text: `${descriptionText(expected)}${key in holder ? " is inherited" : " is missing"}`,
      });
      continue;
    }
    const actual = describe(holder, key, section.path);
    const severity = severityOf(expected, actual, section.path);
    if (severity !== null)
      found.push({ path, severity, text: `${descriptionText(expected)} is ${descriptionText(actual)}` });
  }
  for (const key of keys) {
    if (
      typeof key === "string" &&
      !key.startsWith("_") &&
      Object.getOwnPropertyDescriptor(holder, key)!.enumerable &&
      section.path !== "globalThis"
    ) {
      found.push({ path: `${section.path}.${key}`, severity: "extra", text: "is not in the list" });
    }
  }
}

/** The kind of the difference; null when it cannot affect a program. */
function severityOf(expected: Description, actual: Description, path: string): Difference["severity"] | null {
  if (descriptionText(expected) === descriptionText(actual)) return null;
  if (normalKind(actual) !== normalKind(expected)) return "kind";
  if (actual.kind === expected.kind && isOtherDetail(expected.detail, actual.detail)) return "detail";
  // Whether a member is computed lazily matters on a prototype only, not on a module.
  if (actual.kind !== expected.kind) return path.endsWith("prototype") ? "kind" : null;
  return actual.flags === expected.flags ? null : "flags";
}

/** A getter of a function is as good as the function itself. */
function normalKind({ kind, detail }: Description): string {
  return /^(?:get|set)/.test(kind) && detail !== "" ? detail : kind;
}

/** Constants and lengths count. A name counts where the other runtime's is the member's own. */
function isOtherDetail(expected: string, actual: string): boolean {
  const [, length, name] = /^(\d+)(?: (".*"))?$/.exec(expected) ?? [];
  if (length === undefined) return expected !== actual;
  const [, ownLength, ownName] = /^(\d+)(?: (".*"))?$/.exec(actual) ?? [];
  return length !== ownLength || (name === undefined && ownName !== undefined);
}
