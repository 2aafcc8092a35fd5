// BroadcastChannel (https://html.spec.whatwg.org/#broadcasting-to-other-browsing-contexts): messages to all channels of the
// same name in this process.
import { ERR_INVALID_THIS, ERR_MISSING_ARGS } from "internal:core/errors";
import { type Scope, capture, inScope } from "internal:core/async/context";
import { forgetPort, onPortMessage, type PortOwner, postTo, takeMessage } from "internal:web/messaging";
import { DOMException } from "web:dom_exception";
import { defineEventHandler, EventTarget, kTrustEvent } from "web:event_target";
import { MessageEvent } from "web:message_event";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import defer * as inspecting from "internal:core/util/inspect";
import * as native from "native:messaging";
import type { InspectOptions } from "internal:web/web_interface";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const CLOSED = -1;

/** The next message of a channel without an event, as `{ message }`, or undefined (`worker_threads.receiveMessageOnPort`). */
export let receiveMessageOnChannel: (channel: BroadcastChannel) => { message: unknown } | undefined;

export class BroadcastChannel extends EventTarget {
  #name: string;
  #handle: number;

  constructor(name: string) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("name");
    if (typeof name === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
    super();
    this.#name = `${name}`;
    this.#handle = native.joinGroup(this.#name);
    native.own(this.#handle);
    const scope: Scope | undefined = capture("MESSAGEPORT", this);
    const owner: PortOwner = {
      receiveMessage: (message) => inScope(scope, () => this.#receive(message)),
      portClosed: () => {
        this.#handle = CLOSED;
      },
    };
    onPortMessage(this.#handle, owner);
    native.ref(this.#handle);
    native.start(this.#handle);
  }

  static {
    receiveMessageOnChannel = (channel) => {
      const message = channel.#handle === CLOSED ? null : takeMessage(channel.#handle);
      return message === null ? undefined : { message: deserialize(message.bytes, message.transferred) };
    };
  }

  static #of(value: unknown): BroadcastChannel {
    if (typeof value !== "object" || value === null || !(#name in value))
      throw new ERR_INVALID_THIS("BroadcastChannel");
    return value;
  }

  get name(): string {
    return BroadcastChannel.#of(this).#name;
  }

  /** Leaves the group. */
  close(): void {
    const channel = BroadcastChannel.#of(this);
    if (channel.#handle === CLOSED) return;
    forgetPort(channel.#handle);
    native.close(channel.#handle);
    channel.#handle = CLOSED;
  }

  /** Sends a clone of `message` to the other channels of the name. Throws InvalidStateError when closed. */
  postMessage(message: unknown): void {
    const channel = BroadcastChannel.#of(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("message");
    if (channel.#handle === CLOSED) throw new DOMException("BroadcastChannel is closed.", "InvalidStateError");
    postTo(channel.#handle, serialize(message));
  }

  /** Keeps the process alive while the channel is open. */
  ref(): this {
    const channel = BroadcastChannel.#of(this);
    if (channel.#handle !== CLOSED) native.ref(channel.#handle);
    return this;
  }

  unref(): this {
    const channel = BroadcastChannel.#of(this);
    if (channel.#handle !== CLOSED) native.unref(channel.#handle);
    return this;
  }

  #receive({ bytes, transferred }: Serialized): void {
    let event: MessageEvent;
    try {
      event = new MessageEvent("message", { data: deserialize(bytes, transferred), [kTrustEvent]: true });
    } catch (error) {
      event = new MessageEvent("messageerror", { data: error, [kTrustEvent]: true });
    }
    this.dispatchEvent(event);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    const channel = BroadcastChannel.#of(this);
    if (depth < 0) return "BroadcastChannel";
    const nested = { ...options, depth: options?.depth == null ? null : options.depth - 1 };
    return `BroadcastChannel ${inspecting.inspect({ name: channel.#name, active: channel.#handle !== CLOSED }, nested)}`;
  }
}
for (const member of ["name", "close", "postMessage"] as const) {
  Object.defineProperty(BroadcastChannel.prototype, member, { enumerable: true });
}
Object.defineProperty(BroadcastChannel.prototype, Symbol.toStringTag, {
  value: "BroadcastChannel",
  configurable: true,
});
defineEventHandler(BroadcastChannel.prototype, "message");
defineEventHandler(BroadcastChannel.prototype, "messageerror");
