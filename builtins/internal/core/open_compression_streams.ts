// Native streams that are open, each with its owner in JavaScript: one whose owner is collected is closed. The collector does not know
// that an owner of a few hundred bytes keeps a quarter of a megabyte, and so is told when more and more of them are open.
import * as native from "native:zlib";
import { reportExtraMemory } from "native:realm";

/** About what zlib takes for a stream that compresses; brotli and zstd take more. */
const STREAM_BYTES = 256 * 1024;
/** The collector hears of them each time that so many more are open. */
const TOLD_AT_ONCE = 64;

let abandoned: FinalizationRegistry<number> | undefined;
let openCount = 0;
let toldCount = 0;

function closeAbandoned(id: number): void {
  noteClosed();
  native.close(id);
}

function noteClosed(): void {
  openCount--;
  if (openCount < toldCount) toldCount = openCount;
}

/** Closes the stream `id` when `owner` is collected. */
export function watch(owner: object, id: number): void {
  abandoned ??= new FinalizationRegistry(closeAbandoned);
  abandoned.register(owner, id, owner);
  if (++openCount - toldCount < TOLD_AT_ONCE) return;
  toldCount = openCount;
  reportExtraMemory(TOLD_AT_ONCE * STREAM_BYTES);
}

/** Closes the stream of a watched owner, once. */
export function close(owner: object, id: number): void {
  abandoned!.unregister(owner);
  noteClosed();
  native.close(id);
}
