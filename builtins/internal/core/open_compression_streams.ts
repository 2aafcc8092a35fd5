// Open native streams, each with an owner in JavaScript: a stream is closed when its owner is collected. The collector does not know
// that an owner of a few hundred bytes retains a quarter of a megabyte, so that memory is reported as more streams are open.
import * as native from "native:zlib";
import { reportExtraMemory } from "native:realm";

/** About the memory of a compressing stream of zlib; brotli and zstd need more. */
const STREAM_BYTES = 256 * 1024;
/** The memory is reported to the collector each time that so many more are open. */
const REPORTED_AT_ONCE = 64;

let abandoned: FinalizationRegistry<number> | undefined;
let openCount = 0;
let reportedCount = 0;

function closeAbandoned(id: number): void {
  countClosed();
  native.close(id);
}

function countClosed(): void {
  openCount--;
  if (openCount < reportedCount) reportedCount = openCount;
}

/** Closes the stream `id` when `owner` is collected. */
export function watch(owner: object, id: number): void {
  abandoned ??= new FinalizationRegistry(closeAbandoned);
  abandoned.register(owner, id, owner);
  if (++openCount - reportedCount < REPORTED_AT_ONCE) return;
  reportedCount = openCount;
  reportExtraMemory(REPORTED_AT_ONCE * STREAM_BYTES);
}

/** Closes the stream of a watched owner, once. */
export function close(owner: object, id: number): void {
  abandoned!.unregister(owner);
  countClosed();
  native.close(id);
}
