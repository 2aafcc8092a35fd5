// The state properties of Readable. Not enumerable: programs copy the enumerable members of prototypes.
import { safe } from "internal:core/bootstrap";
import type { Chunk } from "internal:node/streams/kinds";
import type { ReadableState } from "internal:node/streams/readable_state";

/** `this` of the accessors: a stream, or a prototype without a state. */
type Owner = { _readableState: ReadableState };

/** Defines them on `prototype`. */
export function defineReadableProperties(prototype: object): void {
  for (const [name, descriptor] of safe.entries(safe.getOwnPropertyDescriptors(properties))) {
    safe.defineProperty(prototype, name, {
      get: descriptor.get,
      set: descriptor.set,
      enumerable: false,
      configurable: false,
    });
  }
}

const properties = {
  get readable(): boolean {
    const state = (this as unknown as Owner)._readableState;
    // `state.readable === false`: a duplex stream whose readable side is switched off.
    return !!state && state.readable !== false && !state.destroyed && !state.errorEmitted && !state.endEmitted;
  },
  set readable(value: unknown) {
    const state = (this as unknown as Owner)._readableState;
    if (state) state.readable = !!value;
  },
  get readableDidRead(): boolean {
    return (this as unknown as Owner)._readableState.dataEmitted;
  },
  get readableAborted(): boolean {
    const state = (this as unknown as Owner)._readableState;
    return !!(state.readable !== false && (state.destroyed || state.errored) && !state.endEmitted);
  },
  get readableHighWaterMark(): number {
    return (this as unknown as Owner)._readableState.highWaterMark;
  },
  get readableBuffer(): Chunk[] {
    return (this as unknown as Owner)._readableState?.buffer;
  },
  get readableFlowing(): boolean | null {
    return (this as unknown as Owner)._readableState.flowing;
  },
  set readableFlowing(value: boolean | null) {
    const state = (this as unknown as Owner)._readableState;
    if (state) state.flowing = value;
  },
  get readableLength(): number {
    return (this as unknown as Owner)._readableState.length;
  },
  get readableObjectMode(): boolean {
    return (this as unknown as Owner)._readableState?.objectMode ?? false;
  },
  get readableEncoding(): string | null {
    return (this as unknown as Owner)._readableState?.encoding ?? null;
  },
  get errored(): unknown {
    return (this as unknown as Owner)._readableState?.errored ?? null;
  },
  get closed(): boolean {
    return (this as unknown as Owner)._readableState?.closed ?? false;
  },
  get destroyed(): boolean {
    return (this as unknown as Owner)._readableState?.destroyed ?? false;
  },
  set destroyed(value: boolean) {
    const state = (this as unknown as Owner)._readableState;
    // For streams that manage the flag themselves.
    if (state) state.destroyed = value;
  },
  get readableEnded(): boolean {
    return (this as unknown as Owner)._readableState?.endEmitted ?? false;
  },
};
