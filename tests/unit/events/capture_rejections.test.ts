import assert from "node:assert";
import { EventEmitter, captureRejectionSymbol, once } from "node:events";
import { test } from "../harness.ts";

test("with captureRejections a rejecting listener becomes an error event", async () => {
  const emitter = new EventEmitter({ captureRejections: true });
  const error = new Error("async");
  emitter.on("a", async () => {
    throw error;
  });
  const failed = once(emitter, "error");
  emitter.emit("a");
  assert.deepStrictEqual(await failed, [error]);
});

test("the method named by captureRejectionSymbol takes the rejection instead", async () => {
  const emitter: any = new EventEmitter({ captureRejections: true });
  const handled = new Promise((resolve) => {
    emitter[captureRejectionSymbol] = (...args: unknown[]) => resolve(args);
  });
  const error = new Error("async");
  emitter.on("a", async () => {
    throw error;
  });
  emitter.emit("a", 1, 2);
  assert.deepStrictEqual(await handled, [error, "a", 1, 2]);
});

test("captureRejections must be a boolean", () => {
  assert.throws(() => new EventEmitter({ captureRejections: "yes" as any }), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The \"options.captureRejections\" property must be of type boolean. Received type string ('yes')",
  });
  assert.throws(
    () => {
      (EventEmitter as any).captureRejections = 1;
    },
    { code: "ERR_INVALID_ARG_TYPE" },
  );
  assert.strictEqual((EventEmitter as any).captureRejections, false);
});
