// Arguments and receivers that are refused, with Node's messages.
import assert from "node:assert";
import { File } from "node:buffer";
import { URLPattern } from "node:url";
import vm from "node:vm";
import { MessageChannel } from "node:worker_threads";
import { test } from "../harness.ts";

test("the members of URLPattern refuse other objects", () => {
  const { prototype } = URLPattern as any;
  for (const name of ["protocol", "hash", "hasRegExpGroups"]) {
    assert.throws(() => Reflect.get(prototype, name, {}), { name: "TypeError", message: "Illegal invocation" }, name);
  }
  for (const name of ["test", "exec"])
    assert.throws(() => prototype[name].call(undefined), { name: "TypeError", message: "Illegal invocation" }, name);
});

test("lastModified of a File is not a BigInt", () => {
  assert.throws(() => new File([], "", { lastModified: 3n as any }), TypeError);
});

test("a script runs in an object, and only in a context", () => {
  for (const value of [undefined, null, 1, ""]) {
    assert.throws(() => vm.runInContext("", value as any), {
      code: "ERR_INVALID_ARG_TYPE",
      message: /"object" argument must be of type object/,
    });
  }
  assert.throws(() => vm.runInContext("", {}), { code: "ERR_INVALID_ARG_TYPE", message: /must be an vm\.Context/ });
});

test("a transfer list is an iterable with a valid iterator", () => {
  const { port1 } = new MessageChannel();
  const broken: any = { [Symbol.iterator]: () => ({ next: null }) };
  const refused = { code: "ERR_INVALID_ARG_TYPE", message: "Optional options.transfer argument must be an iterable" };
  for (const transfer of [null, 0, {}, broken]) assert.throws(() => port1.postMessage(1, { transfer } as any), refused);
  port1.postMessage(1, broken);
  port1.close();
});

test("process.config contains the version of the module interface", () => {
  assert.strictEqual((process.config.variables as any).node_module_version, Number(process.versions.modules));
});

test("a MessagePort is inspected as in Node", () => {
  const names = [
    "close",
    "constructor",
    "hasRef",
    "onmessage",
    "onmessageerror",
    "postMessage",
    "ref",
    "start",
    "unref",
  ];
  assert.deepStrictEqual(Object.getOwnPropertyNames(MessagePort.prototype).sort(), names);
});
