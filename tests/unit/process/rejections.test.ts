// Events of `process` about rejections and warnings.
import assert from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("'unhandledRejection' gets reason and promise, 'rejectionHandled' the promise when a handler comes late", async () => {
  const events: unknown[] = [];
  const onUnhandled = (reason: unknown, promise: unknown) => void events.push("unhandled", reason, promise);
  const onHandled = (promise: unknown) => void events.push("handled", promise);
  process.on("unhandledRejection", onUnhandled);
  process.on("rejectionHandled", onHandled);
  const promise = Promise.reject(5);
  await later(5);
  promise.catch(() => {});
  await later(300);
  process.off("unhandledRejection", onUnhandled);
  process.off("rejectionHandled", onHandled);
  assert.strictEqual(events.length, 5);
  assert.deepStrictEqual([events[0], events[1], events[3]], ["unhandled", 5, "handled"]);
  assert.strictEqual(events[2], promise);
  assert.strictEqual(events[4], promise);
});

test("'warning' gets what emitWarning was given", async () => {
  const printers = process.listeners("warning");
  process.removeAllListeners("warning");
  const got: any[] = [];
  process.on("warning", (warning) => got.push(warning));
  process.emitWarning("text", { type: "Kind", code: "C1", detail: "more" });
  assert.strictEqual(got.length, 0);
  await later(1);
  process.removeAllListeners("warning");
  for (const printer of printers) process.on("warning", printer as never);
  const { name, message, code, detail } = got[0];
  assert.deepStrictEqual(
    { name, message, code, detail },
    { name: "Kind", message: "text", code: "C1", detail: "more" },
  );
  assert.throws(() => process.emitWarning(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("exitCode takes integers and their texts only", () => {
  const before = process.exitCode;
  process.exitCode = "5" as never;
  assert.strictEqual(Number(process.exitCode), 5);
  assert.throws(
    () => {
      process.exitCode = 1.5;
    },
    { code: "ERR_OUT_OF_RANGE" },
  );
  assert.throws(
    () => {
      process.exitCode = "a" as never;
    },
    { code: "ERR_INVALID_ARG_TYPE", message: `The "code" argument must be of type number. Received type string ('a')` },
  );
  process.exitCode = before;
});

test("standard output outlives destroy", () => {
  assert.strictEqual((process.stdout as any)._isStdio, true);
  process.stdout.destroy();
  assert.strictEqual(process.stdout.write(""), true);
});
