// `--test-randomize`: reproducible random numbers from a seed.

const SEED_MAX = 0xffff_ffff;
const STEP = 0x6d2b79f5;

/** A seed, from 0 to 2³² - 1. */
export function randomSeed(): number {
  return Math.floor(Math.random() * (SEED_MAX + 1));
}

/** Numbers from 0 to below 1 from the generator Mulberry32, as in Node. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / (SEED_MAX + 1);
  };
}
