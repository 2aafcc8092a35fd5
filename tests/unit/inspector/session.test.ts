// Sessions of node:inspector as far as they work without a debugger: programs that profile connect one when they start.
import assert from "node:assert";
import inspector from "node:inspector";
import promises from "node:inspector/promises";
import { test } from "../harness.ts";

test("a session is connected once at a time", () => {
  const session = new inspector.Session();
  session.disconnect();
  session.connect();
  assert.throws(() => session.connect(), {
    code: "ERR_INSPECTOR_ALREADY_CONNECTED",
    message: "The inspector session is already connected",
  });
  session.disconnect();
  session.connect();
  session.disconnect();
});

test("nothing can be posted without a connection, and the main thread has no other to connect to", () => {
  const session = new inspector.Session();
  assert.throws(() => session.post("Nothing.at"), {
    code: "ERR_INSPECTOR_NOT_CONNECTED",
    message: "Session is not connected",
  });
  assert.throws(() => session.post(5 as unknown as string), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => session.connectToMainThread(), { code: "ERR_INSPECTOR_NOT_WORKER" });
});

test("a method that does not exist is an error for the callback, not for the caller", () => {
  const session = new inspector.Session();
  session.connect();
  const answers: unknown[] = [];
  session.post("Nothing.at");
  session.post("Nothing.at", (error, result) => answers.push((error as any).code, error!.message, result));
  session.post("Nothing.at", {}, (error) => answers.push(error!.name));
  assert.deepStrictEqual(answers, [
    "ERR_INSPECTOR_COMMAND",
    "Inspector error -32601: 'Nothing.at' wasn't found",
    undefined,
    "Error",
  ]);
  session.disconnect();
});

test("the session of inspector/promises rejects", async () => {
  const session = new promises.Session();
  await assert.rejects(session.post("Nothing.at"), { code: "ERR_INSPECTOR_NOT_CONNECTED" });
  session.connect();
  await assert.rejects(session.post("Nothing.at"), { code: "ERR_INSPECTOR_COMMAND" });
  session.disconnect();
});

/** Posts a command and returns its result, or the message of its error. */
function post(session: inspector.Session, method: string, params?: object): Promise<any> {
  return new Promise((resolve) => session.post(method, params, (error, result) => resolve(error?.message ?? result)));
}

test("Runtime.evaluate ends after its timeout", async () => {
  const session = new inspector.Session();
  session.connect();
  assert.strictEqual(
    await post(session, "Runtime.evaluate", { expression: "for (;;);", timeout: 20 }),
    "Inspector error -32000: Execution was terminated",
  );
  assert.deepStrictEqual(await post(session, "Runtime.evaluate", { expression: "1", timeout: 1000 }), {
    result: { type: "number", value: 1, description: "1" },
  });
  session.disconnect();
});

test("a CPU profile has the running function, however short it is", async () => {
  const session = new inspector.Session();
  session.connect();
  await post(session, "Profiler.enable");
  await post(session, "Profiler.start");
  const { profile } = await post(session, "Profiler.stop");
  assert.ok(profile.nodes.some(({ callFrame }: any) => callFrame.url.includes("session.test.ts")));
  assert.ok(profile.nodes.every(({ id }: any) => Number.isInteger(id)));
  assert.deepStrictEqual([profile.startTime, profile.endTime].map(Number.isInteger), [true, true]);
  session.disconnect();
});

test("Runtime.evaluate describes values as the protocol says", async () => {
  const session = new inspector.Session();
  session.connect();
  const evaluate = async (expression: string): Promise<any> =>
    (await post(session, "Runtime.evaluate", { expression })).result;
  assert.deepStrictEqual(await evaluate("1 + 1"), { type: "number", value: 2, description: "2" });
  assert.deepStrictEqual(await evaluate("-0"), { type: "number", unserializableValue: "-0", description: "-0" });
  assert.deepStrictEqual(await evaluate("5n"), { type: "bigint", unserializableValue: "5n", description: "5n" });
  assert.deepStrictEqual(await evaluate("null"), { type: "object", subtype: "null", value: null });
  const { objectId, ...array } = await evaluate("[1, 2]");
  assert.strictEqual(typeof objectId, "string");
  assert.deepStrictEqual(array, {
    type: "object",
    subtype: "array",
    className: "Array",
    description: "Array(2)",
  });
  const byValue = await post(session, "Runtime.evaluate", {
    expression: "Promise.resolve({ a: [1] })",
    awaitPromise: true,
    returnByValue: true,
  });
  assert.deepStrictEqual(byValue, { result: { type: "object", value: { a: [1] } } });
  const thrown = await post(session, "Runtime.evaluate", { expression: "throw new TypeError('x')" });
  assert.strictEqual(thrown.result.className, "TypeError");
  assert.strictEqual(thrown.exceptionDetails.text, "Uncaught");
  assert.strictEqual(await post(session, "Runtime.evaluate"), "Inspector error -32602: Invalid parameters");
  session.disconnect();
});

test("a CPU profile has nodes and samples", async () => {
  const session = new inspector.Session();
  session.connect();
  assert.strictEqual(await post(session, "Profiler.start"), "Inspector error -32000: Profiler is not enabled");
  await post(session, "Profiler.enable");
  assert.strictEqual(await post(session, "Profiler.stop"), "Inspector error -32000: No recording profiles found");
  assert.deepStrictEqual(await post(session, "Profiler.start"), {});
  const end = Date.now() + 30;
  while (Date.now() < end) JSON.stringify({ a: 1 });
  const { profile } = await post(session, "Profiler.stop");
  assert.strictEqual(profile.nodes[0].callFrame.functionName, "(root)");
  assert.strictEqual(profile.samples.length, profile.timeDeltas.length);
  session.disconnect();
});

test("a heap snapshot arrives in parts", async () => {
  const session = new promises.Session();
  session.connect();
  let text = "";
  session.on("HeapProfiler.addHeapSnapshotChunk", (message: any) => (text += message.params.chunk));
  assert.deepStrictEqual(await session.post("HeapProfiler.takeHeapSnapshot"), {});
  assert.ok(JSON.parse(text).snapshot.node_count > 100);
  session.disconnect();
});
