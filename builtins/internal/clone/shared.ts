// How SharedArrayBuffers travel between threads: as the number of their memory, which both threads then have.
import { dataCloneError } from "internal:clone/kinds";
import { adoptMemory, shareMemory } from "native:messaging";

/** Stands for a buffer without bytes. */
const EMPTY = 0;

/** The number of a buffer's memory, valid for one `fromHandle` in any thread. Throws a DataCloneError when it cannot be shared. */
export function sharedHandle(buffer: SharedArrayBuffer): number {
  if (buffer.byteLength === 0 && !(buffer as any).growable) return EMPTY;
  const handle = (buffer as any).growable ? 0 : shareMemory(buffer, buffer.byteLength);
  if (handle === 0) throw dataCloneError("#<SharedArrayBuffer> could not be cloned.");
  return handle;
}

/** The buffer over the memory of a number. Throws a DataCloneError for one that is not underway. */
export function fromHandle(handle: number): SharedArrayBuffer {
  const sample = new SharedArrayBuffer(handle === EMPTY ? 0 : 1);
  if (handle === EMPTY) return sample;
  const adopted = adoptMemory(handle, sample);
  if (adopted === undefined) throw dataCloneError("#<SharedArrayBuffer> could not be deserialized.");
  return adopted as SharedArrayBuffer;
}
