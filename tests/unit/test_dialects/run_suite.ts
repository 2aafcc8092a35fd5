// Runs `brio test` on files in a temporary folder and returns what its JSON reporter says.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";

/** The result of a run. */
export interface SuiteRun {
  code: number | null;
  /** The status of each test by its full name. */
  statuses: Record<string, string>;
  /** The messages of the failures by the names of the tests. */
  messages: Record<string, string>;
  /** Messages of errors outside of tests. */
  errors: string[];
  stdout: string;
  stderr: string;
  /** A file of the folder, after the run. */
  read(name: string): string;
}

const COMMAND = ["test"];

/** Writes `files` and symbolic `links`, and runs the command with `args` in `folderOfRun`; `env` is added to the environment. */
export function runSuite(
  files: Record<string, string>,
  args: string[] = [],
  env: Record<string, string> = {},
  links: [name: string, target: string][] = [],
  folderOfRun = "",
): SuiteRun {
  const folder = mkdtempSync(join(tmpdir(), "brio-dialects-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const [name, target] of links) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(target, join(folder, name));
  }
  const environment = { ...process.env, CI: "", NO_COLOR: "1", ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMAND, "--reporter", "json", ...args], {
    cwd: join(folder, folderOfRun),
    encoding: "utf8",
    env: environment,
    // On a busy machine the deadlines of the run move by as much as a minute.
    timeout: 150_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const run: SuiteRun = {
    code: status,
    statuses: {},
    messages: {},
    errors: [],
    stdout,
    stderr,
    read: (name) => readFileSync(join(folder, name), "utf8"),
  };
  // Another reporter may follow.
  if (stdout.startsWith("{")) addReports(run, JSON.parse(stdout.slice(0, stdout.indexOf("\n}\n") + 2)).files);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return run;
}

interface Report {
  tests: { path: string[]; status: string; errors: { message: string }[] }[];
  errors: { message: string }[];
}

function addReports(run: SuiteRun, reports: Report[]): void {
  for (const { tests, errors } of reports) {
    run.errors.push(...errors.map(({ message }) => message));
    for (const test of tests) {
      const name = test.path.join(" > ");
      run.statuses[name] = test.status;
      if (test.errors.length > 0) run.messages[name] = test.errors.map(({ message }) => message).join("\n");
    }
  }
}
