// A call of fetch for an http: or https: URL (https://fetch.spec.whatwg.org/#http-fetch): sends the request, follows
// redirects, handles aborts, and creates the Response.
import { BodyRecord } from "web:body";
import type { AbortSignal } from "web:abort";
import { type Response, responseFromNetwork } from "web:response";
import { decoding, endRequest, type ResponseSink, startRequest } from "internal:web/fetch/client";
import { activity } from "internal:core/diagnostics/activity";
import { type HeaderList } from "internal:web/fetch/header_list";
import { IncomingHead } from "internal:web/fetch/incoming_head";
import { CHUNKED, plainHead, requestHead } from "internal:web/fetch/request_head";
import { type RequestSettings } from "internal:web/fetch/request_settings";
import { type Route, type Target } from "internal:web/fetch/target_cache";
import { home } from "internal:core/program";
import defer * as bunFailures from "internal:web/fetch/bun_failures";
import { StartFlags, setLimits } from "native:fetch";
import defer * as failures from "internal:web/fetch/failures";
import defer * as complete from "internal:web/fetch/complete_body";
import defer * as incoming from "internal:web/fetch/incoming_body";
import defer * as lengths from "internal:web/fetch/body_length";
import defer * as tracing from "internal:web/fetch/tracing";
import defer * as outgoing from "internal:web/fetch/outgoing_body";
import defer * as redirects from "internal:web/fetch/redirects";
import defer * as referrers from "internal:web/fetch/referrer";
import defer * as sending from "internal:web/fetch/sendable";

const EMPTY = new Uint8Array(0);

/** A request as `fetch` sends it. */
export interface Order {
  method: string;
  target: Target;
  /** The program's settings of the connection. */
  route: Route | null;
  headers: HeaderList | null;
  body: BodyRecord | null;
  redirect: string;
  /** The settings of a request that has a referrer. */
  referring: RequestSettings | null;
  /** The settings of a request whose mode or cache mode is not the default; only Node sends them to servers. */
  settings: RequestSettings | null;
  signal: AbortSignal | null;
  /** The time-out in milliseconds without progress; 0: none, -1: the default. */
  timeoutMs: number;
  /** Whether content codings are decoded. */
  decodes: boolean;
  /** The connection is not reused. */
  closes: boolean;
}

/** The order of `fetch(url)`. */
export function defaultOrder(target: Target): Order {
  return {
    method: "GET",
    target,
    route: null,
    headers: null,
    body: null,
    redirect: "follow",
    referring: null,
    settings: null,
    signal: null,
    timeoutMs: -1,
    decodes: true,
    closes: false,
  };
}

export class HttpFetch implements ResponseSink {
  #order: Order;
  #request = 0;
  #redirectCount = 0;
  // Cleared with the response: the connection references this object, which then must not reference the response.
  #resolve: ((response: Response) => void) | null;
  #reject: ((error: unknown) => void) | null;
  #incoming: incoming.IncomingBody | null = null;
  #outgoing: outgoing.OutgoingBody | null = null;
  #trace: tracing.RequestTrace | null = null;
  #onAbort: (() => void) | null = null;
  #isSettled = false;

  constructor(order: Order, resolve: (response: Response) => void, reject: (error: unknown) => void) {
    this.#order = order;
    this.#resolve = resolve;
    this.#reject = reject;
    const { signal } = order;
    if (signal !== null) {
      this.#onAbort = () => this.#abort(signal.reason);
      signal.addEventListener("abort", this.#onAbort, { once: true });
    }
  }

  /** Sends the request. */
  start(): void {
    const { method, target, headers, body } = this.#order;
    this.#trace = null;
    try {
      if (
        body === null &&
        headers === null &&
        method === "GET" &&
        !isTraced() &&
        !this.#order.closes &&
        this.#order.decodes &&
        this.#order.referring === null &&
        this.#order.settings === null
      ) {
        this.#request = startRequest(target.origin, plainHead(target), null, StartFlags.REPEATABLE | decoding(), this);
      } else if (body === null) {
        this.#send(lengths.announcedLength(method, headers, null), null, null);
      } else {
        this.#sendBody(body);
      }
      if (this.#order.timeoutMs >= 0) setLimits(this.#request, this.#order.timeoutMs, this.#order.timeoutMs);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Continues a request that was sent for the same order. */
  adopt(request: number): void {
    this.#request = request;
  }

  #sendBody(body: BodyRecord): void {
    const { method, headers } = this.#order;
    const ready = sending.readyBytes(body);
    if (ready !== null) {
      this.#send(lengths.announcedLength(method, headers, ready.length), ready.content, null);
      return;
    }
    const stream = sending.streamOfBody(body);
    const length = lengths.announcedLength(method, headers, sending.knownLength(body) ?? CHUNKED);
    this.#outgoing = new outgoing.OutgoingBody(stream, length === CHUNKED ? null : length, (error) =>
      this.#fail(error),
    );
    this.#send(length, null, this.#outgoing);
  }

  #send(length: number | null, content: string | Uint8Array | null, stream: outgoing.OutgoingBody | null): void {
    const { method, target, referring } = this.#order;
    const headers =
      referring === null ? this.#order.headers : referrers.withReferrer(this.#order.headers, referring, target);
    // Some servers send a body after HEAD: Node does not reuse the connection, since the next request would read it as its response.
    const closes =
      this.#order.closes ||
      (method === "HEAD" && home() === "node") ||
      (headers !== null && headers.get("connection")?.toLowerCase() === "close");
    let flags = sending.isIdempotent(method) && stream === null ? StartFlags.REPEATABLE : 0;
    if (method === "HEAD") flags |= StartFlags.HEAD;
    else if (this.#decodes()) flags |= decoding();
    if (stream !== null) flags |= StartFlags.STREAMED;
    if (length === CHUNKED) flags |= StartFlags.CHUNKED;
    if (closes) flags |= StartFlags.LAST;
    let head = requestHead(method, target, headers, length, closes, this.#order.settings);
    if (isTraced()) {
      this.#trace = new tracing.RequestTrace(method, target, head, length);
      ({ head } = this.#trace);
      flags |= StartFlags.OBSERVED;
    }
    this.#request = startRequest(target.origin, head, content, flags, this);
    if (this.#trace !== null) this.#traceBody(this.#trace, content, stream);
    stream?.start(this.#request);
  }

  /** Deno leaves a body as it is when the request accepts no content coding, as one for a range does. */
  #decodes(): boolean {
    const { decodes, headers } = this.#order;
    if (!decodes || headers === null || home() !== "deno") return decodes;
    const accepted = headers.get("accept-encoding");
    return accepted === null ? !headers.has("range") : accepted.trim().toLowerCase() !== "identity";
  }

  #traceBody(
    trace: tracing.RequestTrace,
    content: string | Uint8Array | null,
    stream: outgoing.OutgoingBody | null,
  ): void {
    trace.started(this.#request);
    if (stream !== null) {
      stream.onChunk = (chunk) => trace.bodyWritten(chunk);
      stream.onComplete = () => trace.bodyWritten(null);
      return;
    }
    if (content !== null && content.length > 0)
      trace.bodyWritten(typeof content === "string" ? sending.bytesOfString(content) : content);
    trace.bodyWritten(null);
  }

  head(status: number, _flags: number, raw: string, bytes: Uint8Array | null, isLast: boolean): void {
    const { target, redirect } = this.#order;
    const trace = this.#trace;
    if (status === 101 && home() !== "deno") {
      this.#fail(failures.codedError("UND_ERR_SOCKET", "bad upgrade"));
      return;
    }
    const head = new IncomingHead(status, raw, target.href, this.#redirectCount > 0);
    head.decodes = !isBodiless(status, this.#order.method) && this.#decodes();
    trace?.headReceived(status, head.statusText, head.headers());
    if (status >= 301 && status <= 308 && redirect !== "manual" && redirects.isRedirect(status)) {
      const location = head.header("location");
      if (location !== null || redirect === "error") {
        trace?.ended();
        this.#redirect(status, location, isLast);
        return;
      }
    }
    if (isLast) {
      if (trace !== null) {
        if (bytes !== null) trace.bodyReceived(bytes);
        trace.ended();
      }
      if (!isBodiless(status, this.#order.method)) head.body = this.#completeBody(bytes ?? EMPTY);
      this.#release();
    } else {
      this.#incoming = new incoming.IncomingBody(this.#request);
      if (home() === "deno" && !head.isDecoded)
        this.#incoming.byteLength = lengths.parseLength(head.header("content-length"));
      this.#incoming.onEnd = () => this.#release();
      this.#incoming.trace = trace;
      head.body = new BodyRecord(null, null);
      head.body.pending = this.#incoming;
      this.#incoming.watch(head.body);
    }
    this.#fulfill(responseFromNetwork(head));
  }

  #completeBody(bytes: Uint8Array): BodyRecord {
    const { signal } = this.#order;
    if (signal === null) return new BodyRecord(bytes, null);
    const body = new BodyRecord(null, null);
    body.pending = new complete.CompleteBody(bytes, signal);
    return body;
  }

  body(bytes: Uint8Array | null, isLast: boolean): void {
    this.#incoming?.push(bytes, isLast);
  }

  failed(error: Error): void {
    this.#fail(error);
  }

  sent(): void {
    this.#trace?.sent();
    this.#outgoing?.sent();
  }

  #redirect(status: number, location: string | null, isLast: boolean): void {
    if (!isLast) endRequest(this.#request);
    this.#outgoing?.stop(undefined);
    this.#outgoing = null;
    try {
      this.#order = redirects.follow(this.#order, status, location, ++this.#redirectCount);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.start();
  }

  /** The network failed: rejects the promise before the response, fails the body afterwards. */
  #fail(cause: unknown): void {
    if (this.#request !== 0) endRequest(this.#request);
    this.#trace?.failed(cause);
    this.#outgoing?.stop(cancelReason(cause));
    if (!this.#isSettled) {
      this.#release();
      this.#rejectWith(this.#error("fetch failed", cause));
    } else {
      this.#incoming?.fail(this.#error("terminated", cause));
    }
  }

  #error(message: string, cause: unknown): Error {
    return home() === "bun"
      ? bunFailures.bunError(cause, this.#order.target.href)
      : failures.fetchError(message, cause, this.#order.target);
  }

  #abort(reason: unknown): void {
    if (this.#request !== 0) endRequest(this.#request);
    this.#trace?.failed(reason);
    this.#outgoing?.stop(cancelReason(reason));
    if (!this.#isSettled) {
      this.#rejectWith(reason);
    } else {
      this.#incoming?.fail(reason);
    }
  }

  #fulfill(response: Response): void {
    const resolve = this.#resolve!;
    this.#markSettled();
    resolve(response);
  }

  #rejectWith(error: unknown): void {
    const reject = this.#reject!;
    this.#markSettled();
    reject(error);
  }

  #markSettled(): void {
    this.#isSettled = true;
    this.#resolve = null;
    this.#reject = null;
  }

  #release(): void {
    // The response is complete: as in Bun, the rest of the request's body is not sent.
    if (this.#outgoing !== null && home() === "bun") this.#outgoing.stop(undefined);
    if (this.#onAbort === null) return;
    this.#order.signal!.removeEventListener("abort", this.#onAbort);
    this.#onAbort = null;
  }
}

/** What the stream of a request's body is cancelled with when the request fails. */
function cancelReason(cause: unknown): unknown {
  if (home() === "node") return cause;
  return home() === "deno" ? "resource closed" : undefined;
}

/** Whether the request may have subscribers: Node's fetch publishes on diagnostics channels, the other runtimes have none. */
export function isTraced(): boolean {
  return activity.channelCount !== 0 && home() === "node";
}

/** "Null body status", and responses to HEAD. */
function isBodiless(status: number, method: string): boolean {
  return status === 204 || status === 304 || status === 205 || status === 101 || status === 103 || method === "HEAD";
}
