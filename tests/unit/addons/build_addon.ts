// Builds the C sources beside this file as addons, once per run.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "brio-addons-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Compiles `NAME.c`, as `output`.node when that is named, with further flags. Returns the path of the addon. */
export function buildAddon(name: string, output: string = name, flags: string[] = []): string {
  const file = join(folder, `${output}.node`);
  const source = new URL(`./${name}.c`, import.meta.url).pathname;
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-pthread", source, ...flags, "-o", file], { stdio: "inherit" });
  return file;
}

/** The folder of the built addons. */
export const addonFolder = folder;
