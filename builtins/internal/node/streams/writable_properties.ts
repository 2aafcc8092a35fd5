// The state properties of Writable. Not enumerable: programs copy the enumerable members of prototypes.
import { safe } from "internal:core/bootstrap";
import {
  CLOSED,
  DESTROYED,
  ERRORED,
  OBJECT_MODE,
  W_ENDED,
  W_ENDING,
  W_FINISHED,
  W_HAS_WRITABLE,
  W_NEED_DRAIN,
  W_WRITABLE,
  kState,
} from "internal:node/streams/state_flags";
import type { PendingWrite, WritableState } from "internal:node/streams/writable_state";

/** Defines them on `prototype`; with `names`, only these. */
export function defineWritableProperties(prototype: object, names: readonly string[] = safe.keys(properties)): void {
  for (const name of names) {
    const { get, set } = safe.getOwnPropertyDescriptor(properties, name)!;
    safe.defineProperty(prototype, name, { get, set, enumerable: false, configurable: false });
  }
}

/** `this` of the accessors: a stream, or a prototype without a state. */
type Owner = { _writableState: WritableState };

function hasFlag(stream: object, flag: number): boolean {
  const state = (stream as Owner)._writableState;
  return state ? (state[kState] & flag) !== 0 : false;
}

const properties = {
  get closed(): boolean {
    return hasFlag(this, CLOSED);
  },
  get destroyed(): boolean {
    return hasFlag(this, DESTROYED);
  },
  set destroyed(value: unknown) {
    const state = (this as unknown as Owner)._writableState;
    // For streams that manage the flag themselves.
    if (state) state.destroyed = value as boolean;
  },
  get writable(): boolean {
    const state = (this as unknown as Owner)._writableState;
    // `state.writable === false`: a duplex stream whose writable side is switched off.
    return !!state && state.writable !== false && (state[kState] & (W_ENDING | W_ENDED | DESTROYED | ERRORED)) === 0;
  },
  set writable(value: unknown) {
    const state = (this as unknown as Owner)._writableState;
    if (state) state.writable = !!value;
  },
  get writableFinished(): boolean {
    return hasFlag(this, W_FINISHED);
  },
  get writableObjectMode(): boolean {
    return hasFlag(this, OBJECT_MODE);
  },
  get writableBuffer(): PendingWrite[] {
    const state = (this as unknown as Owner)._writableState;
    return state && state.getBuffer();
  },
  get writableEnded(): boolean {
    return hasFlag(this, W_ENDING);
  },
  get writableNeedDrain(): boolean {
    const state = (this as unknown as Owner)._writableState;
    return state ? (state[kState] & (DESTROYED | W_ENDING | W_NEED_DRAIN)) === W_NEED_DRAIN : false;
  },
  get writableHighWaterMark(): number | undefined {
    return (this as unknown as Owner)._writableState?.highWaterMark;
  },
  get writableCorked(): number {
    return (this as unknown as Owner)._writableState?.corked ?? 0;
  },
  get writableLength(): number | undefined {
    return (this as unknown as Owner)._writableState?.length;
  },
  get errored(): unknown {
    return (this as unknown as Owner)._writableState?.errored ?? null;
  },
  get writableAborted(): boolean {
    const flags = (this as unknown as Owner)._writableState[kState];
    return (
      (flags & (W_HAS_WRITABLE | W_WRITABLE)) !== W_HAS_WRITABLE &&
      (flags & (DESTROYED | ERRORED)) !== 0 &&
      (flags & W_FINISHED) === 0
    );
  },
};
