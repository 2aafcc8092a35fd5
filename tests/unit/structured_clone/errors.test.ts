// Errors that were cloned or posted are printed as their originals.
import assert from "node:assert";
import { inspect } from "node:util";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { test } from "../harness.ts";

function posted(value: unknown): any {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(value);
  const { message } = receiveMessageOnPort(port2)!;
  port1.close();
  return message;
}

for (const [way, clone] of Object.entries({ structuredClone, posted })) {
  test(`${way}: an error is printed with its stack only`, () => {
    const error = new RangeError("out");
    const printed = inspect(clone(error));
    assert.strictEqual(printed, inspect(error));
    assert.ok(printed.startsWith("RangeError: out\n    at "), printed);
  });

  test(`${way}: the stack is that of the function Error.prepareStackTrace`, () => {
    const before = Error.prepareStackTrace;
    Error.prepareStackTrace = (error) => `prepared ${error.message}`;
    try {
      assert.strictEqual(clone(new Error("one")).stack, "prepared one");
    } finally {
      Error.prepareStackTrace = before;
    }
  });
}
