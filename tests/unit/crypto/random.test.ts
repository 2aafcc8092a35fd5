// node:crypto and the global crypto: random values.
import assert from "node:assert";
import cryptoModule from "node:crypto";
import { test } from "../harness.ts";

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("randomUUID has the form of version 4 and does not repeat", () => {
  const made = new Set<string>();
  for (let count = 0; count < 300; count++) {
    const uuid = count % 2 ? crypto.randomUUID() : cryptoModule.randomUUID({ disableEntropyCache: count % 4 === 0 });
    assert.match(uuid, UUID_4);
    made.add(uuid);
  }
  assert.strictEqual(made.size, 300);
  assert.throws(() => cryptoModule.randomUUID(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("getRandomValues fills integer arrays in place", () => {
  const array = new Uint32Array(64);
  assert.strictEqual(crypto.getRandomValues(array), array);
  assert.ok(array.some((value) => value !== 0));
});

test("getRandomValues refuses other views and too many bytes", () => {
  assert.throws(() => crypto.getRandomValues(new Float32Array(1) as never), { name: "TypeMismatchError", code: 17 });
  assert.throws(() => crypto.getRandomValues(new Uint8Array(65537)), { name: "QuotaExceededError", code: 22 });
  const { getRandomValues } = crypto;
  assert.throws(() => getRandomValues(new Uint8Array(1)), { code: "ERR_INVALID_THIS" });
});

test("randomBytes works with and without a callback", async () => {
  assert.strictEqual(cryptoModule.randomBytes(40).length, 40);
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    cryptoModule.randomBytes(40, (error, made) => (error ? reject(error) : resolve(made)));
  });
  assert.ok(bytes.length === 40 && bytes.some((value) => value !== 0));
  assert.throws(() => cryptoModule.randomBytes(-1), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received -1',
  });
});

test("randomFill fills only the range", async () => {
  const buffer = Buffer.alloc(64);
  await new Promise<void>((resolve, reject) => cryptoModule.randomFill(buffer, 16, 32, (error) => (error ? reject(error) : resolve())));
  assert.ok(buffer.subarray(0, 16).every((value) => value === 0) && buffer.subarray(48).every((value) => value === 0));
  assert.ok(buffer.subarray(16, 48).some((value) => value !== 0));
  assert.throws(() => cryptoModule.randomFillSync(Buffer.alloc(2), 3), { code: "ERR_OUT_OF_RANGE" });
});

test("randomInt stays in its range and reaches all of it", () => {
  const seen = new Set<number>();
  for (let count = 0; count < 500; count++) seen.add(cryptoModule.randomInt(3, 6));
  assert.deepStrictEqual([...seen].sort(), [3, 4, 5]);
  assert.throws(() => cryptoModule.randomInt(5, 5), {
    message: 'The value of "max" is out of range. It must be greater than the value of "min" (5). Received 5',
  });
});

test("timingSafeEqual compares bytes of equal length", () => {
  assert.strictEqual(cryptoModule.timingSafeEqual(Buffer.from("ab"), Buffer.from("ab")), true);
  assert.strictEqual(cryptoModule.timingSafeEqual(Buffer.from("ab"), Buffer.from("ac")), false);
  assert.throws(() => cryptoModule.timingSafeEqual(Buffer.alloc(1), Buffer.alloc(2)), { code: "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH" });
});
