// Runs programs that use `node:test`, each as a process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

const PRELUDE =
  'import test, { after, afterEach, before, beforeEach, describe, it, mock, run, snapshot, suite } from "node:test";\nimport assert from "node:assert";\n';

/** A folder with files, which is removed when `use` is done. */
export function withFiles<R>(files: Record<string, string>, use: (folder: string) => R): R {
  const folder = mkdtempSync(path.join(tmpdir(), "brio-test-runner-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs this runtime with `args` in `cwd`. */
export function runtime(args: string[], cwd: string, env: Record<string, string> = {}): Outcome {
  const { NODE_TEST_CONTEXT: _context, FORCE_COLOR: _color, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...environment, ...env },
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

/** Runs a program with the reporter "tap"; the names of `node:test` and `assert` are imported. */
export function tap(source: string, flags: string[] = []): Outcome {
  return withFiles({ "program.mjs": PRELUDE + source }, (folder) =>
    runtime(["--test-reporter=tap", ...flags, "program.mjs"], folder),
  );
}

/** The result lines of a TAP report, and the plans. */
export function verdicts({ stdout }: Outcome): string[] {
  return stdout.split("\n").filter((line) => /^ *(?:not )?ok \d|^ *1\.\.\d/.test(line));
}

/** The value of a line such as `# pass 3`. */
export function count({ stdout }: Outcome, name: string): number {
  return Number(new RegExp(`^[#ℹ] ${name} (\\d+)`, "m").exec(stdout)?.[1]);
}
