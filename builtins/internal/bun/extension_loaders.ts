// `--loader .EXTENSION:LOADER` of Bun: files with that extension are loaded as files of another kind.
// https://bun.com/docs/bundler/loaders
import { install, rules } from "internal:bun/plugin_loading";
import { typeOfPath } from "internal:web/mime_types";
import { base64ToString } from "native:buffer";
import { readFileSync, readFileTextSync } from "native:fs";

/** The loaders that read the source themselves. */
const OF_SOURCE = ["js", "jsx", "ts", "tsx", "json", "jsonc", "json5", "toml", "yaml", "text"];
/** Those whose modules export a string about the file. */
const OF_FILE: Record<string, (path: string) => string> = {
  file: (path) => path,
  base64: base64Of,
  dataurl: (path) => `data:${typeOfPath(path)};base64,${base64Of(path)}`,
};

/** Adds the loaders of the flag's values. Throws for one that does not exist. */
export function add(values: string[]): void {
  for (const value of values) {
    const at = value.indexOf(":");
    const loader = value.slice(at + 1);
    const known = [...OF_SOURCE, ...Object.keys(OF_FILE)];
    if (!known.includes(loader))
      throw new Error(`invalid loader "${loader}", expected one of:\n${known.map((name) => `-  ${name}`).join("\n")}`);
    const filter = new RegExp(`${RegExp.escape(value.slice(0, at))}$`);
    const callback = (details: object): object => load((details as { path: string }).path, loader);
    rules.load.push({ filter, namespace: "file", callback });
  }
  install();
}

function load(path: string, loader: string): object {
  const describe = OF_FILE[loader];
  if (describe === undefined) return { contents: readFileTextSync(path, 0), loader };
  return { exports: { default: describe(path) }, loader: "object" };
}

function base64Of(path: string): string {
  const bytes = readFileSync(path, 0);
  return base64ToString(bytes, 0, bytes.length);
}
