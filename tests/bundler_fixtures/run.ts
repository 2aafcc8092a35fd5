// Rolldown's own fixtures (those of esbuild and Rollup among them) through `brio build`:
// `brio --as bun tests/bundler_fixtures/run.ts FOLDER [PATTERN]`, where FOLDER is crates/rolldown/tests of a checkout of
// Rolldown 1.2.5. Writes score.snap: which fixtures fail, and which the command cannot express, each with the reason.
// A fixture passes when it is built and its output runs as its test says, or when it fails to build as it says. The code of
// outputs is not compared. Not part of `./x test`: see tests/README.md.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { flagsOf, type Fixture } from "./flags.ts";

const [source, pattern = ""] = process.argv.slice(2);
if (source === undefined) throw new Error("name the folder crates/rolldown/tests of a checkout of Rolldown");
const TIME_LIMIT_MS = 30_000;
const MESSAGE_LENGTH_MAX = 100;
/** Of a build that fails, and of a command line that is refused. */
const FAILED_CODES = [1, 2];

type Verdict = { kind: "pass" | "fail" | "not expressible"; reason: string };

interface Run {
  code: number;
  output: string;
}

function run(args: string[], cwd: string): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NO_COLOR: "1" },
      timeout: TIME_LIMIT_MS,
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (code) => resolve({ code: code ?? -1, output }));
    child.stdin.end();
  });
}

/** The line of an output that says what is wrong. */
function messageOf(output: string, folder: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const line =
    lines.find((one) => /^(?:[\w.]*Error\b|error:|brio:)/.test(one)) ?? lines.find((one) => one !== "") ?? "";
  return line.replaceAll(folder, "").slice(0, MESSAGE_LENGTH_MAX);
}

async function check(folder: string, fixture: Fixture): Promise<Verdict> {
  const flags = flagsOf(fixture);
  if (typeof flags === "string") return { kind: "not expressible", reason: flags };
  const built = await run(["build", ...flags.args, "--outdir", "dist", "--quiet"], folder);
  if (fixture.expectError === true) {
    return FAILED_CODES.includes(built.code)
      ? { kind: "pass", reason: "" }
      : { kind: "fail", reason: "builds, and should not" };
  }
  if (built.code !== 0) return { kind: "fail", reason: `does not build: ${messageOf(built.output, folder)}` };
  if (fixture.expectExecuted === false) return { kind: "pass", reason: "" };
  if (flags.isModule) fs.writeFileSync(path.join(folder, "dist/package.json"), '{ "type": "module" }');
  const script = ["_test.cjs", "_test.mjs"].find((name) => fs.existsSync(path.join(folder, name)));
  const imports = flags.entries.map((name) => `import ${JSON.stringify(`${folder}/dist/${name}.js`)};`).join("\n");
  const args =
    script === undefined ? ["--as", "node", "--input-type=module", "--eval", imports] : ["--as", "node", script];
  const ran = await run(args, folder);
  if (ran.code === 0) return { kind: "pass", reason: "" };
  return { kind: "fail", reason: `does not run: ${messageOf(ran.output, folder)}` };
}

const copy = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "fixtures-")));
process.on("exit", () => fs.rmSync(copy, { recursive: true, force: true }));
fs.cpSync(source, copy, { recursive: true });
const names = [...new Bun.Glob("{esbuild,rolldown,rollup}/**/_config.json").scanSync(copy)]
  .map((file) => path.dirname(file))
  .filter((name) => name.includes(pattern))
  .sort();
const verdicts = new Map<string, Verdict>();
const waiting = [...names];

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const folder = path.join(copy, name);
    const fixture = Bun.JSONC.parse(fs.readFileSync(path.join(folder, "_config.json"), "utf8")) as Fixture;
    verdicts.set(name, await check(folder, fixture));
  }
}

await Promise.all(Array.from({ length: os.availableParallelism() }, work));

function report(): string {
  const of = (kind: Verdict["kind"], group = "") =>
    names.filter((name) => name.startsWith(group) && verdicts.get(name)!.kind === kind);
  const lines: string[] = [];
  for (const group of ["esbuild/", "rolldown/", "rollup/", ""]) {
    const [pass, fail, other] = (["pass", "fail", "not expressible"] as const).map((kind) => of(kind, group).length);
    lines.push(`${pass}/${pass! + fail!} ${group.slice(0, -1) || "all"} (${other} not expressible)`);
  }
  const listed = (kind: Verdict["kind"]) => of(kind).map((name) => `${name}: ${verdicts.get(name)!.reason}`);
  return [...lines, "", "# fail", ...listed("fail"), "", "# not expressible", ...listed("not expressible"), ""].join(
    "\n",
  );
}

const text = report();
console.log(text.slice(0, text.indexOf("# not expressible")));
if (pattern === "") fs.writeFileSync(path.join(import.meta.dirname, "score.snap"), text);
