// `readable.pipe()` and `unpipe()`: data is written to the destinations at the speed of the slowest. pipe() neither
// forwards errors nor destroys streams; pipeline() does.
import * as lists from "internal:core/lists";
import { nextTick } from "internal:core/ticks";
import {
  R_DATA_LISTENING,
  R_END_EMITTED,
  R_FLOWING,
  R_MULTI_AWAIT_DRAIN,
  kState,
} from "internal:node/streams/state_flags";
import { errorOrDestroy } from "internal:node/streams/destroy";
import { prependListener } from "internal:node/streams/legacy";
import type { Readable } from "internal:node/streams/readable";
import type { ReadableState } from "internal:node/streams/readable_state";
import type { Writable } from "internal:node/streams/writable";

/** `readable.pipe(destination, { end })`. Returns the destination. */
export function pipe(this: Readable, destination: Writable, options?: { end?: boolean }): Writable {
  const state = this._readableState;
  if (state.pipes.length === 1 && (state[kState] & R_MULTI_AWAIT_DRAIN) === 0) {
    state[kState] |= R_MULTI_AWAIT_DRAIN;
    state.awaitDrainWriters = new Set(state.awaitDrainWriters ? [state.awaitDrainWriters as Writable] : []);
  }
  lists.push(state.pipes, destination);
  // The standard streams stay open until the program exits.
  new Pipe(this, destination).start(options?.end !== false && !destination._isStdio);
  return destination;
}

/** One source and one of its destinations, with the listeners that connect them. */
class Pipe {
  readonly source: Readable;
  readonly destination: Writable;
  readonly state: ReadableState;
  onDrain: (() => void) | undefined = undefined;
  isCleanedUp = false;

  constructor(source: Readable, destination: Writable) {
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
    // Before the program's own listeners, which may throw.
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

  readonly onUnpipe = (readable: Readable, info: { hasUnpiped: boolean } | undefined): void => {
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
    // The program may have called unpipe() during write(): then the source is not paused.
    if (!this.isCleanedUp) {
      if (state.pipes.length === 1 && state.pipes[0] === destination) {
        state.awaitDrainWriters = destination;
        state[kState] &= ~R_MULTI_AWAIT_DRAIN;
      } else if (state.pipes.length > 1 && lists.includes(state.pipes, destination)) {
        (state.awaitDrainWriters as Set<Writable>).add(destination);
      }
      source.pause();
    }
    if (this.onDrain === undefined) {
      // Stays until the pipe is removed: adding and removing it for every full buffer is slow.
      this.onDrain = () => onDrained(source, destination);
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
    // A removed destination that still needs "drain" would block the others forever.
    if (onDrain && this.state.awaitDrainWriters) onDrain();
  }
}

function onDrained(source: Readable, destination: Writable): void {
  const state = source._readableState;
  if (state.awaitDrainWriters === destination) state.awaitDrainWriters = null;
  else if ((state[kState] & R_MULTI_AWAIT_DRAIN) !== 0) (state.awaitDrainWriters as Set<Writable>).delete(destination);
  const isDrained = !state.awaitDrainWriters || (state.awaitDrainWriters as Set<Writable>).size === 0;
  if (isDrained && (state[kState] & R_DATA_LISTENING) !== 0) source.resume();
}

/** `readable.unpipe(destination?)`: detaches one destination, or all. */
export function unpipe(this: Readable, destination?: Writable): Readable {
  const state = this._readableState;
  if (state.pipes.length === 0) return this;
  if (!destination) {
    const all = state.pipes;
    state.pipes = [];
    this.pause();
    for (const one of all) one.emit("unpipe", this, { hasUnpiped: false });
    return this;
  }
  const index = lists.indexOf(state.pipes, destination);
  if (index === -1) return this;
  lists.splice(state.pipes, index, 1);
  if (state.pipes.length === 0) this.pause();
  destination.emit("unpipe", this, { hasUnpiped: false });
  return this;
}
