// native:messaging. Ports: queues of messages between threads or within one. Implemented by host/messaging.
// A port is a handle that is valid in the whole process; one thread owns it at a time, the one that last called `own`.
// The two ports of a channel are entangled: what is posted to one end arrives at the other.
import type { Any, Bytes, BytesMut, f64, i32, u32, u8 } from "./types.ts";

/** The two ends of a new channel. Both belong to nobody until `own`. */
export interface Channel {
  first: u32;
  second: u32;
}

/** Makes two entangled ports. */
export declare function createChannel(): Channel;

/** Makes this thread the receiver of `port`: wake-ups come here. Throws when the port is closed. */
export declare function own(port: u32): void;

/** Gives the port up so that it can travel in a message; what is queued stays queued. */
export declare function disown(port: u32): void;

/**
 * Queues a message at the other end: copies `bytes`, moves the ArrayBuffers of the array `buffers` (their bytes go to the
 * receiver without a copy where the engine allows) and the ports of the array `handles`. False when the other end is closed.
 * Things of the kinds `SharedArrayBuffer` and `WebAssembly.Module` stand among the buffers and are shared instead.
 */
export declare function post(port: u32, bytes: Bytes, kinds: string, buffers: Any, handles: Any): boolean;

/** `post` of nothing but bytes. */
export declare function postBytes(port: u32, bytes: Bytes): boolean;

/** Lets messages wake this thread: one event `PORT_EVENT` (port, 0) per queued message, each a task of its own. */
export declare function start(port: u32): void;

/** Blocks this thread until a message is queued at `port` (1) or its channel ends (2), `timeoutMs` at most (0). */
export declare function wait(port: u32, timeoutMs: u32): u8;

/**
 * Takes the next queued message: `{ bytes, kinds, buffers, handles }`, or null. `kinds` names what was transferred, in order,
 * joined by commas; `buffers` are the ArrayBuffers among it, `handles` the handles of all others, each list in order: ports, and
 * numbers for `adoptShared`.
 */
export declare function receive(port: u32): Any;

/**
 * Takes the next queued message if its bytes fit into `target` and nothing was transferred with it: gives their count; -1 when none is
 * queued, -2 when `receive` has to take it.
 */
export declare function receiveInto(port: u32, target: BytesMut): i32;

/**
 * Closes both ends. Messages that are queued at the other end are delivered first; then each owner gets the event
 * `PORT_EVENT` (port, 1). Closing twice does nothing.
 */
export declare function close(port: u32): void;

/** Keeps the process alive while the port is open. */
export declare function ref(port: u32): void;

/** Stops keeping the process alive. */
export declare function unref(port: u32): void;

/** Joins the broadcast group `name`; gives a port whose posts arrive at all other members; wake-ups of one post come in the
 * order in which the members joined, before those of the next post. */
export declare function joinGroup(name: string): u32;

/** Whether `value`, a SharedArrayBuffer or WebAssembly.Module as `kind` says, can be shared with other threads by this engine. */
export declare function canShare(value: Any, kind: string): boolean;

/**
 * A SharedArrayBuffer or WebAssembly.Module over what has the number, which came in a message; valid once. `sample` is one of
 * that class and this thread. undefined when that fails.
 */
export declare function adoptShared(number: u32, sample: Any): Any;
