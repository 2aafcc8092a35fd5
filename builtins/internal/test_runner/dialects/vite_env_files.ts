// The variables of `.env` files, as Vite reads them. https://vite.dev/guide/env-and-mode
import { changedMs, readModuleText } from "native:modules";
import { readEnvironmentText } from "native:process";

type Variables = Record<string, string | undefined>;

/**
 * The variables of the files of a folder whose names begin with one of `prefixes`; the files of `mode` come last.
 * Values may refer to other variables and to those of the `process`, which have precedence.
 */
export function variablesOfFiles(
  folder: string,
  mode: string,
  prefixes: readonly string[],
  process: Variables,
): Record<string, string> {
  const given = new Map<string, string>();
  for (const name of [".env", ".env.local", `.env.${mode}`, `.env.${mode}.local`]) {
    const file = `${folder}/${name}`;
    if (changedMs(file) < 0) continue;
    const pairs = readEnvironmentText(readModuleText(file));
    for (let index = 0; index < pairs.length; index += 2) given.set(pairs[index]!, pairs[index + 1]!);
  }
  const names = [...given.keys()].filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  return Object.fromEntries(names.map((name) => [name, expanded(given.get(name)!, given, process, [name])]));
}

/** `$NAME`, `${NAME}` and `${NAME:-default}`, unless a backslash precedes them. */
const REFERENCE = /\\\$|\$(?:\{(\w+)(?::?-([^{}]*))?\}|(\w+))/g;

/** A value with its references replaced; those to one of `outer` are empty. */
function expanded(value: string, given: Map<string, string>, process: Variables, outer: string[]): string {
  return value.replaceAll(REFERENCE, (reference, braced?: string, otherwise?: string, plain?: string) => {
    const name = braced ?? plain;
    if (name === undefined) return reference.slice(1);
    const own = process[name] ?? (outer.includes(name) ? undefined : given.get(name));
    if (own === undefined || own === "") return expanded(otherwise ?? "", given, process, outer);
    return process[name] ?? expanded(own, given, process, [...outer, name]);
  });
}
