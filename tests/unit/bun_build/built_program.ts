// A program that is built for a browser and run: what it prints, what the build warns of, and its style sheets. For Bun and
// Brio.
import { build, spawn } from "bun";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "built-program-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

type Options = Partial<Bun.BuildConfig>;

/** Builds the first of the files. A build with errors throws. Options can depend on the folder of the files. */
export async function builtProgram(
  files: Record<string, string>,
  options: Options | ((folder: string) => Options) = {},
): Promise<{ printed: string; warnings: string[]; styles: string }> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), contents);
  }
  const entrypoints = [path.join(place, Object.keys(files)[0]!)];
  const given = typeof options === "function" ? options(place) : options;
  const built = await build({ entrypoints, outdir: path.join(place, "out"), target: "browser", ...given });
  const output = path.join(place, "out", "program.mjs");
  const styles = built.outputs.map(({ path }) => (path.endsWith(".css") ? fs.readFileSync(path, "utf8") : "")).join("");
  fs.renameSync(built.outputs[0]!.path, output);
  const child = spawn([process.execPath, output], { cwd: place, stderr: "pipe" });
  const printed = await new Response(child.stdout).text();
  const failure = await new Response(child.stderr).text();
  return { printed: (printed + failure).trim(), warnings: built.logs.map((log) => log.message), styles };
}
