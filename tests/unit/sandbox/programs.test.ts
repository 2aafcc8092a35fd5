// Programs of `run` with a narrower policy of their own: files, network, variables, and children of theirs.
import assert from "node:assert";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

interface Outcome {
  code: unknown;
  stdout: string;
  stderr: string;
}

async function run(policy: string, program: string): Promise<Outcome> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-programs-test-")));
  try {
    mkdirSync(join(folder, "open"));
    writeFileSync(join(folder, "open/file.txt"), "open\n");
    writeFileSync(join(folder, "secret.txt"), "secret\n");
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "main.cjs"), program);
    writeFileSync(join(folder, "policy.toml"), policy);
    return await new Promise((resolve) => {
      const env = { ...process.env, GIVEN: "given", OTHER: "other" };
      execFile(
        process.execPath,
        ["--sandbox", "policy.toml", "main.cjs"],
        { cwd: folder, env },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr }),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const OUTER = 'read = ["$PROJECT"]\nwrite = ["$PROJECT/open"]\nenv = ["GIVEN", "OTHER"]\nrun = ["cat", "sh", "env"]\n';
const SPAWN = `const { spawnSync } = require("child_process");
const out = (...command) => { const { stdout, status } = spawnSync(command[0], command.slice(1)); return stdout + "" + status; };`;

/** Each test starts several programs. */
const RUNS_MS_MAX = 60_000;

test(
  "a program reads only what its own policy grants",
  async () => {
    const program = `${SPAWN} console.log(JSON.stringify([out("cat", "open/file.txt"), out("cat", "secret.txt"), require("fs").readFileSync("secret.txt", "utf8")]));`;
    const { stdout, stderr } = await run(`${OUTER}[programs.cat]\nread = ["open"]\n`, program);
    assert.deepStrictEqual(JSON.parse(stdout || "0"), ["open\n0", "1", "secret\n"], stderr);
  },
  RUNS_MS_MAX,
);

test(
  "by its path it is the same program, and a program without a table has the outer policy",
  async () => {
    const paths = process.env.PATH!.split(":").map((folder) => join(folder, "cat"));
    const cat = JSON.stringify(paths.find((path) => existsSync(path)));
    const program = `${SPAWN} console.log(JSON.stringify([
      out(${cat}, "open/file.txt"), out(${cat}, "secret.txt"), out("sh", "-c", "read line < secret.txt; echo $line")]));`;
    const { stdout, stderr } = await run(`${OUTER}[programs.cat]\nread = ["open"]\n`, program);
    assert.deepStrictEqual(JSON.parse(stdout || "0"), ["open\n0", "1", "secret\n0"], stderr);
  },
  RUNS_MS_MAX,
);

test(
  "it writes nowhere, and starts no other program, without being granted that",
  async () => {
    const program = `${SPAWN} console.log(JSON.stringify([
    out("sh", "-c", "echo x > open/new; echo done"), out("sh", "-c", "cat open/file.txt"), require("fs").existsSync("open/new")]));`;
    const { stdout, stderr } = await run(`${OUTER}[programs.sh]\nread = true\n`, program);
    const [, started, isWritten] = JSON.parse(stdout || "[]");
    assert.deepStrictEqual([started, isWritten], ["126", false], stderr);
    const granted = await run(`${OUTER}[programs.sh]\nread = true\nwrite = ["open"]\nrun = ["cat"]\n`, program);
    assert.deepStrictEqual(JSON.parse(granted.stdout || "0"), ["done\n0", "open\n0", true], granted.stderr);
  },
  RUNS_MS_MAX,
);

test(
  "it gets the variables that its policy lists",
  async () => {
    const program = `${SPAWN} console.log(out("env").split("\\n").filter((line) => /^(?:GIVEN|OTHER)=/.test(line)).join());`;
    const { stdout, stderr } = await run(`${OUTER}[programs.env]\nenv = ["GIVEN"]\n`, program);
    assert.strictEqual(stdout, "GIVEN=given", stderr);
  },
  RUNS_MS_MAX,
);

test(
  "asynchronous children are confined as well",
  async () => {
    const program = `require("child_process").execFile("cat", ["secret.txt"], (error, stdout) => console.log(error.code, stdout.length));`;
    const { stdout, stderr } = await run(`${OUTER}[programs.cat]\nread = ["open"]\n`, program);
    assert.strictEqual(stdout, "1 0", stderr);
  },
  RUNS_MS_MAX,
);

test(
  "a program's policy cannot grant more than the policy itself",
  async () => {
    const { code, stderr } = await run(`${OUTER}[programs.cat]\nread = ["/etc"]\n`, "");
    assert.strictEqual(code, 9);
    assert.match(stderr, /\/etc is not in "read" of the policy itself/);
  },
  RUNS_MS_MAX,
);
