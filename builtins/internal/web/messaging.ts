// Dispatches the events of `native:messaging` to the owners of the ports, one message per task.
import { safe } from "internal:core/bootstrap";
import { onEvent } from "internal:core/loop";
import defer * as shared from "internal:web/clone/shared";
import { PortEvent, PortLoopEvent, ReceiveResult } from "native:messaging";
import { close, post, postBytes, receive, receiveInto } from "native:messaging";
import type { Description } from "internal:web/clone/protocol";
import type { Serialized, Transferred } from "web:structured_clone";

/** The owner of a port. */
export interface PortOwner {
  /** With `readsAtOnce` the bytes of the message are valid during the call. */
  receiveMessage(message: Serialized): void;
  /** Whether `receiveMessage` reads the bytes before it returns, or copies them. */
  readonly readsAtOnce?: boolean;
  portClosed(): void;
}

/** The buffer for the bytes of short messages. */
const inbox = new Uint8Array(4096);
/** Longer messages than this have memory of their own. */
const SHARED_INBOX_BYTES_MAX = 1024 * 1024;
/** The buffer of messages that are read at once, as large as the largest of them; null while one is read. */
let sharedInbox: Uint8Array | null = new Uint8Array(4096);
/** In the list of kinds: the second handle of the entry before it, a TransformStream. */
const SECOND = "+";

const owners = new Map<number, PortOwner>();
let isInstalled = false;

/** Directs the events of `port` to `owner`, which is kept alive until `forgetPort`. */
export function onPortMessage(port: number, owner: PortOwner): void {
  if (!isInstalled) {
    isInstalled = true;
    onEvent(PortLoopEvent.PORT, dispatch);
  }
  owners.set(port, owner);
}

/** Ends `onPortMessage`. */
export function forgetPort(port: number): void {
  owners.delete(port);
}

function dispatch(port: number, event: PortEvent): void {
  const owner = owners.get(port);
  if (owner === undefined) return;
  if (event === PortEvent.CLOSED) {
    owners.delete(port);
    owner.portClosed();
    return;
  }
  if (owner.readsAtOnce === true && sharedInbox !== null) return deliverShared(port, owner, sharedInbox);
  const message = takeMessage(port);
  if (message !== null) owner.receiveMessage(message);
}

/** Delivers a message whose bytes stay in `buffer`. */
function deliverShared(port: number, owner: PortOwner, buffer: Uint8Array): void {
  const count = receiveInto(port, buffer);
  if (count === ReceiveResult.EMPTY) return;
  if (count < 0) {
    const message = takeLarge(port);
    const { length } = message.bytes;
    if (length > buffer.length && length <= SHARED_INBOX_BYTES_MAX)
      sharedInbox = new Uint8Array(safe.min(length * 2, SHARED_INBOX_BYTES_MAX));
    owner.receiveMessage(message);
    return;
  }
  // A debugger that stops the program before the bytes are read receives messages, too.
  sharedInbox = null;
  try {
    owner.receiveMessage({ bytes: buffer.subarray(0, count), transferred: [] });
  } finally {
    sharedInbox = buffer;
  }
}

/** A message with transferred or shared objects, as `receive` returns it. */
interface ReceivedMessage {
  bytes: Uint8Array;
  /** Kinds of the objects, joined by commas. */
  kinds: string;
  buffers: ArrayBuffer[];
  handles: number[];
}

/** Removes and returns the next message of a port; null when there is none. */
export function takeMessage(port: number): Serialized | null {
  const count = receiveInto(port, inbox);
  if (count === ReceiveResult.EMPTY) return null;
  return count >= 0 ? { bytes: inbox.slice(0, count), transferred: [] } : takeLarge(port);
}

/** Takes a message that is too long for `receiveInto`, or has objects. */
function takeLarge(port: number): Serialized {
  const message = receive(port) as ReceivedMessage;
  const transferred: Transferred[] = [];
  let buffer = 0;
  let handle = 0;
  if (message.kinds !== "") {
    for (const kind of message.kinds.split(",")) {
      if (kind === "ArrayBuffer") transferred.push({ kind, buffer: message.buffers[buffer++]! });
      else if (shared.isSharedKind(kind))
        transferred.push({ kind, buffer: shared.adopt(kind, message.handles[handle++]!) });
      else if (kind === SECOND)
        (transferred[transferred.length - 1] as Description).writable = message.handles[handle++];
      else transferred.push(received(kind, message.handles[handle++]!));
    }
  }
  return { bytes: message.bytes, transferred };
}

/** Queues a message at the port entangled with `port`, if that is still open. */
export function postTo(port: number, { bytes, transferred }: Serialized): void {
  if (transferred.length === 0) {
    postBytes(port, bytes);
    return;
  }
  const buffers: object[] = [];
  const handles: number[] = [];
  const ports: number[] = [];
  let kinds = "";
  for (const item of transferred as Description[]) {
    kinds += kinds === "" ? item.kind : `,${item.kind}`;
    if (item.kind === "ArrayBuffer" || shared.isSharedKind(item.kind)) buffers.push(item.buffer);
    // Its descriptor is closed with the message.
    else if (item.kind === "FileHandle") handles.push(item.handle);
    else if (item.kind === "TransformStream") {
      kinds += `,${SECOND}`;
      handles.push(item.readable, item.writable);
      ports.push(item.readable, item.writable);
    } else {
      handles.push(item.handle);
      ports.push(item.handle);
    }
  }
  if (!post(port, bytes, kinds, buffers, handles)) ports.forEach(close);
}

function received(kind: string, handle: number): Description {
  return kind === "TransformStream" ? { kind, readable: handle } : { kind, handle };
}
