// The rules of a BlockList and its clones, which may belong to several threads: text in memory that they share, which each of them
// parses again after another one has changed it.
import { safe } from "internal:core/bootstrap";

/** Indices of the header. */
const LOCK = 0;
const VERSION = 1;
const LENGTH = 2;
const HEADER_BYTES = 16;
const CAPACITY_BYTES = 1024;
/** Space for about a million rules; only what is used is allocated. */
const MAX_BYTES = 2 ** 26;
/** How long a thread waits before it looks at the lock again. */
const PATIENCE_MS = 10;

export class SharedRules {
  readonly memory: SharedArrayBuffer;
  #header: Int32Array;
  #seen = 0;

  /** `memory`: that of another thread's rules; without it there are none yet. */
  constructor(memory = new SharedArrayBuffer(HEADER_BYTES + CAPACITY_BYTES, { maxByteLength: MAX_BYTES })) {
    this.memory = memory;
    this.#header = new Int32Array(memory, 0, HEADER_BYTES / 4);
  }

  /** Whether the rules differ from those that were read or written last. */
  get isChanged(): boolean {
    return Atomics.load(this.#header, VERSION) !== this.#seen;
  }

  /** Excludes other threads until `unlock`. */
  lock(): void {
    while (Atomics.compareExchange(this.#header, LOCK, 0, 1) !== 0) Atomics.wait(this.#header, LOCK, 1, PATIENCE_MS);
  }

  unlock(): void {
    Atomics.store(this.#header, LOCK, 0);
    Atomics.notify(this.#header, LOCK, 1);
  }

  /** The rules; under the lock. */
  read(): string[] {
    this.#seen = Atomics.load(this.#header, VERSION);
    const bytes = new Uint8Array(this.memory, HEADER_BYTES, Atomics.load(this.#header, LENGTH));
    let text = "";
    for (let index = 0; index < bytes.length; index++) text += String.fromCharCode(bytes[index]!);
    return text === "" ? [] : text.split("\n");
  }

  /** Replaces the rules; under the lock. Throws a RangeError when they are too many. */
  write(rules: readonly string[]): void {
    // Rules are ASCII.
    const text = rules.join("\n");
    const neededBytes = HEADER_BYTES + text.length;
    if (neededBytes > this.memory.byteLength) this.memory.grow(safe.min(MAX_BYTES, neededBytes * 2));
    const bytes = new Uint8Array(this.memory, HEADER_BYTES, text.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = text.charCodeAt(index);
    Atomics.store(this.#header, LENGTH, text.length);
    this.#seen = Atomics.add(this.#header, VERSION, 1) + 1;
  }
}
