// `readable.pipe()` and `unpipe()`: data into write(), waiting for the slowest destination. pipe() forwards no errors
// and destroys nothing; that is what pipeline() is for.
import { nextTick } from "internal:ticks";
import { R_DATA_LISTENING, R_END_EMITTED, R_FLOWING, R_MULTI_AWAIT_DRAIN, kState } from "internal:streams/bits";
import { errorOrDestroy } from "internal:streams/destroy";
import { prependListener } from "internal:streams/legacy";

/** `readable.pipe(destination, { end })`. Returns the destination. */
export function pipe(this: any, destination: any, options?: { end?: boolean }): any {
  const source = this;
  const state = source._readableState;
  if (state.pipes.length === 1 && (state[kState] & R_MULTI_AWAIT_DRAIN) === 0) {
    state[kState] |= R_MULTI_AWAIT_DRAIN;
    state.awaitDrainWriters = new Set(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
  }
  state.pipes.push(destination);
  // The standard streams stay open for the rest of the program.
  const ends = options?.end !== false && !destination._isStdio;
  let onDrain: (() => void) | undefined;
  let cleanedUp = false;

  function onEnd(): void {
    destination.end();
  }
  function unpipe(): void {
    source.unpipe(destination);
  }
  function onUnpipe(readable: any, info: { hasUnpiped: boolean } | undefined): void {
    if (readable !== source || info?.hasUnpiped !== false) return;
    info.hasUnpiped = true;
    cleanUp();
  }
  function onClose(): void {
    destination.removeListener("finish", onFinish);
    unpipe();
  }
  function onFinish(): void {
    destination.removeListener("close", onClose);
    unpipe();
  }
  function onError(error: unknown): void {
    unpipe();
    destination.removeListener("error", onError);
    if (destination.listenerCount("error") !== 0) return;
    const side = destination._writableState || destination._readableState;
    // An "error" that the program emitted itself must still end the stream.
    if (side && !side.errorEmitted) errorOrDestroy(destination, error);
    else destination.emit("error", error);
  }
  function onData(chunk: unknown): void {
    try {
      if (destination.write(chunk) === false) waitForDrain();
    } catch (error) {
      destination.destroy(error);
    }
  }
  function waitForDrain(): void {
    // The program may have unpiped during write(): then there is nothing to wait for.
    if (!cleanedUp) {
      if (state.pipes.length === 1 && state.pipes[0] === destination) {
        state.awaitDrainWriters = destination;
        state[kState] &= ~R_MULTI_AWAIT_DRAIN;
      } else if (state.pipes.length > 1 && state.pipes.includes(destination)) {
        state.awaitDrainWriters.add(destination);
      }
      source.pause();
    }
    if (onDrain === undefined) {
      // Stays for the life of the pipe: adding and removing it for every full buffer is slow.
      onDrain = () => stopWaiting(source, destination);
      destination.on("drain", onDrain);
    }
  }
  function cleanUp(): void {
    destination.removeListener("close", onClose);
    destination.removeListener("finish", onFinish);
    if (onDrain) destination.removeListener("drain", onDrain);
    destination.removeListener("error", onError);
    destination.removeListener("unpipe", onUnpipe);
    source.removeListener("end", onEnd);
    source.removeListener("end", unpipe);
    source.removeListener("data", onData);
    cleanedUp = true;
    // A destination that left while the source waited for it would stop the others for ever.
    if (onDrain && state.awaitDrainWriters) onDrain();
  }

  const whenEnded = ends ? onEnd : unpipe;
  if ((state[kState] & R_END_EMITTED) !== 0) nextTick(whenEnded);
  else source.once("end", whenEnded);
  destination.on("unpipe", onUnpipe);
  source.on("data", onData);
  // In front of the program's own listeners, which may throw.
  prependListener(destination, "error", onError);
  destination.once("close", onClose);
  destination.once("finish", onFinish);
  destination.emit("pipe", source);
  if (destination.writableNeedDrain === true) waitForDrain();
  else if ((state[kState] & R_FLOWING) === 0) source.resume();
  return destination;
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
