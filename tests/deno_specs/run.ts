// Deno's specs about permissions: `brio tests/deno_specs/run.ts FOLDER [PATTERN] [--others]`, where FOLDER is a checkout of
// denoland/deno (98f9507a). Runs the cases of `deno run` and `deno eval` in its folder `specs/permission`; with --others also those
// of `run` and `worker` whose names are about permissions. Cases of Windows and of other commands are left out, and counted.
// Without a pattern, writes score.snap: which cases fail, and how. reasons.txt says why; a failure without a reason there, or a
// reason without a failure, ends the run with 1. VERBOSE=1 prints what failing cases printed, BRIO_BINARY names another
// binary, and with DENO_BINARY the cases run in Deno itself.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { matches } from "./expectation.ts";
import { startServers } from "./servers.ts";

interface Step {
  args: string | string[];
  output: string;
  exitCode?: number;
  cwd?: string;
  if?: string;
  envs?: Record<string, string>;
}

interface Case extends Partial<Step> {
  steps?: Step[];
  tests?: Record<string, Case>;
}

const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const [folder, pattern = ""] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (folder === undefined) throw new Error("name a checkout of denoland/deno");
const tests = path.join(fs.realpathSync(folder), "tests");
const deno = process.env.DENO_BINARY;
/** Specs start and deny a program called `deno`, in PATH and by its path. */
const programs = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "deno-specs-"));
const brio = path.join(programs, "deno");
process.on("exit", () => fs.rmSync(programs, { recursive: true, force: true }));
const RUN_MS_MAX = 60_000;
const MESSAGE_LENGTH_MAX = 140;
/** Specs of other groups that are about permissions. */
const OTHERS = /perm|deny_|allow_run|allow_env|no_prompt|sqlite_attach|process_env_load|node_env_var_allowlist/;

function specsBelow(below: string): string[] {
  const entries = fs.readdirSync(path.join(tests, "specs", below), { withFileTypes: true });
  const own = entries.some((entry) => entry.name === "__test__.jsonc") ? [below] : [];
  return entries
    .filter((entry) => entry.isDirectory())
    .reduce((all, entry) => [...all, ...specsBelow(path.join(below, entry.name))], own);
}

function readSpec(spec: string): Case {
  const text = fs.readFileSync(path.join(tests, "specs", spec, "__test__.jsonc"), "utf8");
  const tokens = /"(?:[^"\\]|\\.)*"|\/\/.*|\/\*[^]*?\*\/|,(?=\s*(?:\/\/.*\s*)*[}\]])/g;
  return JSON.parse(text.replace(tokens, (token) => (token.startsWith('"') ? token : ""))) as Case;
}

/** The arguments of a step; undefined for what is not `deno run` or `deno eval`. */
function argumentsOf(step: Step): string[] | undefined {
  const [command, ...rest] = typeof step.args === "string" ? step.args.split(/\s+/) : step.args;
  if (deno !== undefined) return [command ?? "", ...rest];
  if (command === "eval") return ["eval", "--as", "deno", ...rest];
  if (command !== "run") return undefined;
  const own = rest.slice(
    0,
    Math.max(
      0,
      rest.findIndex((argument) => !argument.startsWith("-")),
    ),
  );
  const restricts = own.some((argument) => /^(?:--(?:allow|deny|ignore|permission-set)|-[APRWNESI])/.test(argument));
  return ["run", "--as", "deno", ...(restricts ? [] : ["--secure"]), ...rest];
}

function environment(home: string, more: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NO_COLOR: "1",
    DENO_DIR: path.join(home, "deno_dir"),
    HOME: home,
    JSR_URL: "http://127.0.0.1:4250/",
    DENO_NO_UPDATE_CHECK: "1",
    PATH: `${programs}:${process.env.PATH}`,
    ...more,
  };
}

interface Result {
  code: number | string | null;
  output: string;
}

function runStep(binary: string, given: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Result> {
  return new Promise((resolve) => {
    // Both streams in the order in which they are written.
    const child = spawn("sh", ["-c", 'exec "$0" "$@" 2>&1', binary, ...given], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "inherit"],
      timeout: RUN_MS_MAX,
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.on("close", (code, signal) => resolve({ code: code ?? signal, output }));
  });
}

/** Why a case fails; undefined for a pass. */
async function failureOf(spec: string, one: Case, envs: Record<string, string>): Promise<string | undefined> {
  const temporary = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "deno-spec-")));
  const work = path.join(temporary, "work");
  fs.cpSync(path.join(tests, "specs", spec), work, { recursive: true });
  try {
    for (const step of one.steps ?? [one as Step]) {
      const env = environment(temporary, { ...envs, ...one.envs, ...step.envs });
      const result = await runStep(deno ?? brio, argumentsOf(step) ?? [], path.join(work, step.cwd ?? ""), env);
      const expected = step.output.endsWith(".out")
        ? fs.readFileSync(path.join(work, step.output), "utf8")
        : step.output;
      const isExpected = matches(expected, result.output);
      const wanted = step.exitCode ?? 0;
      if (result.code === wanted && isExpected) continue;
      if (process.env.VERBOSE) console.log(`--- expected ${wanted}\n${expected}\n--- actual\n${result.output}\n---`);
      if (result.code !== wanted) return `exit ${result.code}, not ${wanted}`;
      const line = result.output.split("\n").find((text) => text.trim() !== "") ?? "nothing printed";
      return line.replaceAll(temporary, "").slice(0, MESSAGE_LENGTH_MAX);
    }
    return undefined;
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

function isForLinux(one: Case): boolean {
  return one.if === undefined || one.if === "unix" || one.if === "linux";
}

/** The cases below each reason of reasons.txt. */
function explained(): Set<string> {
  const lines = fs.readFileSync(path.join(import.meta.dirname, "reasons.txt"), "utf8").split("\n");
  return new Set(lines.filter((line) => line.startsWith("    ")).map((line) => line.trim()));
}

function report(count: number, leftOut: number, failures: [string, string][]): number {
  const summary = `${count - failures.length}/${count} cases pass, ${leftOut} are of other commands or systems`;
  console.log(summary);
  if (pattern !== "" || deno !== undefined || !flags.includes("--others")) return failures.length === 0 ? 0 : 1;
  const lines = failures.map(([name, failure]) => `${name}: ${failure}\n`);
  fs.writeFileSync(path.join(import.meta.dirname, "score.snap"), `${summary}\n${lines.join("")}`);
  const reasons = explained();
  const problems = [
    ...failures.filter(([name]) => !reasons.has(name)).map(([name]) => `no reason why ${name} fails`),
    ...[...reasons]
      .filter((name) => !failures.some(([failed]) => failed === name))
      .map((name) => `${name} has a reason, and does not fail`),
  ];
  problems.forEach((problem) => console.log(`reasons.txt: ${problem}`));
  return problems.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  fs.copyFileSync(deno ?? process.env.BRIO_BINARY ?? process.execPath, brio);
  await startServers(tests);
  const others = flags.includes("--others") ? [...specsBelow("run"), ...specsBelow("worker")] : [];
  const specs = [...specsBelow("permission"), ...others.filter((spec) => OTHERS.test(spec))].sort();
  const failures: [string, string][] = [];
  let [count, leftOut] = [0, 0];
  for (const spec of specs) {
    const whole = readSpec(spec);
    for (const [name, one] of Object.entries(whole.tests ?? { "": whole })) {
      const full = name === "" ? spec : `${spec}:${name}`;
      if (!full.includes(pattern)) continue;
      const steps = one.steps ?? [one as Step];
      if (!isForLinux(whole) || !isForLinux(one) || steps.some((step) => argumentsOf(step) === undefined)) {
        leftOut++;
        continue;
      }
      count++;
      const failure = await failureOf(spec, one, whole.envs ?? {});
      if (failure === undefined) continue;
      failures.push([full, failure]);
      console.log(`FAILED ${full}: ${failure}`);
    }
  }
  return report(count, leftOut, failures);
}

process.exit(await main());
