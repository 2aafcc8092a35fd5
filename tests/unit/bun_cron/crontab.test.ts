// Jobs of `Bun.cron` that the system runs, with a crontab of the test. The lines' commands are each runtime's own.
import assert from "node:assert";
import { execSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const cron: any = Bun.cron;
const folder = mkdtempSync(join(tmpdir(), "cron-"));
const table = join(folder, "table");
const job = join(folder, "a job #1.mjs");
mkdirSync(join(folder, "bin"));
writeFileSync(
  join(folder, "bin/crontab"),
  `#!/bin/sh
if [ "$1" = -l ]; then cat '${table}' 2> /dev/null || { echo "no crontab for someone" >&2; exit 1; }
elif [ "$1" = - ]; then cat > '${table}'
else cat "$1" > '${table}'; fi
`,
);
chmodSync(join(folder, "bin/crontab"), 0o755);
writeFileSync(job, "export default { scheduled: (controller) => console.log(controller.cron, controller.type) };\n");
process.env.PATH = `${join(folder, "bin")}:${process.env.PATH}`;

/** The table without the commands. */
const lines = (): string[] =>
  readFileSync(table, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ '.*/, " COMMAND"));

test("jobs are lines after a comment with their titles", async () => {
  assert.strictEqual(await cron(job, "30  2 * * Mon", "weekly-report"), undefined);
  await cron(job, "@daily", "b_2");
  const before = ["# bun-cron: weekly-report", "30 2 * * 1 COMMAND", "# bun-cron: b_2", "0 0 * * * COMMAND"];
  assert.deepStrictEqual(lines(), before);
});

test("a job with the same title is replaced, others stay", async () => {
  writeFileSync(table, `${readFileSync(table, "utf8")}5 5 * * * other # x\n`);
  await cron(job, "*/15 * * * 1-5", "weekly-report");
  const all = ["# bun-cron: b_2", "0 0 * * * COMMAND", "5 5 * * * other # x"];
  assert.deepStrictEqual(lines(), [...all, "# bun-cron: weekly-report", "0,15,30,45 * * * 1,2,3,4,5 COMMAND"]);
  assert.strictEqual(await cron.remove("weekly-report"), undefined);
  await cron.remove("unknown");
  assert.deepStrictEqual(lines(), all);
});

test("the command calls scheduled() of the module", async () => {
  rmSync(table);
  await cron(job, "0 12 * * *", "job");
  const command = readFileSync(table, "utf8").trimEnd().split("\n")[1]!.slice("0 12 * * * ".length);
  assert.strictEqual(execSync(command, { encoding: "utf8" }), "0 12 * * * scheduled\n");
});

test("arguments are checked", () => {
  const title = "Cron title must contain only alphanumeric characters, hyphens, and underscores";
  writeFileSync(join(folder, "100%.ts"), "");
  const messages: [() => unknown, string][] = [
    [() => cron(job, "* * * * *", "a b"), title],
    [() => cron(job, "* * * * *", ""), title],
    [() => cron(job, "* * * * *", 1), "Bun.cron() expects a string title as the third argument"],
    [() => cron(join(folder, "missing.ts"), "* * * * *", "a"), "Failed to resolve path"],
    [
      () => cron(join(folder, "100%.ts"), "* * * * *", "a"),
      "Path must not contain percent signs (cron interprets % as newline)",
    ],
    [() => cron.remove(), "Bun.cron.remove() expects a string title"],
    [() => cron.remove("a b"), title],
  ];
  for (const [run, message] of messages)
    assert.throws(run, (error: any) => error instanceof TypeError && error.message === message, message);
});

test("without crontab it rejects", async () => {
  process.env.PATH = join(folder, "nothing");
  await assert.rejects(cron.remove("a"), { message: "crontab not found in PATH" });
});
