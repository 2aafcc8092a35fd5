// The inotify queue of this thread: maps watches to listeners and keeps the process alive.
import { loopState } from "internal:core/loop_state";
import { task } from "internal:core/loop";
import { toBytes } from "internal:node/fs/path";
import * as native from "native:fs";
import defer * as buffers from "internal:node/buffer";
import { LoopWord } from "native:realm";

const IN_ATTRIB = 0x4;
const IN_MODIFY = 0x2;
const IN_IGNORED = 0x8000;
const HEADER_BYTES = 16;

/** Receives `"rename"` or `"change"` and the name in the watched directory (raw bytes), or null for the watched file itself. */
export type Listener = (event: "rename" | "change", name: Uint8Array | null) => void;

/** Stays open from the first watch on: closing a queue blocks for some 5 ms. */
let queue = -1;
const watches = new Map<number, Set<Watch>>();

/** One listener on one path. */
export class Watch {
  readonly #number: number;
  readonly path: string;
  readonly listener: Listener;
  #isReferenced = false;
  #isOpen = true;

  /** Starts watching; throws the system's error with syscall `watch`. */
  constructor(path: string, listener: Listener) {
    if (queue === -1) queue = native.watchOpenSync({ events: task(deliver) });
    this.path = path;
    this.listener = listener;
    this.#number = native.watchAddSync(queue, path);
    const others = watches.get(this.#number);
    if (others === undefined) watches.set(this.#number, new Set([this]));
    else others.add(this);
  }

  get isReferenced(): boolean {
    return this.#isReferenced;
  }

  /** Keeps the process alive (true) or not. */
  setReferenced(isReferenced: boolean): void {
    if (!this.#isOpen || isReferenced === this.#isReferenced) return;
    this.#isReferenced = isReferenced;
    loopState[LoopWord.REFERENCES] = (loopState[LoopWord.REFERENCES] as number) + (isReferenced ? 1 : -1);
  }

  /** Stops watching. */
  close(): void {
    if (!this.#isOpen) return;
    this.setReferenced(false);
    this.#isOpen = false;
    const others = watches.get(this.#number);
    others?.delete(this);
    if (others?.size === 0) {
      watches.delete(this.#number);
      native.watchRemoveSync(queue, this.#number);
    }
  }
}

/** Delivers a block of `inotify_event` records to the listeners. */
function deliver(block: Uint8Array): void {
  const view = new DataView(block.buffer as ArrayBuffer, block.byteOffset, block.byteLength);
  for (let offset = 0; offset + HEADER_BYTES <= block.byteLength;) {
    const watch = view.getInt32(offset, true);
    const mask = view.getUint32(offset + 4, true);
    const length = view.getUint32(offset + 12, true);
    const padded = block.subarray(offset + HEADER_BYTES, offset + HEADER_BYTES + length);
    offset += HEADER_BYTES + length;
    const end = padded.indexOf(0);
    const name = length === 0 ? null : buffers.Buffer.from(end === -1 ? padded : padded.subarray(0, end));
    const listeners = watches.get(watch);
    if (listeners === undefined) continue;
    const event = (mask & ~(IN_ATTRIB | IN_MODIFY)) === 0 ? "change" : "rename";
    for (const { listener } of [...listeners]) listener(event, name);
    // The kernel may reuse the number of an ended watch for another file.
    if (mask & IN_IGNORED) watches.delete(watch);
  }
}

/** The name to report for an event: the entry's, or that of the watched file. */
export function eventName(name: Uint8Array | null, watched: string): Uint8Array {
  return name ?? toBytes(watched.slice(watched.lastIndexOf("/") + 1));
}
