// `readable.pipe()` and `unpipe()`: data into write(), waiting for the slowest destination. pipe() forwards no errors
// and destroys nothing; that is what pipeline() is for.
import { nextTick } from "internal:core/ticks";
import { R_DATA_LISTENING, R_END_EMITTED, R_FLOWING, R_MULTI_AWAIT_DRAIN, kState } from "internal:node/streams/state_flags";
import { errorOrDestroy } from "internal:node/streams/destroy";
import { prependListener } from "internal:node/streams/legacy";

/** `readable.pipe(destination, { end })`. Returns the destination. */
export function pipe(this: any, destination: any, options?: { end?: boolean }): any {
  const state = this._readableState;
  if (state.pipes.length === 1 && (state[kState] & R_MULTI_AWAIT_DRAIN) === 0) {
    state[kState] |= R_MULTI_AWAIT_DRAIN;
    state.awaitDrainWriters = new Set(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
  }
  state.pipes.push(destination);
  // The standard streams stay open for the rest of the program.
  new Pipe(this, destination).start(options?.end !== false && !destination._isStdio);
  return destination;
}

/** One source and one of its destinations, with the listeners that tie them together. */
class Pipe {
  readonly source: any;
  readonly destination: any;
  readonly state: any;
  onDrain: (() => void) | undefined = undefined;
  isCleanedUp = false;

  constructor(source: any, destination: any) {
    this.source = source;
    this.destination = destination;
    this.state = source._readableState;
  }

  start(ends: boolean): void {
    const { source, destination, state } = this;
    const whenEnded = ends ? this.onEnd : this.unpipe;
    if ((state[kState] & R_END_EMITTED) !== 0) nextTick(whenEnded);
    else source.once("end", whenEnded);
    destination.on("unpipe", this.onUnpipe);
    source.on("data", this.onData);
    // In front of the program's own listeners, which may throw.
    prependListener(destination, "error", this.onError);
    destination.once("close", this.onClose);
    destination.once("finish", this.onFinish);
    destination.emit("pipe", source);
    if (destination.writableNeedDrain === true) this.waitForDrain();
    else if ((state[kState] & R_FLOWING) === 0) source.resume();
  }

  readonly onEnd = (): void => {
    this.destination.end();
  };

  readonly unpipe = (): void => {
    this.source.unpipe(this.destination);
  };

  readonly onUnpipe = (readable: any, info: { hasUnpiped: boolean } | undefined): void => {
    if (readable !== this.source || info?.hasUnpiped !== false) return;
    info.hasUnpiped = true;
    this.cleanUp();
  };

  readonly onClose = (): void => {
    this.destination.removeListener("finish", this.onFinish);
    this.unpipe();
  };

  readonly onFinish = (): void => {
    this.destination.removeListener("close", this.onClose);
    this.unpipe();
  };

  readonly onError = (error: unknown): void => {
    const { destination } = this;
    this.unpipe();
    destination.removeListener("error", this.onError);
    if (destination.listenerCount("error") !== 0) return;
    const side = destination._writableState || destination._readableState;
    // An "error" that the program emitted itself must still end the stream.
    if (side && !side.errorEmitted) errorOrDestroy(destination, error);
    else destination.emit("error", error);
  };

  readonly onData = (chunk: unknown): void => {
    try {
      if (this.destination.write(chunk) === false) this.waitForDrain();
    } catch (error) {
      this.destination.destroy(error);
    }
  };

  waitForDrain(): void {
    const { source, destination, state } = this;
    // The program may have unpiped during write(): then there is nothing to wait for.
    if (!this.isCleanedUp) {
      if (state.pipes.length === 1 && state.pipes[0] === destination) {
        state.awaitDrainWriters = destination;
        state[kState] &= ~R_MULTI_AWAIT_DRAIN;
      } else if (state.pipes.length > 1 && state.pipes.includes(destination)) {
        state.awaitDrainWriters.add(destination);
      }
      source.pause();
    }
    if (this.onDrain === undefined) {
      // Stays for the life of the pipe: adding and removing it for every full buffer is slow.
      this.onDrain = () => stopWaiting(source, destination);
      destination.on("drain", this.onDrain);
    }
  }

  cleanUp(): void {
    const { source, destination, onDrain } = this;
    destination.removeListener("close", this.onClose);
    destination.removeListener("finish", this.onFinish);
    if (onDrain) destination.removeListener("drain", onDrain);
    destination.removeListener("error", this.onError);
    destination.removeListener("unpipe", this.onUnpipe);
    source.removeListener("end", this.onEnd);
    source.removeListener("end", this.unpipe);
    source.removeListener("data", this.onData);
    this.isCleanedUp = true;
    // A destination that left while the source waited for it would stop the others for ever.
    if (onDrain && this.state.awaitDrainWriters) onDrain();
  }
}

function stopWaiting(source: any, destination: any): void {
  const state = source._readableState;
  if (state.awaitDrainWriters === destination) state.awaitDrainWriters = null;
  else if ((state[kState] & R_MULTI_AWAIT_DRAIN) !== 0) state.awaitDrainWriters.delete(destination);
  const nobodyWaits = !state.awaitDrainWriters || state.awaitDrainWriters.size === 0;
  if (nobodyWaits && (state[kState] & R_DATA_LISTENING) !== 0) source.resume();
}

/** `readable.unpipe(destination?)`: detaches one destination, or all. */
export function unpipe(this: any, destination?: any): any {
  const state = this._readableState;
  if (state.pipes.length === 0) return this;
  if (!destination) {
    const all = state.pipes;
    state.pipes = [];
    this.pause();
    for (const one of all) one.emit("unpipe", this, { hasUnpiped: false });
    return this;
  }
  const index = state.pipes.indexOf(destination);
  if (index === -1) return this;
  state.pipes.splice(index, 1);
  if (state.pipes.length === 0) this.pause();
  destination.emit("unpipe", this, { hasUnpiped: false });
  return this;
}
