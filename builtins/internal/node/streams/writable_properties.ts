// The properties of Writable that tell its state. Not enumerable: programs copy the enumerable members of prototypes.
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

/** Defines them on `prototype`; with `names`, only these. */
export function defineWritableProperties(prototype: object, names: readonly string[] = Object.keys(properties)): void {
  for (const name of names) {
    const { get, set } = Object.getOwnPropertyDescriptor(properties, name)!;
    Object.defineProperty(prototype, name, { get, set, enumerable: false, configurable: false });
  }
}

function hasBit(stream: any, bit: number): boolean {
  const state = stream._writableState;
  return state ? (state[kState] & bit) !== 0 : false;
}

const properties = {
  get closed(): boolean {
    return hasBit(this, CLOSED);
  },
  get destroyed(): boolean {
    return hasBit(this, DESTROYED);
  },
  set destroyed(value: unknown) {
    const state = (this as any)._writableState;
    // For streams that keep the book themselves.
    if (state) state.destroyed = value;
  },
  get writable(): boolean {
    const state = (this as any)._writableState;
    // `state.writable === false`: a duplex stream whose writable side is switched off.
    return !!state && state.writable !== false && (state[kState] & (W_ENDING | W_ENDED | DESTROYED | ERRORED)) === 0;
  },
  set writable(value: unknown) {
    const state = (this as any)._writableState;
    if (state) state.writable = !!value;
  },
  get writableFinished(): boolean {
    return hasBit(this, W_FINISHED);
  },
  get writableObjectMode(): boolean {
    return hasBit(this, OBJECT_MODE);
  },
  get writableBuffer(): any {
    const state = (this as any)._writableState;
    return state && state.getBuffer();
  },
  get writableEnded(): boolean {
    return hasBit(this, W_ENDING);
  },
  get writableNeedDrain(): boolean {
    const state = (this as any)._writableState;
    return state ? (state[kState] & (DESTROYED | W_ENDING | W_NEED_DRAIN)) === W_NEED_DRAIN : false;
  },
  get writableHighWaterMark(): number | undefined {
    return (this as any)._writableState?.highWaterMark;
  },
  get writableCorked(): number {
    return (this as any)._writableState?.corked ?? 0;
  },
  get writableLength(): number | undefined {
    return (this as any)._writableState?.length;
  },
  get errored(): any {
    return (this as any)._writableState?.errored ?? null;
  },
  get writableAborted(): boolean {
    const bits = (this as any)._writableState[kState];
    return (
      (bits & (W_HAS_WRITABLE | W_WRITABLE)) !== W_HAS_WRITABLE &&
      (bits & (DESTROYED | ERRORED)) !== 0 &&
      (bits & W_FINISHED) === 0
    );
  },
};
