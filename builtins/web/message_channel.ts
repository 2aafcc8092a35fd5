// MessageChannel and MessagePort (https://html.spec.whatwg.org/#channel-messaging) over the ports of `native:messaging`.
// A port keeps the process alive while it has listeners for messages, as in Node.
import { safe } from "internal:core/bootstrap";
import { ERR_CONSTRUCT_CALL_INVALID } from "internal:core/errors";
import { type Scope, capture, inScope } from "internal:core/async/context";
import { forgetPort, onPortMessage, postTo, takeMessage } from "internal:web/messaging";
import defer * as warnings from "internal:core/process/warn";
import defer * as programs from "internal:core/program";
import { runTask } from "internal:core/loop";
import { nextTick } from "internal:core/ticks";
import defer * as cloning from "internal:web/clone/kinds";
import { kTransfer } from "internal:web/clone/protocol";
import { missingMessage, transferListOf } from "internal:web/worker/transfer_list";
import { Event } from "web:event";
import { NodeEventTarget } from "internal:web/node_event_target";
import {
  defineEventHandler,
  kCreateEvent,
  kHybridDispatch,
  kNewListener,
  kRemoveListener,
  kTrustEvent,
} from "web:event_target";
import defer * as messageEvents from "web:message_event";
import { deserialize, type Serialized, serialize, type Transferred } from "web:structured_clone";
import * as native from "native:messaging";

const CLOSED = -1;

/** Whether `value` is a MessagePort of ours. */
export let isMessagePort: (value: unknown) => value is MessagePort;
/** Whether a port is closed, or will be after the delivery of the queued messages. */
export let isPortClosed: (port: MessagePort) => boolean;
/** The port object of a received handle; this thread receives its messages from now on. */
export let adoptPort: (handle: number) => MessagePort;
/** The next message of a port without an event, as `{ message }`, or undefined (`worker_threads.receiveMessageOnPort`). */
export let receiveMessageOnPort: (port: MessagePort) => { message: unknown } | undefined;
let setPeers: (first: MessagePort, second: MessagePort) => void;

class Port extends NodeEventTarget {
  #handle = CLOSED;
  /** The handle of the other port, for as long as both are where they were created. */
  #peer = CLOSED;
  #isStarted = false;
  /** Messages that arrived after the last listener was removed: they are buffered for the next listener. */
  #buffered: Serialized[] | undefined;
  #isRefed = false;
  /** False while hooks of `async_hooks` are notified of the port: Node's has no properties then. */
  #isConstructed = false;
  #isClosing = false;
  #isDelivering = false;
  /** Messages that were queued when a listener closed the port: they are delivered before "close". */
  #remaining: Serialized[] | undefined;
  #arrivedPorts: MessagePort[] = [];
  #scope: Scope | undefined;

  constructor(handle: number) {
    super();
    this.#handle = handle;
    native.own(handle);
    // These two are not visible to programs.
    onPortMessage(handle, {
      receiveMessage: (message) => this.#receive(message),
      readsAtOnce: true,
      portClosed: () => this.#closed(),
    });
    native.unref(handle);
    this.#scope = capture("MESSAGEPORT", this);
    this.#isConstructed = true;
  }

  static {
    isPortClosed = (port) => port.#handle === CLOSED || port.#isClosing;
    isMessagePort = (value): value is MessagePort => typeof value === "object" && value !== null && #handle in value;
    adoptPort = (handle) => new Port(handle);
    setPeers = (first, second) => {
      first.#peer = second.#handle;
      second.#peer = first.#handle;
    };
    receiveMessageOnPort = (port) => {
      const message = port.#handle === CLOSED ? null : (port.#buffered?.shift() ?? takeMessage(port.#handle));
      return message === null ? undefined : { message: deserialize(message.bytes, message.transferred) };
    };
  }

  static #of(value: unknown): MessagePort {
    if (!isMessagePort(value)) throw new TypeError("Illegal invocation");
    return value;
  }

  /** Sends a clone of `message`; `transfer` (or its member of that name) lists what is moved. Throws a DataCloneError. */
  postMessage(message: unknown, transfer: unknown = undefined): void {
    const port = Port.#of(this);
    if (arguments.length === 0) throw missingMessage();
    const list = transferListOf(transfer);
    if (list.includes(port)) throw cloning.dataCloneError("Transfer list contains source port");
    const isLost = list.length !== 0 && port.#handle !== CLOSED && port.#isPeerAmong(list);
    const serialized = serialize(message, list, true);
    if (isLost) port.#lose();
    else if (port.#handle !== CLOSED) postTo(port.#handle, serialized);
  }

  #isPeerAmong(list: readonly unknown[]): boolean {
    for (const item of list) if (isMessagePort(item) && item.#handle === this.#peer) return true;
    return false;
  }

  /** The other port is in a message to itself, which nothing can receive (HTML, message port post message steps 7). */
  #lose(): void {
    warnings.emitWarning("The target port was posted to itself, and the communication channel was lost");
    native.close(this.#handle);
  }

  /** Starts the delivery of messages, as setting `onmessage` or adding a listener does. */
  start(): void {
    const port = Port.#of(this);
    if (port.#isStarted || port.#handle === CLOSED) return;
    port.#isStarted = true;
    native.start(port.#handle);
  }

  /** Closes the channel: both ports receive a "close" event after the delivery of the queued messages. */
  close(callback: (() => void) | undefined = undefined): void {
    const port = Port.#of(this);
    if (typeof callback === "function") port.addEventListener("close", callback, { once: true });
    port.#isClosing = true;
    if (port.#handle === CLOSED) return;
    if (port.#isDelivering) port.#takeRemaining();
    native.close(port.#handle);
  }

  /** Keeps the process alive as long as the port is open. */
  ref(): void {
    const port = Port.#of(this);
    if (port.#handle === CLOSED) return;
    port.#isRefed = true;
    native.ref(port.#handle);
  }

  unref(): void {
    const port = Port.#of(this);
    if (port.#handle === CLOSED) return;
    port.#isRefed = false;
    native.unref(port.#handle);
  }

  hasRef(): boolean {
    return Port.#of(this).#isRefed;
  }

  override [kNewListener](size: number, type: string, ...rest: unknown[]): void {
    super[kNewListener](size, type, ...rest);
    if (type !== "message" || size !== 1) return;
    this.ref();
    this.start();
    if (this.#buffered !== undefined) nextTick(() => this.#deliverBuffered());
  }

  override [kRemoveListener](size: number, type: string, ...rest: unknown[]): void {
    super[kRemoveListener](size, type, ...rest);
    if (type !== "message" || size !== 0) return;
    this.unref();
    // Deno's ports continue to deliver, as the standard prescribes.
    if (this.#handle !== CLOSED && programs.home() !== "deno") this.#buffered ??= [];
  }

  #deliverBuffered(): void {
    const buffered = this.#buffered;
    if (buffered === undefined || this.listenerCount("message") === 0) return;
    this.#buffered = undefined;
    for (const message of buffered) {
      // A listener may have removed the last listener again.
      if (this.#buffered !== undefined) (this.#buffered as Serialized[]).push(message);
      else this.#receive(message);
    }
  }

  /** Detaches the port from this object. */
  [kTransfer](): { kind: string; handle: number } {
    const handle = this.#handle;
    if (handle === CLOSED || this.#isClosing)
      throw cloning.dataCloneError("MessagePort in transfer list is already detached");
    native.unref(handle);
    forgetPort(handle);
    native.disown(handle);
    this.#handle = CLOSED;
    this.#isRefed = false;
    return { kind: "MessagePort", handle };
  }

  #receive(message: Serialized): void {
    if (this.#buffered !== undefined) {
      this.#buffered.push({ bytes: message.bytes.slice(), transferred: message.transferred });
      return;
    }
    this.#isDelivering = true;
    try {
      inScope(this.#scope, () => this.#deliver(message));
    } finally {
      this.#isDelivering = false;
    }
  }

  #takeRemaining(): void {
    const remaining = (this.#remaining ??= []);
    for (let message = takeMessage(this.#handle); message !== null; message = takeMessage(this.#handle))
      remaining.push(message);
  }

  #deliver({ bytes, transferred }: Serialized): void {
    let data: unknown;
    try {
      data = deserialize(bytes, transferred);
    } catch (error) {
      this[kHybridDispatch](error, "messageerror", undefined);
      return;
    }
    if (transferred.length > 0) this.#arrivedPorts = portsIn(transferred);
    this[kHybridDispatch](data, "message", undefined);
    this.#arrivedPorts = [];
  }

  /** Listeners of `on` receive the data itself; the event is created for the others. */
  override [kCreateEvent](data: unknown, type: string): Event {
    if (type !== "message" && type !== "messageerror") return super[kCreateEvent](data, type);
    return new messageEvents.MessageEvent(type, { data, ports: this.#arrivedPorts, [kTrustEvent]: true });
  }

  /** What Node shows: whether the port is open, and whether it keeps the process alive. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    if (!isMessagePort(this) || programs.home() !== "node") return this;
    const shown = Object.create(SHOWN_AS);
    shown.active = this.#handle !== CLOSED;
    if (shown.active) shown.refed = this.#isRefed;
    return this.#isConstructed ? Object.assign(shown, this) : shown;
  }

  #closed(): void {
    const remaining = this.#remaining;
    this.#remaining = undefined;
    if (remaining !== undefined) for (const message of remaining) runTask((each) => this.#receive(each), message);
    this.#handle = CLOSED;
    this.#isRefed = false;
    inScope(this.#scope, () => this.dispatchEvent(new Event("close", { [kTrustEvent]: true })));
  }
}

export type MessagePort = Port;

/** The constructor of ports. It is a function instead of a `class`, so that a call without `new` throws Node's error. */
export const MessagePort = function MessagePort(): never {
  throw new ERR_CONSTRUCT_CALL_INVALID();
} as unknown as typeof Port;
showAs(MessagePort, Port);

for (const member of ["postMessage", "start", "close", "ref", "unref", "hasRef"] as const) {
  Object.defineProperty(MessagePort.prototype, member, { enumerable: true });
}
Object.defineProperty(MessagePort.prototype, Symbol.toStringTag, { value: "MessagePort", configurable: true });
defineEventHandler(MessagePort.prototype, "message");
defineEventHandler(MessagePort.prototype, "messageerror");

/** The prototype of what `inspect` shows for a port. */
const SHOWN_AS: object = Object.create(MessagePort.prototype, {
  [Symbol.for("nodejs.util.inspect.custom")]: { value: undefined },
  [Symbol.toStringTag]: { value: "EventTarget" },
});

class Channel {
  port1: MessagePort;
  port2: MessagePort;

  constructor() {
    const { first, second } = native.createChannel();
    this.port1 = adoptPort(first);
    this.port2 = adoptPort(second);
    setPeers(this.port1, this.port2);
  }
}

export type MessageChannel = Channel;

/** Two connected ports. */
export const MessageChannel = function MessageChannel(): Channel {
  if (new.target === undefined)
    throw Object.assign(new TypeError("Cannot call constructor without `new`"), {
      code: "ERR_CONSTRUCT_CALL_REQUIRED",
    });
  return safe.construct(Channel, [], new.target);
} as unknown as typeof Channel;
showAs(MessageChannel, Channel);
Object.defineProperty(MessageChannel.prototype, Symbol.toStringTag, { value: "MessageChannel", configurable: true });

/** Makes `constructor` the visible constructor of the objects of `implementation`. */
function showAs(constructor: Function, implementation: Function): void {
  const { prototype } = implementation;
  Object.setPrototypeOf(constructor, Object.getPrototypeOf(implementation));
  Object.defineProperty(constructor, "prototype", { value: prototype, writable: false });
  Object.defineProperty(prototype, "constructor", { value: constructor, writable: true, configurable: true });
}

// The ports of a message, in the order of the transfer list.
function portsIn(transferred: readonly Transferred[]): MessagePort[] {
  const ports: MessagePort[] = [];
  for (const item of transferred as readonly { port?: MessagePort }[])
    if (item.port !== undefined) ports.push(item.port);
  return ports;
}
