// MessageEvent (https://html.spec.whatwg.org/#messageevent).
import { ERR_INVALID_THIS } from "internal:core/errors";
import { Event, type EventInit, exposeInterface } from "web:event";
import { requireArguments } from "internal:web/web_interface";
import { conversionFailed, describe } from "internal:core/webidl";
import type { MessagePort } from "web:message_channel";
import defer * as channels from "web:message_channel";

export interface MessageEventInit extends EventInit {
  data?: unknown;
  lastEventId?: unknown;
  origin?: unknown;
  ports?: unknown;
  source?: unknown;
}

const PREFIX = "MessageEvent constructor";

export class MessageEvent extends Event {
  #data: unknown = null;
  #origin = "";
  #lastEventId = "";
  #source: MessagePort | null = null;
  #ports: readonly MessagePort[] = [];

  constructor(type: string, init: MessageEventInit | null | undefined = undefined) {
    requireArguments(arguments.length, 1, PREFIX);
    super(type, init);
    if (init === undefined || init === null) return;
    const { data, lastEventId, origin, ports, source } = init;
    if (data !== undefined) this.#data = data;
    if (lastEventId !== undefined) this.#lastEventId = `${lastEventId}`;
    if (origin !== undefined) this.#origin = `${origin}`;
    if (ports !== undefined) this.#ports = Object.freeze(toPorts(ports));
    if (source !== undefined && source !== null) {
      if (!channels.isMessagePort(source)) throw notAPort("eventInitDict.source", source);
      this.#source = source;
    }
  }

  static #of(value: unknown): MessageEvent {
    if (typeof value !== "object" || value === null || !(#data in value)) throw new ERR_INVALID_THIS("MessageEvent");
    return value;
  }

  get data(): any {
    return MessageEvent.#of(this).#data;
  }
  get origin(): string {
    return MessageEvent.#of(this).#origin;
  }
  get lastEventId(): string {
    return MessageEvent.#of(this).#lastEventId;
  }
  get source(): MessagePort | null {
    return MessageEvent.#of(this).#source;
  }
  get ports(): readonly MessagePort[] {
    return MessageEvent.#of(this).#ports;
  }

  /** Legacy: sets the members of an event that is not being dispatched. */
  initMessageEvent(
    type: string,
    bubbles = false,
    cancelable = false,
    data: unknown = null,
    origin = "",
    lastEventId = "",
    source: MessagePort | null = null,
    ports: unknown = [],
  ): void {
    const event = MessageEvent.#of(this);
    event.initEvent(type, bubbles, cancelable);
    event.#data = data;
    event.#origin = `${origin}`;
    event.#lastEventId = `${lastEventId}`;
    event.#source = source;
    event.#ports = Object.freeze(toPorts(ports));
  }
}
exposeInterface(MessageEvent.prototype, "MessageEvent", [
  "data",
  "origin",
  "lastEventId",
  "source",
  "ports",
  "initMessageEvent",
]);
Object.defineProperty(MessageEvent, "length", { value: 1, configurable: true });

function toPorts(value: unknown): MessagePort[] {
  if (
    value === null ||
    typeof value !== "object" ||
    typeof (value as Iterable<MessagePort>)[Symbol.iterator] !== "function"
  ) {
    throw conversionFailed(PREFIX, `eventInitDict.ports (${describe(value)}) is not iterable.`);
  }
  const ports = [...(value as Iterable<MessagePort>)];
  for (let index = 0; index < ports.length; index++) {
    if (!channels.isMessagePort(ports[index])) throw notAPort(`eventInitDict.ports[${index}]`, ports[index]);
  }
  return ports;
}

function notAPort(name: string, value: unknown): TypeError {
  return conversionFailed(PREFIX, `Expected ${name} ("${describe(value)}") to be an instance of MessagePort.`);
}
