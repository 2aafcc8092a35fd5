// Reads `exceptions.txt`: the members that a home knowingly lacks.
import { readFileSync } from "node:fs";

/** The patterns of a home, as regular expressions over whole paths, with their source. */
export function exceptionsOf(home: string): { pattern: string; expression: RegExp }[] {
  const found: { pattern: string; expression: RegExp }[] = [];
  let isOfHome = false;
  for (const line of readFileSync(new URL("exceptions.txt", import.meta.url), "utf8").split("\n")) {
    const heading = /^\[(\w+): /.exec(line);
    if (heading !== null) isOfHome = heading[1] === home;
    else if (isOfHome && line !== "" && !line.startsWith("#"))
      found.push({ pattern: line, expression: toExpression(line) });
  }
  return found;
}

function toExpression(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .split("*")
      .map((part) => part.replace(/[.[\]()$^+?{}|\\]/g, "\\$&"))
      .join(".*")}$`,
  );
}
