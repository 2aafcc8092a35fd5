// `fetch(url)` without anything else, answered whole and at once: the case that most programs repeat. Everything beyond it
// (redirects, long bodies, failures) goes over to a `Fetching`.
import { BodyRecord } from "web:body";
import { responseFromNetwork } from "web:response";
import { decoding, replaceSink, type ResponseSink, START_REPEATABLE, startRequest } from "internal:web/fetch/client";
import { IncomingHead } from "internal:web/fetch/incoming_head";
import { plainHead } from "internal:web/fetch/request_head";
import { type Target } from "internal:web/fetch/target_cache";
import defer * as fetching from "internal:web/fetch/http_fetch";

const EMPTY = new Uint8Array(0);

/** Sends a GET and settles the promise that the functions belong to. */
export function startPlain(target: Target, resolve: (response: any) => void, reject: (error: unknown) => void): void {
  const sink = new PlainFetching(target, resolve, reject);
  try {
    sink.request = startRequest(target.origin, plainHead(target), null, START_REPEATABLE | decoding(), sink);
  } catch (error) {
    sink.failed(error as Error);
  }
}

class PlainFetching implements ResponseSink {
  request = 0;
  target: Target;
  resolve: (response: any) => void;
  reject: (error: unknown) => void;

  constructor(target: Target, resolve: (response: any) => void, reject: (error: unknown) => void) {
    this.target = target;
    this.resolve = resolve;
    this.reject = reject;
  }

  head(status: number, flags: number, text: string, bytes: Uint8Array | null, isLast: boolean): void {
    if (isLast && ((status >= 200 && status < 300 && status !== 204 && status !== 205) || status >= 400)) {
      const head = new IncomingHead(status, text, this.target.href, false);
      head.decodes = true;
      head.body = new BodyRecord(bytes ?? EMPTY, null);
      this.resolve(responseFromNetwork(head));
      return;
    }
    const whole = this.#goOn();
    if (!isLast) replaceSink(this.request, whole);
    whole.head(status, flags, text, bytes, isLast);
  }

  body(): void {}

  sent(): void {}

  failed(error: Error): void {
    this.#goOn().failed(error);
  }

  #goOn(): fetching.Fetching {
    const whole = new fetching.Fetching(fetching.plainOrder(this.target), this.resolve, this.reject);
    whole.adopt(this.request);
    return whole;
  }
}
