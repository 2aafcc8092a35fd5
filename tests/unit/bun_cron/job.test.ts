// Jobs of `Bun.cron` in this process. The expected values are those of Bun 1.4.5; only the clock is replaced for Brio.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { test } from "../harness.ts";

const cron: any = Bun.cron;

function messageOf(run: () => any): string {
  try {
    run().stop();
  } catch (error: any) {
    assert.deepStrictEqual([error.name, error.code], ["TypeError", "ERR_INVALID_ARG_TYPE"]);
    return error.message;
  }
  throw new Error("nothing was thrown");
}

test("a job has its expression and methods that return it", () => {
  const job = cron(" 0 0 * * Mon", () => {});
  assert.strictEqual(job.cron, " 0 0 * * Mon");
  for (const method of ["ref", "unref", "stop", Symbol.dispose]) assert.strictEqual(job[method](), job);
  assert.strictEqual(Object.prototype.toString.call(job), "[object CronJob]");
  assert.match(Bun.inspect(job), /^CronJob \{\n {2}cron: " 0 0 \* \* Mon",\n {2}ref: \[Function: ref\],/);
  assert.throws(() => job.stop.call({}), {
    code: "ERR_INVALID_THIS",
    message: "Expected this to be instanceof CronJob, but received an instance of Object",
  });
});

test("arguments are checked", () => {
  const handler = (): void => {};
  const messages: [unknown[], string][] = [
    [[], "Bun.cron() expects a string path as the first argument"],
    [["* * * * *"], "Bun.cron(schedule, handler) expects a function handler as the second argument"],
    [["* * * * *", 1], "Bun.cron(schedule, handler) expects a function handler as the second argument"],
    [[1, handler], "Bun.cron() expects a string cron expression"],
    [["bad", handler], "Invalid cron expression: expected 5 space-separated fields (minute hour day month weekday)"],
    [["0 0 30 2 *", handler], "Cron expression '0 0 30 2 *' has no future occurrences"],
    [["* * * * *", handler, { tz: "X" }], "Bun.cron: unknown time zone 'X'"],
    [["* * * * *", handler, 1], "Bun.cron: options must be an object"],
  ];
  for (const [args, message] of messages)
    assert.strictEqual(
      messageOf(() => cron(...args)),
      message,
    );
});

/** What a program prints whose clock is just before the minute, and is put there again by `skip()`. */
function run(program: string): string {
  const clock = `
    const { setTimeout: set, Date: { now } } = globalThis;
    Bun.cron("* * * * *", () => {}).stop();
    let ahead = 0;
    const skip = () => { ahead = 59_900 - (now() % 60_000) + 60_000 * ++minutes; };
    let minutes = 0;
    Date.now = () => now() + ahead;
    skip();
  `;
  return execFileSync(process.execPath, ["--as", "bun", "-e", clock + program], { encoding: "utf8", stdio: "pipe" });
}

if (Bun.revision === "brio") {
  test("the handler runs again and again, not before its promise is settled", () => {
    const program = `
      let count = 0, running = false;
      Bun.cron("* * * * *", async function () {
        console.log(++count, running, this.cron, new Date(Date.now()).getSeconds());
        running = true;
        await new Promise((resolve) => set(resolve, 100));
        running = false;
        if (count === 3) this.stop();
        skip();
      });
    `;
    assert.strictEqual(run(program), "1 false * * * * * 0\n2 false * * * * * 0\n3 false * * * * * 0\n");
  });

  test("errors are uncaught, and the job continues", () => {
    const program = `
      let count = 0;
      process.on("uncaughtException", (error) => console.log("exception", error.message));
      process.on("unhandledRejection", (error) => console.log("rejection", error.message));
      Bun.cron("* * * * *", function () {
        skip();
        if (++count === 1) throw new Error("one");
        if (count === 2) return Promise.reject(new Error("two"));
        this.stop();
      });
    `;
    assert.strictEqual(run(program), "exception one\nrejection two\n");
  });

  test("a job without reference does not keep the process", () => {
    assert.strictEqual(run(`Bun.cron("* * * * *", () => console.log("ran")).unref();`), "");
  });
}
