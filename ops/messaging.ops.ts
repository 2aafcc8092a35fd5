// native:messaging. Message ports: queues of messages between threads or within one. Implemented by host/messaging. A
// port is a handle that is valid in the whole process; one thread owns it at a time, the one that last called `own`.
// The two ports of a channel are entangled: a message that is posted to one end arrives at the other.
import type { Any, Bytes, BytesMut, Enum, EnumOf, Flags, f64, i32, u32, u8 } from "./types.ts";

/** Events of the loop about ports. */
export declare const PortLoopEvent: Enum<
  i32,
  {
    /** A port changed: (port, `PortEvent`). */
    PORT: 40;
  }
>;

/** What happened to a port. */
export declare const PortEvent: Enum<
  u8,
  {
    /** A message is queued. */
    MESSAGE: 0;
    /** The channel has ended, and its queue is delivered. */
    CLOSED: 1;
  }
>;
export type PortEvent = EnumOf<typeof PortEvent>;

/** How a blocking wait ended. */
export declare const WaitResult: Enum<
  u8,
  {
    TIMED_OUT: 0;
    /** A message is queued. */
    MESSAGE: 1;
    /** The channel has ended. */
    CLOSED: 2;
  }
>;
export type WaitResult = EnumOf<typeof WaitResult>;

/** Results of `receiveInto` besides a count of bytes. */
export declare const ReceiveResult: Flags<
  i32,
  {
    /** No message is queued. */
    EMPTY: -1;
    /** The message does not fit, or has more than bytes: `receive` takes it. */
    NOT_BYTES: -2;
  }
>;

/** The two ends of a new channel. Both are without an owner until `own`. */
export interface Channel {
  first: u32;
  second: u32;
}

/** Makes two entangled ports. */
export declare function createChannel(): Channel;

/** Makes this thread the receiver of `port`: wake-ups are sent here. Throws when the port is closed. */
export declare function own(port: u32): void;

/** Removes the owner of a port so that it can be transferred in a message; its queue stays. */
export declare function disown(port: u32): void;

/**
 * A new ArrayBuffer with the memory of `buffer`, which is detached; nothing is copied. Null when the engine cannot do it:
 * then `buffer` is unchanged.
 */
export declare function moveBuffer(buffer: Any<ArrayBuffer>): Any<ArrayBuffer | null>;

/**
 * Queues a message for the entangled port: copies `bytes`, transfers the ArrayBuffers of the array `buffers` (without a
 * copy where the engine allows that) and the ports of the array `handles`. False when that is closed.
 * Entries of the kinds `SharedArrayBuffer`, `WebAssembly.Module` and `WebAssembly.Memory` (its SharedArrayBuffer) are in
 * `buffers` too and are shared instead. The handle of an entry of the kind `FileHandle` is a descriptor, which is closed
 * when the message is not received.
 */
export declare function post(
  port: u32,
  bytes: Bytes,
  kinds: string,
  buffers: Any<readonly object[]>,
  handles: Any<readonly number[]>,
): boolean;

/** `post` with bytes only. */
export declare function postBytes(port: u32, bytes: Bytes): boolean;

/** Allows messages to wake this thread: one event per queued message, each a task of its own. */
export declare function start(port: u32): void;

/** Blocks this thread until a message is queued at `port` or its channel ends, `timeoutMs` at most. */
export declare function wait(port: u32, timeoutMs: u32): WaitResult;

/** A message that was received. */
export type PortMessage = {
  bytes: Uint8Array;
  /** Names the transferred objects, in order, joined by commas. */
  kinds: string;
  /** The ArrayBuffers among them, in order. */
  buffers: ArrayBuffer[];
  /** The handles of all others, in order: ports, and numbers for `adoptShared`. */
  handles: number[];
};

/**
 * Takes the next queued message; null without one.
 */
export declare function receive(port: u32): Any<PortMessage | null>;

/**
 * Takes the next queued message if its bytes fit into `target` and nothing was transferred with it: returns their
 * count, or a `ReceiveResult`.
 */
export declare function receiveInto(port: u32, target: BytesMut): i32;

/**
 * Closes both ends. The queue of the entangled port is delivered first; then each owner receives the event
 * `CLOSED`. Closing twice does nothing.
 */
export declare function close(port: u32): void;

/** Keeps the process alive while the port is open. */
export declare function ref(port: u32): void;

/** Stops keeping the process alive. */
export declare function unref(port: u32): void;

/**
 * Joins the broadcast group `name`; returns a port whose posts arrive at all other members. The wake-ups of one post
 * come in the order in which the members joined, before those of the next post.
 */
export declare function joinGroup(name: string): u32;

/**
 * Whether `value`, a SharedArrayBuffer, a WebAssembly.Module, or the buffer of a shared WebAssembly.Memory, as `kind` says,
 * can be shared with other threads in this engine.
 */
export declare function canShare(value: Any<object>, kind: string): boolean;

/**
 * A SharedArrayBuffer, WebAssembly.Module or WebAssembly.Memory for the shared object of a number from a message; works once. `sample`
 * is an object of that class of this thread. undefined when that fails.
 */
export declare function adoptShared(number: u32, sample: Any<object>): Any<object | undefined>;
