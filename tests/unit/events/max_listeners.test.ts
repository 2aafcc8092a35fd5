import assert from "node:assert";
import { EventEmitter, getMaxListeners, setMaxListeners } from "node:events";
import process from "node:process";
import { test } from "../harness.ts";

function nextWarning(): Promise<any> {
  return new Promise((resolve) => {
    process.once("warning", resolve);
  });
}

test("one listener more than the limit gives one MaxListenersExceededWarning", async () => {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(1);
  const warned = nextWarning();
  for (let count = 0; count < 3; count++) emitter.on("data", () => {});
  const warning = await warned;
  assert.strictEqual(warning.name, "MaxListenersExceededWarning");
  assert.strictEqual(
    warning.message,
    "Possible EventEmitter memory leak detected. 2 data listeners added to " +
      "[EventEmitter]. MaxListeners is 1. Use emitter.setMaxListeners() to increase limit",
  );
  assert.strictEqual(warning.emitter, emitter);
  assert.strictEqual(warning.type, "data");
  assert.strictEqual(warning.count, 2);
});

test("an EventTarget over the limit of setMaxListeners warns too", async () => {
  const target = new EventTarget();
  setMaxListeners(1, target);
  assert.strictEqual(getMaxListeners(target), 1);
  const warned = nextWarning();
  target.addEventListener("tick", () => {});
  target.addEventListener("tick", () => {});
  const warning = await warned;
  assert.strictEqual(
    warning.message,
    "Possible EventTarget memory leak detected. 2 tick listeners added to EventTarget. " +
      "MaxListeners is 1. Use events.setMaxListeners() to increase limit",
  );
  assert.strictEqual(warning.target, target);
});

test("getMaxListeners is 10 by default, and a limit must be a number from 0", () => {
  const emitter = new EventEmitter();
  assert.strictEqual(emitter.getMaxListeners(), 10);
  assert.strictEqual(EventEmitter.defaultMaxListeners, 10);
  assert.strictEqual(emitter.setMaxListeners(0), emitter);
  assert.strictEqual(getMaxListeners(emitter), 0);
  assert.throws(() => emitter.setMaxListeners(-1), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "setMaxListeners" is out of range. It must be >= 0. Received -1',
  });
  assert.throws(
    () => {
      EventEmitter.defaultMaxListeners = "1" as any;
    },
    { code: "ERR_INVALID_ARG_TYPE" },
  );
  assert.throws(() => setMaxListeners(1, {} as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "eventTargets" argument must be an instance of EventEmitter or EventTarget. Received an instance of Object',
  });
});
