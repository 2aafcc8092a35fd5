// `--seed` of Deno: `Math.random` and `crypto` return the same numbers in every run. Not for secrets.
// The generator is xoshiro128** (https://prng.di.unimi.it), seeded by SplitMix64.
import { setRandomSource } from "internal:core/random_source";

const GOLDEN = 0x9e3779b97f4a7c15n;
const LIMIT = 64;

/** Replaces the sources of random numbers of this thread. */
export function seedRandom(seed: bigint): void {
  const next = generator(seed);
  const random = {
    random(): number {
      // 53 bits, as doubles have.
      return ((next() >>> 5) * 0x4000000 + (next() >>> 6)) / 0x20000000000000;
    },
  }.random;
  Object.defineProperty(Math, "random", { value: random, writable: true, enumerable: false, configurable: true });
  setRandomSource((view) => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let index = 0; index < bytes.length; index++) bytes[index] = next() & 0xff;
  });
}

/** A function that returns 32 random bits on each call. */
function generator(seed: bigint): () => number {
  let state = BigInt.asUintN(LIMIT, seed);
  const mixed = (): number => {
    state = BigInt.asUintN(LIMIT, state + GOLDEN);
    let value = BigInt.asUintN(LIMIT, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    value = BigInt.asUintN(LIMIT, (value ^ (value >> 27n)) * 0x94d049bb133111ebn);
    return Number(BigInt.asUintN(32, value ^ (value >> 31n)));
  };
  const words = Uint32Array.of(mixed(), mixed(), mixed(), mixed());
  const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
  return () => {
    const result = Math.imul(rotate(Math.imul(words[1]!, 5), 7), 9) >>> 0;
    const shifted = words[1]! << 9;
    words[2]! ^= words[0]!;
    words[3]! ^= words[1]!;
    words[1]! ^= words[2]!;
    words[0]! ^= words[3]!;
    words[2]! ^= shifted;
    words[3] = rotate(words[3]!, 11);
    return result;
  };
}
