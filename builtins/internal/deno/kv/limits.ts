// The limits of Deno.Kv and the checks of arguments, with Deno's messages.
const WRITE_KEY_BYTES = 2048;
const READ_KEY_BYTES = 2049;
const VALUE_BYTES = 65_536;
const MUTATIONS = 1000;
const CHECKS = 100;
const RANGES = 10;
const ENTRIES = 1000;
const TOTAL_BYTES = 819_200;
const TOTAL_KEY_BYTES = 81_920;
const DELAY_MS = 30 * 24 * 60 * 60 * 1000;
/** The last time that JavaScript can express. */
const TIME_MAX = 8.64e15;
const INTERVALS = 5;
const INTERVAL_MS = 60 * 60 * 1000;

export function checkReadKeys(keys: Uint8Array[]): void {
  for (const { length } of keys)
    if (length > READ_KEY_BYTES) throw new TypeError(`Key too large for read (max ${READ_KEY_BYTES} bytes)`);
}

export function checkRanges(ranges: number, entries: number): void {
  if (ranges > RANGES) throw new TypeError(`Too many ranges (max ${RANGES})`);
  if (entries > ENTRIES) throw new TypeError(`Too many entries (max ${ENTRIES})`);
}

export function checkWatched(keys: number): void {
  if (keys > RANGES) throw new TypeError(`Too many keys (max ${RANGES})`);
}

export function checkCounts(checks: number, mutations: number): void {
  if (checks > CHECKS) throw new TypeError(`Too many checks (max ${CHECKS})`);
  if (mutations > MUTATIONS) throw new TypeError(`Too many mutations (max ${MUTATIONS})`);
}

/** Adds up the sizes of what is to be written. */
export class Sizes {
  #total = 0;
  #keys = 0;

  addKey({ length }: Uint8Array): void {
    if (length === 0) throw new TypeError("key cannot be empty");
    if (length > WRITE_KEY_BYTES) throw new TypeError(`Key too large for write (max ${WRITE_KEY_BYTES} bytes)`);
    this.#keys += length;
    this.#total += length;
  }

  addValue({ length }: Uint8Array): void {
    if (length > VALUE_BYTES) throw new TypeError(`Value too large (max ${VALUE_BYTES} bytes)`);
    this.#total += length;
  }

  addMessage({ length }: Uint8Array): void {
    if (length > VALUE_BYTES) throw new TypeError(`enqueue payload too large (max ${VALUE_BYTES} bytes)`);
    this.#total += length;
  }

  check(): void {
    if (this.#total > TOTAL_BYTES) throw new TypeError(`Total mutation size too large (max ${TOTAL_BYTES} bytes)`);
    if (this.#keys > TOTAL_KEY_BYTES) throw new TypeError(`Total key size too large (max ${TOTAL_KEY_BYTES} bytes)`);
  }
}

/** When a value with the option `expireIn` expires; -1 for never. */
export function expiryOf(expireIn: unknown): number {
  if (expireIn === undefined || expireIn === null) return -1;
  if (!Number.isInteger(expireIn) || (expireIn as number) < 0)
    throw new TypeError(`expireIn must be a non-negative integer: received ${expireIn}`);
  const time = Date.now() + (expireIn as number);
  if (time > TIME_MAX) throw new TypeError(`Invalid mutation: expireIn is too large: ${expireIn as number}`);
  return time;
}

export function checkDelay(delay: number): void {
  if (delay < 0) throw new TypeError(`Delay must be >= 0: received ${delay}`);
  if (delay > DELAY_MS) throw new TypeError(`Delay cannot be greater than 30 days: received ${delay}`);
  if (Number.isNaN(delay)) throw new TypeError("Delay cannot be NaN");
  if (typeof delay !== "number") throw new TypeError(invalidType("integer", delay));
}

export function checkBackoffSchedule(schedule: number[]): void {
  if (!Array.isArray(schedule)) throw new TypeError(invalidType("array", schedule));
  if (schedule.length > INTERVALS) throw new TypeError(`Invalid backoffSchedule, max ${INTERVALS} intervals allowed`);
  for (const [index, interval] of schedule.entries()) {
    if (interval < 0 || interval > INTERVAL_MS || Number.isNaN(interval))
      throw new TypeError(`Invalid backoffSchedule, interval at index ${index} is invalid`);
    if (typeof interval !== "number") throw new TypeError(invalidType("integer", interval));
  }
}

export function checkConsistency(consistency: unknown): void {
  if (consistency === undefined || consistency === "strong" || consistency === "eventual") return;
  throw new TypeError(`unknown variant \`${consistency as string}\`, expected \`strong\` or \`eventual\``);
}

/** Deno's message for an argument of another type. */
export function invalidType(expected: string, value: unknown): string {
  const found = value === null ? "null" : typeof value === "number" ? "Number" : typeof value;
  return `serde_v8 error: invalid type; expected: ${expected}, got: ${found}`;
}
