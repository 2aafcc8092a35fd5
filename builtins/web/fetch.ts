// `fetch` (https://fetch.spec.whatwg.org/#fetch-method).
import { Request, requestParts } from "web:request";
import { Fetching, type Order } from "internal:fetch/fetching";
import { type Target, targetOf } from "internal:fetch/target";
import defer * as schemes from "internal:fetch/schemes";

/**
 * Fetches a resource. Rejects with a TypeError "fetch failed" whose `cause` says why there is no response, and with the
 * reason of the signal that aborts it.
 */
export function fetch(input: any, init: any = undefined): Promise<any> {
  return new Promise((resolve, reject) => {
    if (typeof input === "string" && init === undefined) {
      const target = plainTarget(input);
      if (target !== null) {
        new Fetching({ method: "GET", target, headers: null, body: null, redirect: "follow", signal: null, integrity: "" }, resolve, reject).start();
        return;
      }
    }
    if (arguments.length === 0) throw new TypeError("fetch: 1 argument required, but 0 present.");
    const request = requestParts(new Request(input, init));
    const { signal } = request;
    if (signal !== null && signal.aborted) {
      request.body?.stream?.controller.cancelSteps(signal.reason);
      reject(signal.reason);
      return;
    }
    const target = targetOf(request.url);
    if (target === null) {
      schemes.fetchScheme(request).then(resolve, reject);
      return;
    }
    if (target.isBad) {
      reject(new TypeError("fetch failed", { cause: new Error("bad port") }));
      return;
    }
    const order: Order = {
      method: request.method, target, headers: request.headers.pairs.length === 0 ? null : request.headers, body: request.body,
      redirect: request.settings.redirect, signal, integrity: request.settings.integrity,
    };
    new Fetching(order, resolve, reject).start();
  });
}

/** The target of a URL that needs no further look; null for one that Request has to judge. */
function plainTarget(input: string): Target | null {
  let target: Target | null;
  try {
    target = targetOf(input);
  } catch {
    return null;
  }
  return target === null || target.hasCredentials || target.isBad ? null : target;
}
