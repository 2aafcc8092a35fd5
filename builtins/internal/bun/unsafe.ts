// `Bun.unsafe`: what can be done without the engine of Bun. https://bun.com/reference/bun/unsafe
import { ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE } from "internal:core/errors";
import { invalid } from "internal:bun/errors";
import { setInterval, type Timeout, clearInterval } from "internal:core/timers";
import { isAnyArrayBuffer, isTypedArray } from "internal:core/util/types";
import { Buffer } from "internal:node/buffer";
import fs from "internal:node/fs";
import { collectGarbage } from "native:realm";

/** How often garbage is collected at the levels 1 and 2, in milliseconds. */
const PAUSES = [0, 100, 10];
const LEVEL_MAX = 2;

let level = 0;
let timer: Timeout | undefined;

export const unsafe = {
  /** Collects garbage more often: at level 1 ten times a second, at level 2 ten times as often. Returns the level before. */
  gcAggressionLevel(...args: unknown[]): number {
    const before = level;
    const [wanted] = args;
    if (typeof wanted !== "number") return before;
    level = Math.min(Math.max(Math.trunc(wanted) || 0, 0), LEVEL_MAX);
    clearInterval(timer);
    timer = level === 0 ? undefined : setInterval(() => collectGarbage(), PAUSES[level]).unref();
    return before;
  },
  /** The characters of bytes (Latin-1), or of 16-bit units. Here they are copied. */
  arrayBufferToString(buffer: unknown): string {
    if (isAnyArrayBuffer(buffer)) return Buffer.from(buffer as ArrayBuffer).toString("latin1");
    if (!isTypedArray(buffer)) throw invalid("Expected an ArrayBuffer");
    const { buffer: memory, byteOffset, byteLength } = buffer as Uint8Array;
    const bytes = Buffer.from(memory as ArrayBuffer, byteOffset, byteLength);
    return bytes.toString(buffer instanceof Uint16Array ? "utf16le" : "latin1");
  },
  mimallocDump(): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("Bun.unsafe.mimallocDump");
  },
  /** The memory that only this process holds, in bytes; undefined where the system does not say it. */
  memoryFootprint(): number | undefined {
    try {
      const found = /^Pss:\s+(\d+) kB$/m.exec(fs.readFileSync("/proc/self/smaps_rollup", "latin1"));
      return found === null ? undefined : Number(found[1]) * 1024;
    } catch {
      return undefined;
    }
  },
  /** Accepts the normal policy; the engine has no other one. */
  setJITPolicy(scale: unknown): void {
    if (typeof scale !== "number") throw invalid("scale must be a number");
    if (!Number.isFinite(scale) || scale < 1) throw new ERR_OUT_OF_RANGE("scale", "a finite number >= 1", scale);
    if (scale > 1) throw new ERR_METHOD_NOT_IMPLEMENTED("Bun.unsafe.setJITPolicy");
  },
};
