// The class Stream, the base of all streams, with the pipe() of Node's first streams: for sources that only emit "data",
// "end" and "close", and have no buffer.
import { safe } from "internal:core/bootstrap";
import { EventEmitter, type EventEmitterOptions, type EventName, type Listener } from "internal:core/events/emitter";
import type { NodeStream } from "internal:node/streams/kinds";

/** What every stream has. */
export interface Stream extends EventEmitter {
  /** A standard stream: pipes do not end it. */
  _isStdio?: boolean;
  pipe<T extends NodeStream>(destination: T, options?: { end?: boolean }): T;
}

/** A class of streams. Callable without `new` on a prepared object, which programs use to inherit from it. */
export interface StreamClass<T> {
  new (options?: any): T;
  (this: unknown, options?: any): unknown;
  prototype: any;
  [member: string]: any;
}

/** `stream.Stream`, which is also the module's export. */
export const Stream = function Stream(this: Stream, options?: EventEmitterOptions) {
  EventEmitter.call(this, options);
} as unknown as StreamClass<Stream>;
safe.setPrototypeOf(Stream.prototype, EventEmitter.prototype);
safe.setPrototypeOf(Stream, EventEmitter);

Stream.prototype.pipe = function pipe(
  this: NodeStream,
  destination: NodeStream,
  options?: { end?: boolean },
): NodeStream {
  const source = this;
  let ended = false;

  function onData(chunk: unknown): void {
    if (destination.writable && destination.write(chunk) === false && source.pause) source.pause();
  }
  function onDrain(): void {
    if (source.readable && source.resume) source.resume();
  }
  function onEnd(): void {
    if (ended) return;
    ended = true;
    destination.end();
  }
  function onClose(): void {
    if (ended) return;
    ended = true;
    if (typeof destination.destroy === "function") destination.destroy();
  }
  function onError(this: NodeStream, error: unknown): void {
    cleanUp();
    // Without another listener the error must still throw.
    if (this.listenerCount?.("error") === 0) this.emit("error", error);
  }
  function cleanUp(): void {
    source.removeListener("data", onData);
    destination.removeListener("drain", onDrain);
    source.removeListener("end", onEnd);
    source.removeListener("close", onClose);
    source.removeListener("error", onError);
    destination.removeListener("error", onError);
    source.removeListener("end", cleanUp);
    source.removeListener("close", cleanUp);
    destination.removeListener("close", cleanUp);
  }

  source.on("data", onData);
  destination.on("drain", onDrain);
  // The standard streams stay open until the program exits.
  if (!destination._isStdio && options?.end !== false) {
    source.on("end", onEnd);
    source.on("close", onClose);
  }
  prependListener(source, "error", onError);
  prependListener(destination, "error", onError);
  source.on("end", cleanUp);
  source.on("close", cleanUp);
  destination.on("close", cleanUp);
  destination.emit("pipe", source);
  return destination;
};

// Streams preset `_events` with undefined values, and old ones may hold empty arrays.
Stream.prototype.eventNames = function eventNames(this: EventEmitter): EventName[] {
  const events = this._events;
  return safe.ownKeys(events).filter((name) => {
    const listeners = events[name];
    return typeof listeners === "function" || (safe.isArray(listeners) && listeners.length > 0);
  });
};

/** Adds `listener` in front of the others, also on emitters without prependListener(). */
export function prependListener(emitter: EventEmitter, name: EventName, listener: Listener): void {
  if (typeof emitter.prependListener === "function") {
    emitter.prependListener(name, listener);
    return;
  }
  const current = emitter._events?.[name];
  if (!current) emitter.on(name, listener);
  else if (safe.isArray(current)) current.unshift(listener);
  else emitter._events[name] = [listener, current];
}
