// The format of event streams (https://html.spec.whatwg.org/#parsing-an-event-stream), from bytes to events.
import { TextDecoder } from "web:encoding";

/** One event. */
export interface StreamEvent {
  type: string;
  data: string;
  lastEventId: string;
}

export class EventStreamParser {
  /** The id that a reconnection sends: that of the last event that was dispatched. */
  lastEventId: string;
  #decoder = new TextDecoder();
  #text = "";
  /** The last character was a CR: a following LF belongs to it. */
  #afterReturn = false;
  #data = "";
  #hasData = false;
  #type = "";
  #id: string;
  #onEvent: (event: StreamEvent) => void;
  #onRetry: (milliseconds: number) => void;

  constructor(lastEventId: string, onEvent: (event: StreamEvent) => void, onRetry: (milliseconds: number) => void) {
    this.lastEventId = lastEventId;
    this.#id = lastEventId;
    this.#onEvent = onEvent;
    this.#onRetry = onRetry;
  }

  /** Parses a chunk of any size. An event that is incomplete at the end of the stream is never dispatched. */
  push(bytes: Uint8Array): void {
    let text: string = this.#decoder.decode(bytes, { stream: true });
    if (text === "") return;
    if (this.#afterReturn && text.charCodeAt(0) === 10) text = text.slice(1);
    this.#afterReturn = text.charCodeAt(text.length - 1) === 13;
    const all = this.#text + text;
    let start = 0;
    for (let index = this.#text.length; index < all.length; index++) {
      const code = all.charCodeAt(index);
      if (code !== 10 && code !== 13) continue;
      this.#line(all.slice(start, index));
      if (code === 13 && all.charCodeAt(index + 1) === 10) index++;
      start = index + 1;
    }
    this.#text = all.slice(start);
  }

  #line(line: string): void {
    if (line === "") {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
    switch (field) {
      case "data":
        this.#data += `${value}\n`;
        this.#hasData = true;
        break;
      case "event":
        this.#type = value;
        break;
      case "id":
        if (!value.includes("\0")) this.#id = value;
        break;
      case "retry":
        if (/^[0-9]+$/.test(value)) this.#onRetry(Number(value));
    }
  }

  #dispatch(): void {
    this.lastEventId = this.#id;
    const { length } = this.#data;
    if (this.#hasData) {
      const event = {
        type: this.#type === "" ? "message" : this.#type,
        data: this.#data.slice(0, length - 1),
        lastEventId: this.#id,
      };
      this.#data = "";
      this.#hasData = false;
      this.#type = "";
      this.#onEvent(event);
    } else {
      this.#type = "";
    }
  }
}
