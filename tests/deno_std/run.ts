// The tests of Deno's standard library: `brio tests/deno_std/run.ts FOLDER [FOLDER_OF_TESTS…]`, where FOLDER is a checkout of
// denoland/std. Runs `brio test` on each of its folders and writes score.snap: how many files pass, and which tests fail. reasons.txt
// says why, and which fail in Deno, too; a failure without a reason there, or a reason without a failure, ends the run with 1.
// With DENO_BINARY the files run in Deno itself, and nothing is written; BRIO_BINARY names another binary of Brio.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";

const [folder, ...only] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a checkout of denoland/std");
const root = fs.realpathSync(folder);
const deno = process.env.DENO_BINARY;
const brio = process.env.BRIO_BINARY ?? process.execPath;
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "deno-std-"));
process.on("exit", () => fs.rmSync(temporary, { recursive: true, force: true }));
const RUN_MS_MAX = 900_000;
const TEXT_MAX = 140;
/** Tools of the repository, and what needs a graphics card. */
const LEFT_OUT = new Set(["_tools", "_tmp", "node_modules", "webgpu", "coverage"]);

/** A failed test, or what is wrong with its file, where no test is. */
interface Failure {
  file: string;
  name: string;
  message: string;
}

interface Result {
  files: Set<string>;
  testCount: number;
  failures: Failure[];
}

function run(program: string, given: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, given, {
      cwd: root,
      // Tests that compare colors expect them.
      env: { ...process.env, NO_COLOR: undefined },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: RUN_MS_MAX,
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    child.on("close", (code, signal) => resolve(`${text}\nended with ${signal ?? code}`));
  });
}

interface Report {
  files: {
    file: string;
    errors: { message: string }[];
    tests: { path: string[]; status: string; errors: { message: string }[] }[];
  }[];
}

async function runInBrio(name: string): Promise<Result> {
  const output = path.join(temporary, "report.json");
  fs.rmSync(output, { force: true });
  const given = ["--as", "deno", "test", "-A", "--reporter", "json", "--reporter-outfile", output, `${name}/`];
  const printed = await run(brio, given);
  const result: Result = { files: new Set(), testCount: 0, failures: [] };
  if (!fs.existsSync(output)) throw new Error(printed.slice(-2000));
  for (const { file, errors, tests } of (JSON.parse(fs.readFileSync(output, "utf8")) as Report).files) {
    const short = path.relative(root, path.resolve(root, file));
    result.files.add(short);
    result.testCount += tests.length;
    for (const { message } of errors) result.failures.push({ file: short, name: "", message });
    for (const test of tests)
      if (test.status === "fail")
        result.failures.push({
          file: short,
          name: test.path.join(" > "),
          message: test.errors[0]?.message ?? "",
        });
  }
  return result;
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", "#10": "\n" };
const plain = (text: string): string => text.replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

async function runInDeno(name: string): Promise<Result> {
  const output = path.join(temporary, "report.xml");
  fs.rmSync(output, { force: true });
  const given = ["test", "-A", "--no-check", "--no-lock", `--junit-path=${output}`, `${name}/`];
  const printed = await run(deno!, given);
  const result: Result = { files: new Set(), testCount: 0, failures: [] };
  if (!fs.existsSync(output)) throw new Error(printed.slice(-2000));
  const text = fs.readFileSync(output, "utf8");
  for (const [, suite, cases] of text.matchAll(/<testsuite name="([^"]*)"[^>]*>([^]*?)<\/testsuite>/g)) {
    const short = path.relative(root, path.resolve(root, plain(suite!)));
    result.files.add(short);
    for (const [, title, body] of cases!.matchAll(/<testcase name="([^"]*)"[^>]*?(?:\/>|>([^]*?)<\/testcase>)/g)) {
      result.testCount++;
      const failure = /<(?:failure|error) message="([^"]*)"/.exec(body ?? "")?.[1];
      if (failure !== undefined)
        result.failures.push({ file: short, name: plain(title!), message: plain(failure) });
    }
  }
  return result;
}

const lineOf = ({ file, name }: Failure): string => (name === "" ? file : `${file}: ${name.replaceAll("\n", "\\n")}`);

const all: Result = { files: new Set(), testCount: 0, failures: [] };
const folders = fs
  .readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !LEFT_OUT.has(entry.name))
  .map((entry) => entry.name)
  .filter((name) => only.length === 0 || only.includes(name))
  .sort();
for (const name of folders) {
  const { files, testCount, failures } = await (deno === undefined ? runInBrio(name) : runInDeno(name));
  for (const file of files) all.files.add(file);
  all.testCount += testCount;
  all.failures.push(...failures);
  console.log(`${name}: ${files.size} files, ${testCount} tests, ${failures.length} failed`);
  for (const one of failures) console.log(`FAILED ${lineOf(one)}: ${one.message.split("\n")[0]!.slice(0, TEXT_MAX)}`);
}
const failed = new Set(all.failures.map(({ file }) => file));
const failedTests = all.failures.filter(({ name }) => name !== "").length;
const summary =
  `${all.files.size - failed.size}/${all.files.size} files pass, ` +
  `${all.testCount - failedTests}/${all.testCount} tests pass`;
console.log(summary);
process.exit(only.length > 0 || deno !== undefined ? Math.min(failed.size, 1) : report());

/** Writes score.snap, and compares the failures with reasons.txt, where each is below its reason. */
function report(): number {
  const own = (name: string): string => path.join(import.meta.dirname, name);
  const lines = [...new Set(all.failures.map(lineOf))].sort();
  fs.writeFileSync(own("score.snap"), `${summary}\n${lines.map((line) => `${line}\n`).join("")}`);
  const given = fs.readFileSync(own("reasons.txt"), "utf8").split("\n");
  const reasons = new Set(given.filter((line) => line.startsWith("    ")).map((line) => line.trim()));
  const problems = [
    ...lines.filter((line) => !reasons.has(line)).map((line) => `no reason why ${line} fails`),
    ...[...reasons].filter((line) => !lines.includes(line)).map((line) => `${line} has a reason, and does not fail`),
  ];
  problems.forEach((problem) => console.log(`reasons.txt: ${problem}`));
  return problems.length === 0 ? 0 : 1;
}
