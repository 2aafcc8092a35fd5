// `Bun.unsafe` and `Bun.secrets`. The expected values are those of Bun 1.4.5, on a machine without a keyring.
import assert from "node:assert";
import { test } from "../harness.ts";

const { unsafe, secrets }: any = Bun;

test("bytes and units become strings", () => {
  assert.strictEqual(unsafe.arrayBufferToString(new Uint8Array([65, 66])), "AB");
  assert.strictEqual(unsafe.arrayBufferToString(new Uint16Array([65, 0xe9])), "Aé");
  assert.strictEqual(unsafe.arrayBufferToString(new Uint8Array([0xe9, 0xc3, 0xa9]).buffer), "éÃ©");
  assert.strictEqual(unsafe.arrayBufferToString(new Uint16Array([65, 66, 67]).subarray(1)), "BC");
  for (const value of ["x", undefined, new DataView(new ArrayBuffer(2))])
    assert.throws(() => unsafe.arrayBufferToString(value), {
      code: "ERR_INVALID_ARG_TYPE",
      message: "Expected an ArrayBuffer",
    });
});

test("the level of the garbage collector is returned when it is changed", () => {
  assert.strictEqual(unsafe.gcAggressionLevel(), 0);
  assert.strictEqual(unsafe.gcAggressionLevel(1), 0);
  assert.strictEqual(unsafe.gcAggressionLevel(0), 1);
  assert.strictEqual(unsafe.gcAggressionLevel(), 0);
});

test("the memory of the process is a number of bytes", () => {
  assert.ok(unsafe.memoryFootprint() > 1_000_000);
});

test("the policy of the compiler is checked", () => {
  assert.strictEqual(unsafe.setJITPolicy(1), undefined);
  assert.throws(() => unsafe.setJITPolicy("1"), { code: "ERR_INVALID_ARG_TYPE", message: "scale must be a number" });
  for (const scale of [0.5, Infinity, Number.NaN])
    assert.throws(() => unsafe.setJITPolicy(scale), {
      code: "ERR_OUT_OF_RANGE",
      message: `The value of "scale" is out of range. It must be a finite number >= 1. Received ${scale}`,
    });
});

test("secrets check their arguments", () => {
  const s = { service: "s", name: "n" };
  const messages: [method: string, args: unknown[], message: string][] = [
    ["get", [], "secrets.get requires an options object"],
    ["get", ["s"], "Expected options to be an object"],
    ["get", [{ service: "s" }], "Expected service and name to be strings"],
    ["get", [{ service: "", name: "n" }], "Expected service and name to not be empty"],
    ["set", [s], "Expected 'value' to be a string. To delete the secret, call secrets.delete instead."],
    ["set", [{ ...s, value: 1 }], "Expected 'value' to be a string"],
    ["delete", [], "secrets.delete requires an options object"],
    ["delete", ["s", "n"], "Expected options to be an object"],
  ];
  for (const [method, args, message] of messages)
    assert.throws(() => secrets[method](...args), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message });
});

test("without a keyring they reject", async () => {
  const s = { service: "brio-test", name: "n" };
  for (const promise of [secrets.get(s), secrets.get("s", "n"), secrets.set({ ...s, value: "v" }), secrets.delete(s)])
    await assert.rejects(promise, { code: "ERR_SECRETS_PLATFORM_ERROR" });
});
