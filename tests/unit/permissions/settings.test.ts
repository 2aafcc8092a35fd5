// Settings of TypeScript under a policy: those of the program count, and one that the program may write names only what may
// be read. Brio's own rules; Deno's programs have no tsconfig that extends a file outside.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "permission-settings-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const [project, outside] = [path.join(folder, "project"), path.join(folder, "outside")];
const work = path.join(project, "work");
fs.mkdirSync(work, { recursive: true });
fs.mkdirSync(outside);
const settings = (source: string): string =>
  JSON.stringify({ compilerOptions: { jsx: "react-jsx", jsxImportSource: source } });
fs.writeFileSync(path.join(outside, "tsconfig.json"), settings("from-outside"));
fs.mkdirSync(path.join(outside, "secret"));
fs.writeFileSync(path.join(outside, "secret/tsconfig.json"), settings("from-secret"));
fs.writeFileSync(path.join(project, "tsconfig.json"), JSON.stringify({ extends: "../outside/tsconfig.json" }));
fs.writeFileSync(path.join(project, "view.tsx"), "export default <a/>;\n");

/** Which package the elements of `file` are made with, by the error for its import. `prepare` runs before. */
function packageOf(flags: string[], file: string, prepare = ""): string | undefined {
  const program = path.join(project, "main.mjs");
  fs.writeFileSync(
    program,
    `import fs from "node:fs";\n${prepare}\ntry { await import(${JSON.stringify(file)}); } catch (error) { console.log(error.message); }\n`,
  );
  const result = spawnSync(process.execPath, ["--as", "bun", ...flags, program], { encoding: "utf8", cwd: project });
  return /from-\w+|'react\/\w+|react/.exec(result.stdout)?.[0];
}

const restricted = ["--no-prompt", `--allow-read=${project}`, `--allow-write=${work}`];
const write = (name: string, text: string): string =>
  `fs.writeFileSync(${JSON.stringify(path.join(work, name))}, ${JSON.stringify(text)});\n`;
const view = write("view.tsx", "export default <a/>;\n");

test("what the program's own settings extend counts, whatever may be read", () => {
  assert.strictEqual(packageOf([], path.join(project, "view.tsx")), "from-outside");
  assert.strictEqual(packageOf(restricted, path.join(project, "view.tsx")), "from-outside");
});

test("settings that the program may write extend only what may be read", () => {
  for (const target of [
    path.join(outside, "secret/tsconfig.json"),
    "../../outside/secret/tsconfig.json",
    "../../outside/secret/tsconfig",
  ]) {
    const prepare = view + write("tsconfig.json", JSON.stringify({ extends: target }));
    assert.strictEqual(packageOf([], path.join(work, "view.tsx"), prepare), "from-secret", target);
    assert.notStrictEqual(packageOf(restricted, path.join(work, "view.tsx"), prepare), "from-secret", target);
  }
  fs.rmSync(path.join(work, "tsconfig.json"));
});

test("those that were there at the start extend what may be read; what the program writes names no package", () => {
  const [base, extending] = [settings("from-work"), JSON.stringify({ extends: "./base.json" })];
  const written = view + write("base.json", base) + write("tsconfig.json", extending);
  assert.strictEqual(packageOf([], path.join(work, "view.tsx"), written), "from-work");
  assert.strictEqual(packageOf(restricted, path.join(work, "view.tsx"), written), "react");
  fs.writeFileSync(path.join(work, "base.json"), base);
  fs.writeFileSync(path.join(work, "tsconfig.json"), extending);
  assert.strictEqual(packageOf(restricted, path.join(work, "view.tsx"), view), "from-work");
});

test("settings behind a link are those of a file that may be read", () => {
  fs.rmSync(path.join(work, "tsconfig.json"), { force: true });
  fs.symlinkSync(path.join(outside, "secret/tsconfig.json"), path.join(work, "tsconfig.json"));
  assert.strictEqual(packageOf([], path.join(work, "view.tsx"), view), "from-secret");
  assert.notStrictEqual(packageOf(restricted, path.join(work, "view.tsx"), view), "from-secret");
  fs.rmSync(path.join(work, "tsconfig.json"));
  fs.symlinkSync(path.join(work, "base.json"), path.join(work, "tsconfig.json"));
  assert.strictEqual(packageOf(restricted, path.join(work, "view.tsx"), view), "from-work");
});
