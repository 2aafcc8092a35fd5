// EventSource (https://html.spec.whatwg.org/#server-sent-events), over fetch's HTTP client.
import { Event, EventTarget, defineEventHandler, kTrustEvent } from "web:event_target";
import { exposeInterface } from "web:event";
import { MessageEvent } from "web:message_event";
import { DOMException } from "web:dom_exception";
import { home } from "internal:core/program";
import { AbortController } from "web:abort";
import { URL } from "web:url";
import { fetch } from "web:fetch";
import * as context from "internal:core/async/context";
import { ERR_INVALID_THIS } from "internal:core/errors";
import { EventStreamParser, type StreamEvent } from "internal:web/fetch/event_stream";
import { requireArguments } from "internal:web/web_interface";
import { toUSVString } from "internal:core/webidl";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import type { Response } from "web:response";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
/** The initial reconnection time is implementation-defined: "a few seconds", as in undici. */
const RECONNECTION_MS = 3_000;
const trusted = { [kTrustEvent]: true };

export class EventSource extends EventTarget {
  #url: string;
  #withCredentials: boolean;
  #readyState = CONNECTING;
  #lastEventId = "";
  #reconnectionMs = RECONNECTION_MS;
  #abort: AbortController | null = null;
  #timer: Timeout | null = null;
  #scope: context.Scope | undefined;

  constructor(url: unknown, init: { withCredentials?: unknown } | null | undefined = undefined) {
    super();
    requireArguments(arguments.length, 1, "EventSource constructor");
    const text = toUSVString(url, "EventSource constructor", "url");
    try {
      this.#url = new URL(text).href;
    } catch (error) {
      throw new DOMException(home() === "deno" ? (error as Error).message : String(error), "SyntaxError");
    }
    this.#withCredentials = Boolean(init?.withCredentials);
    this.#scope = context.capture("EVENTSOURCE", this);
    void this.#connect();
  }

  static #of(value: unknown): EventSource {
    if (typeof value !== "object" || value === null || !(#url in value)) throw new ERR_INVALID_THIS("EventSource");
    return value;
  }

  get url(): string {
    return EventSource.#of(this).#url;
  }
  get withCredentials(): boolean {
    return EventSource.#of(this).#withCredentials;
  }
  get readyState(): number {
    return EventSource.#of(this).#readyState;
  }

  /** Ends the connection; it is not reestablished. */
  close(): void {
    const source = EventSource.#of(this);
    if (source.#readyState === CLOSED) return;
    source.#readyState = CLOSED;
    source.#abort?.abort();
    if (source.#timer !== null) clearTimeout(source.#timer);
  }

  async #connect(): Promise<void> {
    if (this.#readyState === CLOSED) return;
    const abort = (this.#abort = new AbortController());
    const headers: Record<string, string> = { accept: "text/event-stream", "cache-control": "no-cache" };
    if (this.#lastEventId !== "") headers["last-event-id"] = utf8AsBytes(this.#lastEventId);
    let response: Response;
    try {
      response = await fetch(this.#url, { headers, signal: abort.signal, cache: "no-store" });
    } catch {
      // After a network error the connection is reestablished.
      this.#reconnect();
      return;
    }
    if (abort.signal.aborted) return;
    const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
    if (response.status !== 200 || type !== "text/event-stream") {
      abort.abort();
      this.#fail();
      return;
    }
    this.#readyState = OPEN;
    this.#dispatch(new Event("open", trusted));
    await this.#read(response);
    if (!abort.signal.aborted) this.#reconnect();
  }

  async #read(response: Response): Promise<void> {
    const origin = new URL(response.url).origin;
    const parser = new EventStreamParser(
      this.#lastEventId,
      (event) => this.#deliver(event, origin),
      (milliseconds) => {
        this.#reconnectionMs = milliseconds;
      },
    );
    const reader = response.body!.getReader();
    try {
      for (let step = await reader.read(); !step.done; step = await reader.read()) parser.push(step.value);
    } catch {
      // Any end of the stream is followed by a reconnection.
    }
    this.#lastEventId = parser.lastEventId;
  }

  #deliver(event: StreamEvent, origin: string): void {
    this.#lastEventId = event.lastEventId;
    if (this.#readyState === CLOSED) return;
    const { type, data, lastEventId } = event;
    this.#dispatch(new MessageEvent(type, { data, lastEventId, origin, [kTrustEvent]: true }));
  }

  // "Reestablish the connection".
  #reconnect(): void {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CONNECTING;
    this.#dispatch(new Event("error", trusted));
    if (this.#readyState !== CONNECTING) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#connect();
    }, this.#reconnectionMs);
  }

  // "Fail the connection".
  #fail(): void {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CLOSED;
    this.#dispatch(new Event("error", trusted));
  }

  #dispatch(event: Event): void {
    const saved = this.#scope === undefined ? undefined : context.enter(this.#scope);
    try {
      this.dispatchEvent(event);
    } finally {
      if (saved !== undefined) context.leave(saved);
    }
  }
}

// A header's characters are bytes: the id is sent as UTF-8.
function utf8AsBytes(text: string): string {
  return unescapeBytes(encodeURIComponent(text.toWellFormed()));
}

function unescapeBytes(text: string): string {
  return text.replace(/%([0-9A-F]{2})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
}

for (const [name, value] of [
  ["CONNECTING", CONNECTING],
  ["OPEN", OPEN],
  ["CLOSED", CLOSED],
] as const) {
  Object.defineProperty(EventSource, name, { value, enumerable: true });
  Object.defineProperty(EventSource.prototype, name, { value, enumerable: true });
}
for (const name of ["open", "message", "error"]) defineEventHandler(EventSource.prototype, name);
exposeInterface(EventSource.prototype, "EventSource", ["url", "withCredentials", "readyState", "close"]);
Object.defineProperty(EventSource, "length", { value: 1, configurable: true });
