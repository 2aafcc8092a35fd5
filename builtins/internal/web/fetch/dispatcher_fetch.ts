// A call of fetch through a dispatcher of the package undici: the `dispatcher` of a request, or the global one of
// `setGlobalDispatcher`, such as mocks, proxies and agents with TLS settings. Node's fetch is undici itself; Brio's fetch uses
// dispatchers through their public interface, with the handlers of undici 7 and of earlier versions.
import { BodyRecord } from "web:body";
import { type Response, responseFromNetwork } from "web:response";
import { type Order } from "internal:web/fetch/http_fetch";
import { IncomingHead } from "internal:web/fetch/incoming_head";
import { readableStateOf } from "internal:web/web_streams/readable_class";
import { DecompressionStream } from "web:compression_streams";
import type { ReadableByteStreamController } from "internal:web/web_streams/controller_classes";
import { ReadableStream } from "web:streams";
import { URL } from "web:url";
import { publicStreamOf } from "internal:web/fetch/body_stream";
import { readyBytes } from "internal:web/fetch/sendable";
import { follow, isRedirect } from "internal:web/fetch/redirects";
import defer * as referrers from "internal:web/fetch/referrer";

/** Buffered bytes of a response at which the dispatcher is paused. */
const BUFFERED_BYTES_MAX = 64 * 1024;
const FORMATS: Record<string, string> = { gzip: "gzip", "x-gzip": "gzip", deflate: "deflate", br: "brotli" };
const NULL_BODY_STATUS = [204, 205, 304];

/** The request of a call of `dispatch`, as undici defines it. */
export interface DispatchOptions {
  path: string;
  origin: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Controls a dispatched request (undici 7). */
export interface DispatchController {
  abort(reason: unknown): void;
  pause(): void;
  resume(): void;
}

/** Receives the response of a dispatched request (undici 7). */
export interface DispatchHandler {
  onRequestStart(controller: DispatchController): void;
  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
    statusText?: string,
  ): void;
  onResponseData(controller: DispatchController, chunk: Uint8Array): void;
  onResponseEnd(controller: DispatchController): void;
  onResponseError(controller: DispatchController, error: unknown): void;
}

/** A dispatcher of the package undici. */
export interface Dispatcher {
  dispatch(options: DispatchOptions, handler: DispatchHandler): unknown;
}

/** Controls the in-flight response. */
interface ResponseControl {
  abort(reason: unknown): void;
  resume(): void;
}

/**
 * Whether a dispatcher is an `Agent` without settings, which does no more than fetch itself. undici installs one as the global
 * dispatcher when it is loaded.
 */
export function isPlainAgent(dispatcher: object): boolean {
  const prototype = Object.getPrototypeOf(dispatcher);
  if (prototype?.constructor?.name !== "Agent" || Object.hasOwn(dispatcher, "dispatch")) return false;
  const key = Object.getOwnPropertySymbols(dispatcher).find(({ description }) => description === "options");
  return (
    key !== undefined &&
    Object.values((dispatcher as Record<symbol, object>)[key]!).every(
      (value) => value === undefined || value === Infinity,
    )
  );
}

/** The handlers of undici 6 and earlier. */
interface LegacyHandler {
  onConnect(abort: (reason?: unknown) => void): void;
  onHeaders(status: number, raw: Uint8Array[], resume: () => void, statusText?: string): boolean;
  onData(chunk: Uint8Array): boolean;
  onComplete(): void;
  onError(error: unknown): void;
  onBodySent(): void;
}

export class DispatcherFetch {
  #order: Order;
  #dispatcher: Dispatcher;
  #resolve: (response: Response) => void;
  #reject: (error: unknown) => void;
  #redirectCount = 0;
  /** The number of the current dispatch: events of earlier ones, before a redirect, are ignored. */
  #attempt = 0;
  #control: ResponseControl | null = null;
  #stream: ReadableByteStreamController | null = null;
  #isSettled = false;
  #onAbort: (() => void) | null = null;

  /** `resolve` is called with the Response, `reject` with a TypeError with a cause or the reason of the signal. */
  constructor(
    order: Order,
    dispatcher: Dispatcher,
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
  ) {
    this.#order = order;
    this.#dispatcher = dispatcher;
    this.#resolve = resolve;
    this.#reject = reject;
    const { signal } = order;
    if (signal === null) return;
    this.#onAbort = () => this.#abort(signal.reason);
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Dispatches the request. */
  start(): void {
    const attempt = ++this.#attempt;
    const { method, target, body } = this.#order;
    const { pathname, search } = new URL(target.href);
    try {
      if (typeof this.#dispatcher?.dispatch !== "function") throw new TypeError("agent.dispatch is not a function");
      this.#dispatcher.dispatch(
        {
          path: pathname + search,
          origin: target.originText,
          method,
          body: bodyOf(body),
          headers: this.#fields(),
          maxRedirections: 0,
        } as DispatchOptions,
        this.#handler(attempt),
      );
    } catch (error) {
      this.#fail(attempt, error);
    }
  }

  #fields(): Record<string, string> {
    const { target, referring } = this.#order;
    const headers =
      referring === null ? this.#order.headers : referrers.withReferrer(this.#order.headers, referring, target);
    const fields: Record<string, string> = {};
    const keys: Record<string, string> = {};
    const pairs = headers?.pairs ?? [];
    for (let index = 0; index < pairs.length; index += 2) {
      const name = pairs[index]!;
      // The dispatcher computes the length of the body.
      if (name === "content-length") continue;
      const isFirst = keys[name] === undefined;
      const key = (keys[name] ??= headers?.spellings?.[index >> 1] ?? name);
      fields[key] = isFirst ? pairs[index + 1]! : `${fields[key]}, ${pairs[index + 1]}`;
    }
    const defaults = {
      accept: "*/*",
      "accept-language": "*",
      "sec-fetch-mode": target.isTrustworthy ? "cors" : "",
      "user-agent": "node",
      "accept-encoding":
        keys.range !== undefined ? "identity" : target.isSecure ? "br, gzip, deflate" : "gzip, deflate",
    };
    for (const [name, value] of Object.entries(defaults))
      if (value !== "" && keys[name] === undefined) fields[name] = value;
    return fields;
  }

  #handler(attempt: number): DispatchHandler & LegacyHandler {
    const begin = (control: ResponseControl): void => {
      if (attempt === this.#attempt && !this.#order.signal?.aborted) this.#control = control;
      else control.abort(this.#order.signal?.reason);
    };
    return {
      onRequestStart: (controller) =>
        begin({ abort: (reason) => controller.abort(reason), resume: () => controller.resume() }),
      onResponseStart: (_controller, status, headers, statusText = "") => {
        if (status >= 200)
          this.#head(
            attempt,
            status,
            statusText,
            Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one])),
          );
      },
      onResponseData: (controller, chunk) => void (this.#data(attempt, chunk) || controller.pause()),
      onResponseEnd: () => this.#end(attempt),
      onResponseError: (_controller, error) => this.#fail(attempt, error),
      // undici 6 and earlier.
      onConnect: (abort) => begin({ abort, resume() {} }),
      onHeaders: (status, raw, resume, statusText = "") => {
        if (status < 200) return true;
        if (this.#control !== null) this.#control.resume = resume;
        this.#head(
          attempt,
          status,
          statusText,
          raw.map((bytes) => String.fromCharCode(...bytes)),
        );
        return true;
      },
      onData: (chunk) => this.#data(attempt, chunk),
      onComplete: () => this.#end(attempt),
      onError: (error) => this.#fail(attempt, error),
      onBodySent() {},
    };
  }

  #head(attempt: number, status: number, statusText: string, fields: string[]): void {
    if (attempt !== this.#attempt) return;
    const { method, redirect, target } = this.#order;
    const head = new IncomingHead(status, [statusText, ...fields].join("\n"), target.href, this.#redirectCount > 0);
    const location = head.header("location");
    if (isRedirect(status) && redirect !== "manual" && (location !== null || redirect === "error")) {
      this.#redirect(attempt, status, location);
      return;
    }
    if (method !== "HEAD" && !NULL_BODY_STATUS.includes(status)) {
      const stream = new ReadableStream(
        {
          type: "bytes",
          start: (controller: ReadableByteStreamController) => void (this.#stream = controller),
          pull: () => this.#control?.resume(),
          cancel: (reason: unknown) => this.#stop(reason),
        },
        { highWaterMark: BUFFERED_BYTES_MAX },
      );
      head.body = new BodyRecord(null, readableStateOf(decoded(stream, head.header("content-encoding"))));
    }
    this.#isSettled = true;
    this.#resolve(responseFromNetwork(head));
  }

  /** Returns whether the dispatcher may continue; false pauses it. */
  #data(attempt: number, chunk: Uint8Array): boolean {
    if (attempt !== this.#attempt || this.#stream === null || chunk.length === 0) return true;
    // A byte stream transfers its chunks, and this one may share the dispatcher's buffer.
    this.#stream.enqueue(new Uint8Array(chunk));
    return this.#stream.desiredSize! > 0;
  }

  #end(attempt: number): void {
    if (attempt !== this.#attempt) return;
    this.#release();
    if (this.#stream === null) return;
    this.#stream.close();
    this.#stream.byobRequest?.respond(0);
    this.#stream = null;
  }

  #redirect(attempt: number, status: number, location: string | null): void {
    let next: Order;
    try {
      next = follow(this.#order, status, location, ++this.#redirectCount);
    } catch (error) {
      this.#fail(attempt, error);
      return;
    }
    this.#stop(undefined);
    this.#order = next;
    this.start();
  }

  #fail(attempt: number, cause: unknown): void {
    if (attempt !== this.#attempt) return;
    this.#stop(cause);
    this.#release();
    this.#settleWithError(new TypeError(this.#isSettled ? "terminated" : "fetch failed", { cause }));
  }

  #abort(reason: unknown): void {
    this.#stop(reason);
    this.#settleWithError(reason);
  }

  /** Rejects the promise before the response, fails the body afterwards. */
  #settleWithError(error: unknown): void {
    if (this.#isSettled) this.#stream?.error(error);
    else this.#reject(error);
    this.#isSettled = true;
    this.#stream = null;
  }

  /** Aborts the current dispatch and ignores its further events. */
  #stop(reason: unknown): void {
    this.#attempt++;
    const control = this.#control;
    this.#control = null;
    control?.abort(reason);
  }

  #release(): void {
    if (this.#onAbort === null) return;
    this.#order.signal!.removeEventListener("abort", this.#onAbort);
    this.#onAbort = null;
  }
}

function bodyOf(body: BodyRecord | null): unknown {
  if (body === null) return null;
  const ready = readyBytes(body);
  if (ready !== null) return ready.content;
  body.used = true;
  return publicStreamOf(body);
}

/** The stream with its content codings decoded, if all are supported. */
function decoded(stream: ReadableStream, codings: string | null): ReadableStream {
  const names =
    codings === null || codings === ""
      ? []
      : codings
          .toLowerCase()
          .split(",")
          .map((name) => name.trim());
  if (!names.every((name) => name in FORMATS)) return stream;
  return names.reduceRight((encoded, name) => encoded.pipeThrough(new DecompressionStream(FORMATS[name])), stream);
}
