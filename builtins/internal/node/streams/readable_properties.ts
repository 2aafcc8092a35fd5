// The properties of Readable that tell its state. Not enumerable: programs copy the enumerable members of prototypes.

/** Defines them on `prototype`. */
export function defineReadableProperties(prototype: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(properties))) {
    Object.defineProperty(prototype, name, {
      get: descriptor.get,
      set: descriptor.set,
      enumerable: false,
      configurable: false,
    });
  }
}

const properties = {
  get readable(): boolean {
    const state = (this as any)._readableState;
    // `state.readable === false`: a duplex stream whose readable side is switched off.
    return !!state && state.readable !== false && !state.destroyed && !state.errorEmitted && !state.endEmitted;
  },
  set readable(value: unknown) {
    const state = (this as any)._readableState;
    if (state) state.readable = !!value;
  },
  get readableDidRead(): boolean {
    return (this as any)._readableState.dataEmitted;
  },
  get readableAborted(): boolean {
    const state = (this as any)._readableState;
    return !!(state.readable !== false && (state.destroyed || state.errored) && !state.endEmitted);
  },
  get readableHighWaterMark(): number {
    return (this as any)._readableState.highWaterMark;
  },
  get readableBuffer(): any {
    return (this as any)._readableState?.buffer;
  },
  get readableFlowing(): boolean | null {
    return (this as any)._readableState.flowing;
  },
  set readableFlowing(value: boolean | null) {
    const state = (this as any)._readableState;
    if (state) state.flowing = value;
  },
  get readableLength(): number {
    return (this as any)._readableState.length;
  },
  get readableObjectMode(): boolean {
    return (this as any)._readableState?.objectMode ?? false;
  },
  get readableEncoding(): string | null {
    return (this as any)._readableState?.encoding ?? null;
  },
  get errored(): any {
    return (this as any)._readableState?.errored ?? null;
  },
  get closed(): boolean {
    return (this as any)._readableState?.closed ?? false;
  },
  get destroyed(): boolean {
    return (this as any)._readableState?.destroyed ?? false;
  },
  set destroyed(value: boolean) {
    const state = (this as any)._readableState;
    // For streams that keep the book themselves.
    if (state) state.destroyed = value;
  },
  get readableEnded(): boolean {
    return (this as any)._readableState?.endEmitted ?? false;
  },
};
