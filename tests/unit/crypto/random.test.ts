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
  await new Promise<void>((resolve, reject) =>
    cryptoModule.randomFill(buffer, 16, 32, (error) => (error ? reject(error) : resolve())),
  );
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
  assert.throws(() => cryptoModule.timingSafeEqual(Buffer.alloc(1), Buffer.alloc(2)), {
    code: "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH",
  });
});

test("small random values are all different, of every kind of view", () => {
  const seen = new Set<string>();
  const note = (bytes: Uint8Array): void => void seen.add(Buffer.from(bytes).toString("hex"));
  for (let count = 0; count < 400; count++) {
    note(cryptoModule.randomBytes(16));
    note(cryptoModule.randomFillSync(new Uint8Array(16)));
    const words = crypto.getRandomValues(new BigUint64Array(4).subarray(1, 3));
    note(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
    assert.strictEqual(Buffer.from(words.buffer).subarray(0, 8).toString("hex"), "0000000000000000");
  }
  assert.strictEqual(seen.size, 1200);
});

test("randomInt draws every value of a range, also of the largest", () => {
  const drawn = new Set<number>();
  for (let count = 0; count < 2_000; count++) drawn.add(cryptoModule.randomInt(-3, 4));
  assert.deepStrictEqual(
    [...drawn].sort((a, b) => a - b),
    [-3, -2, -1, 0, 1, 2, 3],
  );
  for (let count = 0; count < 2_000; count++) {
    const value = cryptoModule.randomInt(2 ** 48 - 1);
    assert.ok(Number.isInteger(value) && value >= 0 && value < 2 ** 48 - 1);
    assert.strictEqual(cryptoModule.randomInt(7, 8), 7);
  }
});

test("timingSafeEqual compares what any view shows", () => {
  const { timingSafeEqual } = cryptoModule;
  const bytes = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.strictEqual(timingSafeEqual(bytes.subarray(1, 9), new DataView(bytes.buffer, 1, 8)), true);
  assert.strictEqual(timingSafeEqual(new Uint8Array(8).buffer, new Float64Array(1)), true);
  assert.strictEqual(timingSafeEqual(new Uint16Array(bytes.buffer.slice(2, 8)), bytes.subarray(2, 8)), true);
  assert.strictEqual(timingSafeEqual(bytes.subarray(0, 8), bytes.subarray(1, 9)), false);
  assert.throws(() => timingSafeEqual(bytes, bytes.subarray(1)), { code: "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH" });
  assert.throws(() => timingSafeEqual("a" as never, bytes), { code: "ERR_INVALID_ARG_TYPE" });
});

test("the callbacks of primes get no error at all when all went well", async () => {
  const answer = (start: (callback: (...values: any[]) => void) => void): Promise<any[]> =>
    new Promise((resolve) => start((...values) => resolve(values)));
  assert.deepStrictEqual(await answer((callback) => cryptoModule.checkPrime(7n, callback)), [undefined, true]);
  assert.deepStrictEqual(await answer((callback) => cryptoModule.checkPrime(Buffer.from([8]), callback)), [
    undefined,
    false,
  ]);
  const values = await answer((callback) => cryptoModule.generatePrime(16, { bigint: true }, callback));
  assert.strictEqual(values[0], undefined);
  assert.strictEqual(cryptoModule.checkPrimeSync(values[1]), true);
});

test("random bytes of every size are used once", () => {
  const seen = new Set<string>();
  let made = 0;
  for (const size of [8, 16, 100, 128, 129, 992, 1000, 1024, 5000]) {
    for (let count = 0; count < 400; count++) {
      const bytes = count % 2 ? cryptoModule.randomBytes(size) : crypto.getRandomValues(Buffer.alloc(size));
      for (let start = 0; start + 8 <= size; start += 512, made++) seen.add(bytes.toString("hex", start, start + 8));
    }
  }
  assert.strictEqual(seen.size, made);
});

test("each bit of random bytes is set half of the time", () => {
  const counts = new Array<number>(8).fill(0);
  const rounds = 20_000;
  for (let round = 0; round < rounds / 100; round++) {
    for (const byte of cryptoModule.randomBytes(100)) {
      for (let bit = 0; bit < 8; bit++) counts[bit]! += (byte >> bit) & 1;
    }
  }
  // Ten standard deviations.
  for (const count of counts) assert.ok(Math.abs(count - rounds / 2) < 5 * Math.sqrt(rounds), `${counts}`);
});
