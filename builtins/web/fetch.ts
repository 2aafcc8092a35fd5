// `fetch` (https://fetch.spec.whatwg.org/#fetch-method).
import { type Order } from "internal:web/fetch/http_fetch";
import { startSimpleFetch } from "internal:web/fetch/simple_fetch";
import defer * as http from "internal:web/fetch/http_fetch";
import { type Target, targetOf, targetOfUrl } from "internal:web/fetch/target_cache";
import { isLoaded, load, services } from "internal:core/bootstrap";
import { activity } from "internal:core/diagnostics/activity";
import { home } from "internal:core/program";
import defer * as dispatching from "internal:web/fetch/dispatcher_fetch";
import type { Dispatcher } from "internal:web/fetch/dispatcher_fetch";
import defer * as homeErrors from "internal:web/fetch/home_errors";
import defer * as integrities from "internal:web/fetch/integrity";
import type { ExtensionOptions } from "internal:web/fetch/extension_options";
import defer * as extensions from "internal:web/fetch/extension_options";
import defer * as requests from "web:request";
import defer * as urls from "web:url";
import defer * as schemes from "internal:web/fetch/schemes";
import type { RequestInit } from "internal:web/fetch/request_settings";
import { type RequestParts } from "web:request";
import type { Response } from "web:response";
import { extendForHome } from "internal:web/home_extensions";

/** The property of the global object with the dispatcher of undici's `setGlobalDispatcher`. */
const kGlobalDispatcher: unique symbol = Symbol.for("undici.globalDispatcher.2");
type FetchInit = RequestInit & ExtensionOptions;
type Globals = { [kGlobalDispatcher]?: Dispatcher };

/**
 * Fetches a resource. Rejects with a TypeError "fetch failed" whose `cause` is the failure, and with the reason of the signal
 * that aborts it.
 */
export function fetch(input: unknown, init: FetchInit | null | undefined = undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (typeof input === "string" && init === undefined && fetchPlain(input, resolve, reject)) return;
    if (arguments.length === 0 && home() !== "node") throw homeErrors.missingInput();
    const request = partsOf(input, init);
    const { signal } = request;
    if (signal !== null && signal.aborted) {
      request.body?.stream?.controller.cancelSteps(signal.reason);
      reject(signal.reason);
      return;
    }
    const order = http.defaultOrder(null as unknown as Target);
    order.signal = signal;
    if (init !== undefined && init !== null && home() !== "node") extensions.readExtensionOptions(init, order);
    const target = permittedTarget(request.url, order);
    if (target === null) {
      schemes
        .fetchScheme(request, init as { s3?: unknown })
        .then((response) => checked(response, request.settings.integrity))
        .then(resolve, reject);
      return;
    }
    if (target.isBad && home() !== "bun") {
      reject(
        home() === "deno"
          ? services().denoFetchErrors.refused(request.url, "bad port")
          : new TypeError("fetch failed", { cause: new Error("bad port") }),
      );
      return;
    }
    order.target = target;
    order.method = request.method;
    order.headers = request.headers.pairs.length === 0 ? null : request.headers;
    if (target.hasCredentials) order.headers = extensions.withCredentials(order.headers, request.url);
    order.body = request.body;
    // A request that outlives its program cannot depend on a stream of it.
    if (home() === "node" && request.settings.keepalive && order.body !== null && order.body.source === null)
      throw new TypeError("keepalive");
    const { cache, integrity, mode, redirect, referrer } = request.settings;
    if (cache !== "default" || mode !== "cors") order.settings = request.settings;
    order.redirect = redirect;
    if (referrer !== "about:client" && referrer !== "" && home() === "node") order.referring = request.settings;
    const settle =
      integrity === "" ? resolve : (response: Response) => void checked(response, integrity).then(resolve, reject);
    const dispatcher =
      home() === "node" ? (request.settings.dispatcher ?? (globalThis as Globals)[kGlobalDispatcher]) : undefined;
    const isPlain = dispatcher === undefined || dispatching.isPlainAgent(dispatcher);
    if (isPlain && services().isConnectReplaced())
      new dispatching.DispatcherFetch(order, services().socketDispatcher, settle, reject).start();
    else if (isPlain) new http.HttpFetch(order, settle, reject).start();
    else new dispatching.DispatcherFetch(order, dispatcher, settle, reject).start();
  });
}

type Resolve = (response: Response) => void;

/** Fetches a URL without options, if it needs no Request. Returns whether it does so. */
function fetchPlain(input: string, resolve: Resolve, reject: (reason: unknown) => void): boolean {
  if (input.startsWith("data:")) {
    resolve(schemes.fetchDataUrl(schemes.isSerializedData(input) ? input : new urls.URL(input).href));
    return true;
  }
  if (
    (activity.channelCount !== 0 && home() === "node") ||
    (globalThis as Globals)[kGlobalDispatcher] !== undefined ||
    services().isConnectReplaced()
  )
    return false;
  const target = plainTarget(input);
  if (target === null) return false;
  startSimpleFetch(target, resolve, reject);
  return true;
}

/** The target of a request. A refusal of Node's permissions is an error of the network, all else an error of its own. */
function permittedTarget(url: string, order: Order): Target | null {
  try {
    return order.route === null ? targetOf(url) : targetOfUrl(new urls.URL(url), order.route);
  } catch (error) {
    const isRefusal = (error as { code?: string }).code === "ERR_ACCESS_DENIED";
    throw isRefusal ? new TypeError("fetch failed", { cause: error }) : error;
  }
}

async function checked(response: Response, integrity: string): Promise<Response> {
  return integrity === "" ? response : integrities.verified(response, integrity);
}

function partsOf(input: unknown, init: unknown): RequestParts {
  try {
    return requests.requestParts(new requests.Request(input, init));
  } catch (error) {
    throw home() === "bun" ? homeErrors.fetchArgumentError(error, input) : error;
  }
}

/** The target of a URL that needs no further checks; null for one that Request has to check. */
function plainTarget(input: string): Target | null {
  let target: Target | null;
  try {
    target = targetOf(input);
  } catch {
    return null;
  }
  return target === null || target.hasCredentials || target.isBad ? null : target;
}
extendForHome("fetch", fetch);
