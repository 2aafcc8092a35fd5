// The option `env`: a copy, an object, or one environment for both threads.
import assert from "node:assert";
import process from "node:process";
import { SHARE_ENV, Worker } from "node:worker_threads";
import { test } from "../harness.ts";
import { head, runWorker } from "./start.ts";

test("an environment that is given is the worker's, as strings", async () => {
  const { messages } = await runWorker(`${head}parentPort.postMessage([process.env.GIVEN, process.env.PATH])`, {
    env: { GIVEN: 1 },
  });
  assert.deepStrictEqual(messages, [["1", undefined]]);
  for (const wrong of [1, true, "text", Symbol("x"), () => {}]) {
    assert.throws(() => new Worker("", { eval: true, env: wrong as any }), { code: "ERR_INVALID_ARG_TYPE" });
  }
});

test("without one it is a copy", async () => {
  process.env.UNIT_COPIED = "before";
  const { messages } = await runWorker(
    `${head}parentPort.postMessage(process.env.UNIT_COPIED); process.env.UNIT_COPIED = "worker"`,
  );
  assert.deepStrictEqual([messages, process.env.UNIT_COPIED], [["before"], "before"]);
  delete process.env.UNIT_COPIED;
});

test("SHARE_ENV: what one thread changes the other sees", async () => {
  process.env.UNIT_OLD = "old";
  const code = `${head}
    process.env.UNIT_NEW = 7;
    delete process.env.UNIT_OLD;
    parentPort.once("message", () => {
      parentPort.postMessage([process.env.UNIT_LATER, "UNIT_LATER" in process.env, Object.keys(process.env).includes("UNIT_LATER"), { ...process.env }.UNIT_NEW, process.env.UNIT_NONE]);
    });
    parentPort.postMessage("ready");`;
  const worker: any = new Worker(code, { eval: true, env: SHARE_ENV });
  const next = (): Promise<any> =>
    new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await next();
  assert.deepStrictEqual(
    [process.env.UNIT_NEW, process.env.UNIT_OLD, "UNIT_OLD" in process.env],
    ["7", undefined, false],
  );
  process.env.UNIT_LATER = "later";
  worker.postMessage("go");
  assert.deepStrictEqual(await next(), ["later", true, true, "7", undefined]);
  await new Promise((resolve) => worker.once("exit", resolve));
  assert.strictEqual(Object.getOwnPropertyDescriptor(process.env, "UNIT_LATER")?.value, "later");
  assert.throws(() => {
    (process.env as any).X = Symbol("x");
  }, TypeError);
});

test("a worker of a worker shares it too, and a worker with a copy does not", async () => {
  const inner = 'process.env.UNIT_DEEP = "deep"';
  const code = `const { SHARE_ENV, Worker } = require("worker_threads"); new Worker(${JSON.stringify(inner)}, { eval: true, env: SHARE_ENV })`;
  await runWorker(code, { env: SHARE_ENV });
  assert.strictEqual(process.env.UNIT_DEEP, "deep");
  await runWorker('process.env.UNIT_DEEP = "copied"');
  assert.strictEqual(process.env.UNIT_DEEP, "deep");
});

test("members of a channel to a parent are unavailable in a worker that seems to have one", async () => {
  const code = `${head}
    const codes = ["channel", "connected"].map((name) => { try { return process[name]; } catch (error) { return error.message; } });
    for (const name of ["send", "disconnect"]) try { process[name](); } catch (error) { codes.push(error.message, process[name].disabled); }
    parentPort.postMessage(codes);`;
  const { messages } = await runWorker(code, { env: { NODE_CHANNEL_FD: "none" } });
  assert.deepStrictEqual(messages, [
    [
      "process.channel is not supported in workers",
      "process.connected is not supported in workers",
      "process.send() is not supported in workers",
      true,
      "process.disconnect() is not supported in workers",
      true,
    ],
  ]);
});
