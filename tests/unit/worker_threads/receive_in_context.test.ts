import assert from "node:assert";
import vm from "node:vm";
import { MessageChannel, moveMessagePortToContext, receiveMessageOnPort } from "node:worker_threads";
import { test } from "../harness.ts";

test("receiveMessageOnPort accepts a port that was moved to a context; the message is of that context", () => {
  const { port1, port2 } = new MessageChannel();
  const context = vm.createContext({});
  const moved = moveMessagePortToContext(port1, context);
  port2.postMessage({ list: [1] });
  port2.postMessage("second");
  const { message } = receiveMessageOnPort(moved)!;
  assert.strictEqual(JSON.stringify(message), '{"list":[1]}');
  assert.strictEqual(message.constructor, vm.runInContext("Object", context));
  assert.strictEqual(message.list.constructor, vm.runInContext("Array", context));
  assert.deepStrictEqual(receiveMessageOnPort(moved), { message: "second" });
  assert.strictEqual(receiveMessageOnPort(moved), undefined);
  port2.close();
});

test("receiveMessageOnPort refuses other objects", () => {
  for (const value of [{}, null, 1, new EventTarget()])
    assert.throws(() => receiveMessageOnPort(value as never), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
});
