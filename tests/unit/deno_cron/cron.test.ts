// `Deno.cron`. The expected values are those of Deno 2.9.6 (`BRIO_BINARY="deno run -A --unstable-cron"`).
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

const YEARLY = "0 0 1 1 *";
let count = 0;

/** Starts a job and ends it; returns what its promise resolved to. */
async function accepted(schedule: unknown, options: object = {}, name: unknown = `job ${++count}`): Promise<unknown> {
  const controller = new AbortController();
  const running = (Deno as any).cron(name, schedule, { ...options, signal: controller.signal }, () => {});
  controller.abort();
  return running;
}

function refused(...args: unknown[]): string {
  try {
    (Deno as any).cron(...args);
  } catch (error: any) {
    assert.strictEqual(error.name, "TypeError");
    return error.message;
  }
  throw new Error(`nothing was thrown: ${JSON.stringify(args)}`);
}

test("schedules are expressions", async () => {
  const valid = [
    ...["* * * * *", "*/5 0-6,12 1/2 jan-MAR *", "0 0 L * *", "0 0 LW * *", "0 0 L-3 * *", "0 0 15W * *", "0 0 * * 7"],
    ...["0 0 * * L", "0 0 * * 6L", "0 0 * * FRI#2", "0\t0 * * SUN-TUE", "5-1 * * * *"],
  ];
  for (const schedule of valid) assert.strictEqual(await accepted(schedule), undefined, schedule);
  const invalid = [
    ...["", "bad", "* * * *", "* * * * * *", " * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *"],
    ...[
      "* * * * 0",
      "* * * * 8",
      "* * * FOO *",
      "@daily",
      "*/0 * * * *",
      "*/60 * * * *",
      "1,,2 * * * *",
      "001 * * * *",
    ],
    ...["0 0 L-31 * *", "0 0 32W * *", "0 0 * * 1#6", "*\n* * * *"],
  ];
  for (const schedule of invalid)
    assert.strictEqual(
      refused("a", schedule, () => {}),
      "Invalid cron schedule",
      schedule,
    );
});

test("schedules are objects", async () => {
  const valid = [
    ...[
      {},
      { minute: 1 },
      { minute: { every: 5 } },
      { minute: { start: 1, end: 5, every: 2 } },
      { hour: { start: 1 } },
    ],
    ...[{ minute: { exact: 5 } }, { minute: { exact: [1, 2] } }, { dayOfWeek: 7 }, { month: { every: 3 } }],
  ];
  for (const schedule of valid) assert.strictEqual(await accepted(schedule), undefined, JSON.stringify(schedule));
  for (const schedule of [{ dayOfWeek: 0 }, { minute: 60 }, { hour: { every: 0 } }, { month: { exact: [] } }])
    assert.strictEqual(
      refused("a", schedule, () => {}),
      "Invalid cron schedule",
      JSON.stringify(schedule),
    );
  assert.strictEqual(
    refused("a", { minute: { every: 2, end: 5 } }, () => {}),
    "Invalid cron schedule: start=undefined, end=5, every=2",
  );
});

test("arguments are checked", () => {
  const handler = (): void => {};
  assert.strictEqual(refused(), "Cannot create cron job, a unique name is required: received 'undefined'");
  assert.strictEqual(refused("a"), "Cannot create cron job, a schedule is required: received 'undefined'");
  assert.strictEqual(refused("a", YEARLY), "Cannot create cron job: a handler is required");
  assert.strictEqual(refused("a", YEARLY, {}), "Cannot create cron job: a handler is required");
  assert.strictEqual(
    refused("a", YEARLY, handler, handler),
    "Cannot create cron job, a single handler is required: two handlers were specified",
  );
  const letters = "Invalid cron name: only alphanumeric characters, whitespace, hyphens, and underscores are allowed";
  for (const name of ["a/b", "ä"]) assert.strictEqual(refused(name, YEARLY, handler), letters);
  const long = "Cron name cannot exceed 64 characters: current length 65";
  assert.strictEqual(refused("x".repeat(65), YEARLY, handler), long);
});

test("retries are limited", async () => {
  for (const backoffSchedule of [[], [1, 2, 3, 4, 5], [3_600_000]])
    assert.strictEqual(await accepted(YEARLY, { backoffSchedule }), undefined);
  for (const backoffSchedule of [[1, 2, 3, 4, 5, 6], [3_600_001]])
    assert.strictEqual(
      refused("a", YEARLY, { backoffSchedule }, () => {}),
      "Invalid backoff schedule",
    );
});

test("names are unique while a job is there, and jobs are limited", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const jobs = [(Deno as any).cron("same", YEARLY, { signal }, () => {})];
  assert.strictEqual(
    refused("same", YEARLY, () => {}),
    "Cron with this name already exists",
  );
  for (let number = 0; number < 100; number++)
    jobs.push((Deno as any).cron(`many ${number}`, YEARLY, { signal }, () => {}));
  assert.strictEqual(
    refused("too many", YEARLY, () => {}),
    "Too many crons",
  );
  controller.abort();
  await Promise.all(jobs);
  assert.strictEqual(await accepted(YEARLY, {}, "same"), undefined);
});

// Deno's clock cannot be replaced. What is expected was seen there in real time.
if ("brio" in process.versions) {
  const run = (program: string): [stdout: string, stderr: string] => {
    const clock = `
      const { now } = Date;
      void Deno.cron;
      let ahead = 0, minutes = 0;
      Date.now = () => now() + ahead;
      const skip = () => { ahead = 59_900 - (now() % 60_000) + 60_000 * ++minutes; };
      const controller = new AbortController();
      const { signal } = controller;
      Deno.cron("first", "* * * * *", { signal }, () => {});
      skip();
    `;
    const args = ["--as", "deno", "-e", `${clock}${program}`];
    const file = `${Deno.makeTempDirSync()}/stderr`;
    const stdout = execFileSync("sh", ["-c", `"$0" "$@" 2> '${file}'`, Deno.execPath(), ...args], { encoding: "utf8" });
    return [stdout, Deno.readTextFileSync(file)];
  };

  test("the handler runs at the minute, alone and without arguments", () => {
    const [stdout] = run(`
      let count = 0, isRunning = false;
      Deno.cron("job", "* * * * *", { signal }, async function (...args) {
        console.log(++count, isRunning, args.length, new Date(Date.now()).getSeconds());
        isRunning = true;
        await new Promise((resolve) => setTimeout(resolve, 50));
        isRunning = false;
        skip();
        if (count === 2) controller.abort();
      }).then((value) => console.log("done", value));
    `);
    assert.strictEqual(stdout, "1 false 0 0\n2 false 0 0\ndone undefined\n");
  });

  test("a handler that fails runs again after the times of the schedule", () => {
    const [stdout, stderr] = run(`
      let count = 0, last = 0;
      Deno.cron("job", "* * * * *", { signal, backoffSchedule: [100, 300] }, () => {
        const since = now() - last;
        last = now();
        console.log(++count, count === 2 ? since >= 90 : count === 3 ? since >= 290 : null);
        if (count <= 3) { if (count === 3) skip(); throw new Error("failure " + count); }
        controller.abort();
      });
    `);
    assert.strictEqual(stdout, "1 null\n2 true\n3 true\n4 null\n");
    assert.deepStrictEqual(
      stderr.match(/Exception in cron handler job Error: failure \d/g),
      [1, 2, 3].map((number) => `Exception in cron handler job Error: failure ${number}`),
    );
  });

  test("days are those of UTC: weekdays from 1, the last day, the closest weekday, places in the month", () => {
    // The months that begin are of 2026: the first of February is a Sunday, the 31st of January a Saturday.
    const times = {
      "0 0 * * 1": "2026-02-01",
      "1 0 * * SUN": "2026-02-01",
      "0 0 L * *": "2026-01-31",
      "0 0 LW 1 *": "2026-01-30",
      "0 0 L-2 * *": "2026-01-29",
      "0 0 1W 2 *": "2026-02-02",
      "0 0 * * 6L": "2026-01-30",
      "0 0 * 2 MON#2": "2026-02-09",
      "0 0 30 2 6": "2026-02-06",
      "0 0 * * 7-2": "2026-01-31",
    };
    const [stdout] = run(`
      for (const [schedule, day] of Object.entries(${JSON.stringify(times)})) {
        const at = new Date(day).getTime() + (schedule.startsWith("1") ? 60_000 : 0);
        ahead = at - 100 - now();
        Deno.cron("job " + ++minutes, schedule, { signal }, () => {
          console.log(schedule);
        });
      }
      ahead = Date.UTC(2027) - now();
      setTimeout(() => controller.abort(), 500);
    `);
    assert.deepStrictEqual(stdout.trim().split("\n").sort(), Object.keys(times).sort());
  });
}
