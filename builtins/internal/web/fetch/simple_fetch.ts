// `fetch(url)` without options whose response arrives complete: the most frequent case. All others (redirects, long bodies,
// failures) continue as an `HttpFetch`.
import { BodyRecord } from "web:body";
import { type Response, responseFromNetwork } from "web:response";
import { decoding, replaceSink, type ResponseSink, startRequest } from "internal:web/fetch/client";
import { StartFlags } from "native:fetch";
import { IncomingHead } from "internal:web/fetch/incoming_head";
import { plainHead } from "internal:web/fetch/request_head";
import { type Target } from "internal:web/fetch/target_cache";
import defer * as http from "internal:web/fetch/http_fetch";

const EMPTY = new Uint8Array(0);

/** Sends a GET and settles the promise of `resolve` and `reject`. */
export function startSimpleFetch(
  target: Target,
  resolve: (response: Response) => void,
  reject: (error: unknown) => void,
): void {
  const sink = new SimpleFetch(target, resolve, reject);
  try {
    sink.request = startRequest(target.origin, plainHead(target), null, StartFlags.REPEATABLE | decoding(), sink);
  } catch (error) {
    sink.failed(error as Error);
  }
}

class SimpleFetch implements ResponseSink {
  request = 0;
  target: Target;
  resolve: (response: Response) => void;
  reject: (error: unknown) => void;

  constructor(target: Target, resolve: (response: Response) => void, reject: (error: unknown) => void) {
    this.target = target;
    this.resolve = resolve;
    this.reject = reject;
  }

  head(status: number, flags: number, raw: string, bytes: Uint8Array | null, isLast: boolean): void {
    if (isLast && ((status >= 200 && status < 300 && status !== 204 && status !== 205) || status >= 400)) {
      const head = new IncomingHead(status, raw, this.target.href, false);
      head.decodes = true;
      head.body = new BodyRecord(bytes ?? EMPTY, null);
      this.resolve(responseFromNetwork(head));
      return;
    }
    const successor = this.#continue();
    if (!isLast) replaceSink(this.request, successor);
    successor.head(status, flags, raw, bytes, isLast);
  }

  body(): void {}

  sent(): void {}

  failed(error: Error): void {
    this.#continue().failed(error);
  }

  #continue(): http.HttpFetch {
    const successor = new http.HttpFetch(http.defaultOrder(this.target), this.resolve, this.reject);
    successor.adopt(this.request);
    return successor;
  }
}
