// The channel between a parent and a child in Node's wire format: `send`, `disconnect`, 'message', 'internalMessage',
// 'disconnect' of a ChildProcess and of `process`. Messages are encoded in `serialization`, handles are sent in `handles`.
import * as lists from "internal:core/lists";
import { EventEmitter } from "internal:core/events/emitter";
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_HANDLE_TYPE,
  ERR_IPC_CHANNEL_CLOSED,
  ERR_IPC_DISCONNECTED,
  ERR_MISSING_ARGS,
  errnoException,
} from "internal:core/errors";
import { validateObject } from "internal:core/validators";
import { type Scope, capture, inScope } from "internal:core/async/context";
import { nextTick } from "internal:core/ticks";
import { onEvent } from "internal:core/loop";
import { emitWarning } from "internal:core/process/warn";
import { LOADED, type LoadReport, relayReport } from "internal:node/watch_mode/load_message";
import { maybeClose } from "internal:node/child_process/child_process";
import { makeReader, makeWriter, type Reader, type Writer } from "internal:node/child_process/serialization";
import type { SentHandle } from "internal:node/child_process/handles";
import defer * as handles from "internal:node/child_process/handles";
import * as native from "native:child_process";
import { ChannelEvent, ChannelSendResult, ChildLoopEvent } from "native:child_process";

const RETRANSMISSIONS_MAX = 3;
const QUEUED_MAX_BYTES = 128 * 1024;

/** Called when a message was sent, or with the error. */
type SendCallback = ((error: Error | null) => void) | undefined;
/** Options of `send`. */
interface SendOptions {
  swallowErrors?: boolean;
  keepOpen?: boolean;
}

/** A message between the runtimes of parent and child; `cmd` begins with "NODE_". */
export interface InternalMessage {
  cmd: string;
  /** Of NODE_HANDLE: the kind of the object, and the program's message. */
  type?: string;
  msg?: unknown;
  dgramType?: string;
  /** Of connections: the key of their server. */
  key?: string;
  count?: number;
}

/** A ChildProcess or `process` with its channel. */
export interface ChannelTarget extends EventEmitter {
  channel?: Control | null;
  connected: boolean;
  _closesGot: number;
  _closesNeeded: number;
  _handleQueue?: null;
  _pendingMessage?: null;
  exitCode: number | null;
  signalCode: string | null;
  _disconnect(): void;
  _send(message: unknown, handle?: object | null, options?: SendOptions | boolean, callback?: SendCallback): boolean;
  disconnect(): void;
  send(message: unknown, handle?: unknown, options?: unknown, callback?: unknown): boolean;
}

interface Queued {
  message: unknown;
  handle: any;
  options: SendOptions | undefined;
  callback: SendCallback;
}

/** The channels of this process, by their native number. */
const channels = new Map<number, Channel>();

/** `process.channel` and `subprocess.channel`: whether the channel keeps the process alive. */
class Control extends EventEmitter {
  #channel: Channel | null;
  #count = 0;
  #isExplicit = false;

  constructor(channel: Channel) {
    super();
    this.#channel = channel;
  }
  get fd(): number | undefined {
    return this.#channel?.fd;
  }
  /** Counts the users of the channel: listeners and node:cluster. */
  refCounted(): void {
    if (++this.#count === 1 && !this.#isExplicit) this.#channel?.reference(true);
  }
  unrefCounted(): void {
    if (--this.#count === 0 && !this.#isExplicit) {
      this.#channel?.reference(false);
      this.emit("unref");
    }
  }
  ref(): void {
    this.#isExplicit = true;
    this.#channel?.reference(true);
  }
  unref(): void {
    this.#isExplicit = true;
    this.#channel?.reference(false);
  }
  hasRef(): boolean {
    return this.#channel?.isReferenced ?? false;
  }
}

/** This process's end of a channel, and the messages in flight. */
export class Channel {
  readonly fd: number;
  readonly control: Control;
  readonly scope: Scope | undefined = capture("PIPEWRAP", this);
  isReferenced = false;
  #target: ChannelTarget;
  #number: number;
  #reader: Reader;
  #writer: Writer;
  #isClosed = false;
  /** Callbacks of messages that are queued in the socket. */
  #sending: (() => void)[] = [];
  #queuedBytes = 0;
  /** Messages that arrived before the first listener was added. */
  #undelivered: [message: unknown, handle: unknown][] = [];
  /** Messages after a handle that is not acknowledged yet, queued to preserve the order. */
  handleQueue: Queued[] | null = null;
  pendingHandle: (Queued & { handle: SentHandle; retransmissions: number }) | null = null;

  constructor(target: ChannelTarget, fd: number, serialization: string) {
    this.fd = fd;
    this.#target = target;
    this.#reader = makeReader(serialization);
    this.#writer = makeWriter(serialization);
    this.control = new Control(this);
    this.#number = native.openChannel(fd);
    channels.set(this.#number, this);
    onEvent(ChildLoopEvent.CHANNEL, deliver);
  }

  start(): void {
    native.readChannel(this.#number, true);
  }
  readStop(): void {
    native.readChannel(this.#number, false);
  }
  readStart(): void {
    native.readChannel(this.#number, true);
  }
  reference(isReferenced: boolean): void {
    this.isReferenced = isReferenced;
    native.referenceChannel(this.#number, isReferenced);
  }
  ref(): void {
    this.reference(true);
  }
  unref(): void {
    this.reference(false);
  }

  /** Writes one message. Returns 0 or a negative error number; `done` is called when it was sent. */
  write(message: unknown, fd: number | null, done: (() => void) | undefined): number {
    const bytes = this.#writer(message);
    const outcome = native.send(this.#number, bytes, fd);
    if (outcome < 0) return outcome;
    if (outcome === ChannelSendResult.SENT) {
      this.#sent(0);
      if (done !== undefined) nextTick(done);
    } else {
      this.#queuedBytes += bytes.length;
      this.control.refCounted();
      lists.push(this.#sending, () => {
        this.control.unrefCounted();
        done?.();
      });
    }
    return 0;
  }
  /** False as back-pressure: the program should pause sending. */
  get hasCapacity(): boolean {
    return this.#queuedBytes < QUEUED_MAX_BYTES;
  }

  onEvent(event: ChannelEvent, value: any): void {
    if (event === ChannelEvent.BYTES) this.#read(value);
    else if (event === ChannelEvent.SENT) this.#sent(value);
    else if (event === ChannelEvent.END) this.#end();
  }
  #sent(left: number): void {
    if (left === 0) this.#queuedBytes = 0;
    while (this.#sending.length > left) lists.shift(this.#sending)!();
  }
  #read(bytes: Uint8Array): void {
    for (const message of this.#reader(bytes)) {
      if (!isInternal(message)) this.#dispatch("message", message, undefined);
      else if (message.cmd === "NODE_HANDLE") this.#dispatch("internalMessage", message, this.#takeHandle());
      else this.#dispatch("internalMessage", message, undefined);
    }
  }
  #takeHandle(): object | undefined {
    const fd = native.takeDescriptor(this.#number);
    return fd === null ? undefined : handles.openHandle(fd);
  }
  #dispatch(event: string, message: unknown, handle: unknown): void {
    if (!this.#target.channel) return;
    nextTick(emitMessage, this, event, message, handle);
  }
  emitNow(event: string, message: unknown, handle: unknown): void {
    if (event === "internalMessage" || this.#target.listenerCount("message") > 0)
      this.#target.emit(event, message, handle);
    else lists.push(this.#undelivered, [message, handle]);
  }
  /** Delivers the messages that arrived before the first listener was added. */
  flushPending(): void {
    if (!this.#target.channel || this.#target.listenerCount("message") === 0) return;
    const undelivered = this.#undelivered;
    this.#undelivered = [];
    for (const [message, handle] of undelivered) this.#target.emit("message", message, handle);
  }

  #end(): void {
    // An incomplete message is discarded.
    if (this.#target.connected) this.#target.disconnect();
    // Handles in flight will not be acknowledged.
    if (this.#target.channel !== null) this.#target._disconnect();
    this.close();
    if (typeof this.#target._closesNeeded === "number") maybeClose(this.#target);
  }
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.isReferenced = false;
    channels.delete(this.#number);
    native.closeChannel(this.#number);
    const sending = this.#sending;
    this.#sending = [];
    for (const done of sending) nextTick(done);
  }
  get isClosed(): boolean {
    return this.#isClosed;
  }
}

function deliver(number: number, event: ChannelEvent, value: any): void {
  const channel = channels.get(number);
  if (channel !== undefined) inScope(channel.scope, () => channel.onEvent(event, value));
}

function emitMessage(channel: Channel, event: string, message: unknown, handle: unknown): void {
  channel.emitNow(event, message, handle);
}

function isInternal(message: unknown): message is InternalMessage {
  return (
    message !== null &&
    typeof message === "object" &&
    typeof (message as InternalMessage).cmd === "string" &&
    (message as InternalMessage).cmd.length > 5 &&
    (message as InternalMessage).cmd.slice(0, 5) === "NODE_"
  );
}

/** Attaches the channel at `fd` to a ChildProcess. It keeps the process alive. */
export function attachToChild(child: ChannelTarget, fd: number, serialization: string): Channel {
  const channel = attach(child, fd, serialization);
  channel.reference(true);
  return channel;
}

/** Attaches the channel to the parent to `process`. It keeps the process alive while the program listens to it. */
export function attachToParent(process: ChannelTarget, fd: number, serialization: string): Channel {
  const channel = attach(process, fd, serialization);
  process.on("newListener", (name: unknown) => {
    if (name === "message" || name === "disconnect") channel.control.refCounted();
  });
  process.on("removeListener", (name: unknown) => {
    if (name === "message" || name === "disconnect") channel.control.unrefCounted();
  });
  return channel;
}

function attach(target: ChannelTarget, fd: number, serialization: string): Channel {
  const channel = new Channel(target, fd, serialization);
  target.channel = channel.control;
  target._handleQueue = null;
  target._pendingMessage = null;
  target.connected = true;
  target.on("newListener", (name: unknown) => {
    if (name === "message") nextTick(() => channel.flushPending());
  });
  target.on("internalMessage", (message: InternalMessage, handle: object | undefined) =>
    onInternal(target, channel, message, handle),
  );
  target.send = (message: unknown, handle: any, options: any, callback: any) =>
    send(target, message, handle, options, callback);
  target._send = (message: unknown, handle: any, options: any, callback: any) =>
    sendNow(target, channel, message, handle, options, callback);
  target.disconnect = () => disconnect(target, channel);
  target._disconnect = () => finishDisconnect(target, channel);
  channel.start();
  return channel;
}

function onInternal(
  target: ChannelTarget,
  channel: Channel,
  message: InternalMessage,
  handle: object | undefined,
): void {
  if (message.cmd === "NODE_HANDLE_ACK" || message.cmd === "NODE_HANDLE_NACK") {
    onAcknowledged(target, channel, message.cmd === "NODE_HANDLE_ACK");
    return;
  }
  if (message.cmd === LOADED) relayReport(message as unknown as LoadReport);
  if (message.cmd !== "NODE_HANDLE") return;
  if (!handle) {
    target._send({ cmd: "NODE_HANDLE_NACK" }, null, true);
    return;
  }
  // The sender may have exited: that error is ignored.
  target._send({ cmd: "NODE_HANDLE_ACK" }, null, true);
  handles.receive(target, message, handle, (object: unknown) => {
    const event = isInternal(message.msg) ? "internalMessage" : "message";
    if (target.channel) nextTick(emitMessage, channel, event, message.msg, object);
  });
}

function onAcknowledged(target: ChannelTarget, channel: Channel, isReceived: boolean): void {
  const pending = channel.pendingHandle;
  if (pending !== null) {
    if (isReceived) closePending(channel);
    else if (pending.retransmissions++ === RETRANSMISSIONS_MAX) {
      closePending(channel);
      emitWarning("Handle did not reach the receiving process correctly", "SentHandleNotReceivedWarning");
    }
  }
  const queue = channel.handleQueue ?? [];
  channel.handleQueue = null;
  const again = channel.pendingHandle;
  if (again !== null) sendNow(target, channel, again.message, again.handle, again.options, again.callback);
  for (const { message, handle, options, callback } of queue)
    sendNow(target, channel, message, handle, options, callback);
  if (!target.connected && target.channel && channel.handleQueue === null) target._disconnect();
}

function closePending(channel: Channel): void {
  const pending = channel.pendingHandle!;
  channel.pendingHandle = null;
  handles.closeSent(pending.handle);
}

/** `send(message, sendHandle, options, callback)`. Returns false as back-pressure. */
function send(target: ChannelTarget, message: unknown, handle: any, options: any, callback: any): boolean {
  if (typeof handle === "function") {
    callback = handle;
    handle = undefined;
    options = undefined;
  } else if (typeof options === "function") {
    callback = options;
    options = undefined;
  } else if (options !== undefined) validateObject(options, "options");
  options = { swallowErrors: false, ...options };
  if (target.connected) return target._send(message, handle, options, callback);
  const error = new ERR_IPC_CHANNEL_CLOSED();
  if (typeof callback === "function") nextTick(callback, error);
  else nextTick(() => target.emit("error", error));
  return false;
}

function sendNow(
  target: ChannelTarget,
  channel: Channel,
  message: any,
  handle: any,
  options: any,
  callback: SendCallback,
): boolean {
  if (message === undefined) throw new ERR_MISSING_ARGS("message");
  if (
    typeof message !== "string" &&
    typeof message !== "object" &&
    typeof message !== "number" &&
    typeof message !== "boolean"
  ) {
    throw new ERR_INVALID_ARG_TYPE("message", ["string", "object", "number", "boolean"], message);
  }
  if (typeof options === "boolean") options = { swallowErrors: options };
  let sent: SentHandle | null | undefined = null;
  if (handle) {
    const isRepeated = channel.pendingHandle !== null && channel.pendingHandle.message === message;
    if (!isRepeated) {
      const type = handles.typeOf(handle);
      if (type === undefined) throw new ERR_INVALID_HANDLE_TYPE();
      if (channel.handleQueue !== null) {
        lists.push(channel.handleQueue, { message, handle, options, callback });
        return channel.handleQueue.length === 1;
      }
      message = { cmd: "NODE_HANDLE", type, msg: message };
      sent = handles.prepare(target, message, handle, options);
      // Sent twice or closed: only the message is sent.
      if (sent === undefined) {
        message = message.msg;
        sent = null;
      }
    } else sent = handle as SentHandle;
  } else if (
    channel.handleQueue !== null &&
    !(message !== null && (message.cmd === "NODE_HANDLE_ACK" || message.cmd === "NODE_HANDLE_NACK"))
  ) {
    lists.push(channel.handleQueue, { message, handle: null, options, callback });
    return channel.handleQueue.length === 1;
  }
  return transmit(target, channel, message, sent, options, callback);
}

function transmit(
  target: ChannelTarget,
  channel: Channel,
  message: unknown,
  sent: SentHandle | null,
  options: SendOptions | undefined,
  callback: SendCallback,
): boolean {
  const done = typeof callback === "function" ? () => callback(null) : undefined;
  const errno = channel.isClosed
    ? -32
    : channel.write(message, sent === null ? null : handles.descriptorOf(sent), done);
  if (errno === 0) {
    if (sent !== null) {
      channel.handleQueue ??= [];
      if (channel.pendingHandle === null && handles.isTransferred(sent))
        channel.pendingHandle = { callback, message, handle: sent, options, retransmissions: 0 };
    }
  } else {
    if (sent !== null) handles.closeSent(sent);
    if (!options?.swallowErrors) {
      const error = errnoException(errno, "write");
      if (typeof callback === "function") nextTick(callback, error);
      else nextTick(() => target.emit("error", error));
    }
  }
  return channel.hasCapacity;
}

function disconnect(target: ChannelTarget, channel: Channel): void {
  if (!target.connected) {
    target.emit("error", new ERR_IPC_DISCONNECTED());
    return;
  }
  target.connected = false;
  // Handles in flight are sent first.
  if (channel.handleQueue === null) target._disconnect();
}

function finishDisconnect(target: ChannelTarget, channel: Channel): void {
  target.channel = null;
  if (channel.pendingHandle !== null) closePending(channel);
  // As in Node, a channel that this side closed does not count for 'close'.
  nextTick(() => {
    channel.close();
    target.emit("disconnect");
  });
}
