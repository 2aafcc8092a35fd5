// One call of fetch that a dispatcher of the package undici makes: the `dispatcher` of a request, or the one that programs
// give to all with `setGlobalDispatcher`, as mocks, proxies and agents with settings for TLS are. Node's fetch is undici
// itself and takes them; ours speaks to them by their public interface, the handlers of undici 7 and those of before.
import { BodyRecord } from "web:body";
import { responseFromNetwork } from "web:response";
import { type Order } from "internal:web/fetch/http_fetch";
import { IncomingHead } from "internal:web/fetch/incoming_head";
import { readableStateOf } from "internal:web/web_streams/readable_class";
import { DecompressionStream } from "web:compression_streams";
import { ReadableStream } from "web:streams";
import { URL } from "web:url";
import { publicStreamOf } from "internal:web/fetch/body_stream";
import { readyBytes } from "internal:web/fetch/sendable";
import { follow, isRedirect } from "internal:web/fetch/redirects";
import defer * as referrers from "internal:web/fetch/referrer";

/** Bytes of a response that may wait for the program before the dispatcher is asked to pause. */
const WAITING_BYTES_MAX = 64 * 1024;
const FORMATS: Record<string, string> = { gzip: "gzip", "x-gzip": "gzip", deflate: "deflate", br: "brotli" };
const BODILESS = [204, 205, 304];

/** How a dispatcher is told about the response that it brings. */
interface Steering {
  abort(reason: unknown): void;
  resume(): void;
}

/**
 * Whether a dispatcher does nothing but what fetch does by itself: an `Agent` without settings, which undici makes the global
 * one when it is loaded.
 */
export function isPlainAgent(dispatcher: any): boolean {
  const prototype = Object.getPrototypeOf(dispatcher);
  if (prototype?.constructor?.name !== "Agent" || Object.hasOwn(dispatcher, "dispatch")) return false;
  const key = Object.getOwnPropertySymbols(dispatcher).find(({ description }) => description === "options");
  return (
    key !== undefined && Object.values(dispatcher[key]).every((value) => value === undefined || value === Infinity)
  );
}

export class DispatchedFetching {
  #order: Order;
  #dispatcher: any;
  #resolve: (response: any) => void;
  #reject: (error: unknown) => void;
  #redirectCount = 0;
  /** Counts what was dispatched: a redirect leaves the response before behind. */
  #turn = 0;
  #steering: Steering | null = null;
  #stream: any = null;
  #isSettled = false;
  #onAbort: (() => void) | null = null;

  /** `resolve` gets the Response, `reject` a TypeError with a cause, or the reason of the signal. */
  constructor(order: Order, dispatcher: any, resolve: (response: any) => void, reject: (error: unknown) => void) {
    this.#order = order;
    this.#dispatcher = dispatcher;
    this.#resolve = resolve;
    this.#reject = reject;
    const { signal } = order;
    if (signal === null) return;
    this.#onAbort = () => this.#abort(signal.reason);
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Hands the request to the dispatcher. */
  start(): void {
    const turn = ++this.#turn;
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
        },
        this.#handler(turn),
      );
    } catch (error) {
      this.#fail(turn, error);
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
      // The length is that of the body, which the dispatcher knows.
      if (name === "content-length") continue;
      const isFirst = keys[name] === undefined;
      const key = (keys[name] ??= headers?.spellings?.[index >> 1] ?? name);
      fields[key] = isFirst ? pairs[index + 1]! : `${fields[key]}, ${pairs[index + 1]}`;
    }
    const usual = {
      accept: "*/*",
      "accept-language": "*",
      "sec-fetch-mode": target.isTrustworthy ? "cors" : "",
      "user-agent": "node",
      "accept-encoding":
        keys.range !== undefined ? "identity" : target.isSecure ? "br, gzip, deflate" : "gzip, deflate",
    };
    for (const [name, value] of Object.entries(usual))
      if (value !== "" && keys[name] === undefined) fields[name] = value;
    return fields;
  }

  #handler(turn: number): object {
    const begin = (steering: Steering): void => {
      if (turn === this.#turn && !this.#order.signal?.aborted) this.#steering = steering;
      else steering.abort(this.#order.signal?.reason);
    };
    return {
      onRequestStart: (controller: any) =>
        begin({ abort: (reason) => controller.abort(reason), resume: () => controller.resume() }),
      onResponseStart: (
        _controller: any,
        status: number,
        headers: Record<string, string | string[]>,
        statusText = "",
      ) => {
        if (status >= 200)
          this.#head(
            turn,
            status,
            statusText,
            Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one])),
          );
      },
      onResponseData: (controller: any, chunk: Uint8Array) => void (this.#data(turn, chunk) || controller.pause()),
      onResponseEnd: () => this.#end(turn),
      onResponseError: (_controller: any, error: unknown) => this.#fail(turn, error),
      // Undici 6 and before.
      onConnect: (abort: (reason?: unknown) => void) => begin({ abort, resume() {} }),
      onHeaders: (status: number, raw: Uint8Array[], resume: () => void, statusText = "") => {
        if (status < 200) return true;
        if (this.#steering !== null) this.#steering.resume = resume;
        this.#head(
          turn,
          status,
          statusText,
          raw.map((bytes) => String.fromCharCode(...bytes)),
        );
        return true;
      },
      onData: (chunk: Uint8Array) => this.#data(turn, chunk),
      onComplete: () => this.#end(turn),
      onError: (error: unknown) => this.#fail(turn, error),
      onBodySent() {},
    };
  }

  #head(turn: number, status: number, statusText: string, fields: string[]): void {
    if (turn !== this.#turn) return;
    const { method, redirect, target } = this.#order;
    const head = new IncomingHead(status, [statusText, ...fields].join("\n"), target.href, this.#redirectCount > 0);
    const location = head.header("location");
    if (isRedirect(status) && redirect !== "manual" && (location !== null || redirect === "error")) {
      this.#redirect(turn, status, location);
      return;
    }
    if (method !== "HEAD" && !BODILESS.includes(status)) {
      const stream = new ReadableStream(
        {
          type: "bytes",
          start: (controller: any) => void (this.#stream = controller),
          pull: () => this.#steering?.resume(),
          cancel: (reason: unknown) => this.#stop(reason),
        } as any,
        { highWaterMark: WAITING_BYTES_MAX },
      );
      head.body = new BodyRecord(null, readableStateOf(decoded(stream, head.header("content-encoding"))));
    }
    this.#isSettled = true;
    this.#resolve(responseFromNetwork(head));
  }

  /** Whether more may come at once. */
  #data(turn: number, chunk: Uint8Array): boolean {
    if (turn !== this.#turn || this.#stream === null || chunk.length === 0) return true;
    // A stream of bytes gives its memory away, and this may be part of the dispatcher's.
    this.#stream.enqueue(new Uint8Array(chunk));
    return this.#stream.desiredSize > 0;
  }

  #end(turn: number): void {
    if (turn !== this.#turn) return;
    this.#release();
    if (this.#stream === null) return;
    this.#stream.close();
    this.#stream.byobRequest?.respond(0);
    this.#stream = null;
  }

  #redirect(turn: number, status: number, location: string | null): void {
    let next: Order;
    try {
      next = follow(this.#order, status, location, ++this.#redirectCount);
    } catch (error) {
      this.#fail(turn, error);
      return;
    }
    this.#stop(undefined);
    this.#order = next;
    this.start();
  }

  #fail(turn: number, cause: unknown): void {
    if (turn !== this.#turn) return;
    this.#stop(cause);
    this.#release();
    this.#break(new TypeError(this.#isSettled ? "terminated" : "fetch failed", { cause }));
  }

  #abort(reason: unknown): void {
    this.#stop(reason);
    this.#break(reason);
  }

  /** Before the response the promise rejects, afterwards the body breaks. */
  #break(error: unknown): void {
    if (this.#isSettled) this.#stream?.error(error);
    else this.#reject(error);
    this.#isSettled = true;
    this.#stream = null;
  }

  /** What the dispatcher still brings is not wanted. */
  #stop(reason: unknown): void {
    this.#turn++;
    const steering = this.#steering;
    this.#steering = null;
    steering?.abort(reason);
  }

  #release(): void {
    if (this.#onAbort === null) return;
    this.#order.signal.removeEventListener("abort", this.#onAbort);
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

/** The stream without its content codings, as long as all are known. */
function decoded(stream: any, codings: string | null): any {
  const names =
    codings === null || codings === ""
      ? []
      : codings
          .toLowerCase()
          .split(",")
          .map((name) => name.trim());
  if (!names.every((name) => name in FORMATS)) return stream;
  return names.reduceRight(
    (encoded, name) => encoded.pipeThrough(new DecompressionStream(FORMATS[name] as any)),
    stream,
  );
}
