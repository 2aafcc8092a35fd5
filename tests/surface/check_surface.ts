// The comparison that the tests make: names and kinds, with the exceptions of the home.
import { readFileSync } from "node:fs";
import process from "node:process";
import { differences } from "./differences.ts";
import { exceptionsOf } from "./exceptions.ts";

/**
 * What this runtime lacks of the list of `home` and no exception covers (`missing`), and exceptions that nothing needs
 * any more (`present`; only Brio has exceptions).
 */
export async function checkSurface(home: string): Promise<{ missing: string[]; present: string[] }> {
  const found = await differences(readFileSync(new URL(`${home}.txt`, import.meta.url), "utf8"));
  const exceptions = exceptionsOf(home);
  const needed = new Set<string>();
  const missing: string[] = [];
  for (const { path, severity, text } of found) {
    if (severity !== "missing" && severity !== "kind") continue;
    const covering = exceptions.filter(({ expression }) => expression.test(path));
    if (covering.length === 0) missing.push(`${path}: ${text}`);
    for (const { pattern } of covering) needed.add(pattern);
  }
  const isBrio = process.versions["brio"] !== undefined;
  return {
    missing,
    present: isBrio ? exceptions.map(({ pattern }) => pattern).filter((pattern) => !needed.has(pattern)) : [],
  };
}
