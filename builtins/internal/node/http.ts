// node:http. The parts are in `internal:node/http/*`; those of the client are evaluated on first use.
// https://nodejs.org/api/http.html
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { validateInteger } from "internal:core/validators";
import { validateHeaderName, validateHeaderValue } from "internal:node/http/fields";
import { maxHeaderSizeOfProcess } from "internal:web/fetch/header_size";
import { IncomingMessage } from "internal:node/http/incoming";
import { OutgoingMessage } from "internal:node/http/outgoing";
import { ServerResponse } from "internal:node/http/response";
import { Server, connectionListener, createServer } from "internal:node/http/server";
import { METHODS } from "internal:web/http/method_names";
import { STATUS_CODES } from "internal:web/http/status_codes";
import type { Agent } from "internal:node/http/agent";
import type { RequestInput, RequestOptions, ResponseListener } from "internal:node/http/client_request";
import type { ProxyEnvironment } from "internal:node/http/proxy_config";
import defer * as agents from "internal:node/http/agent";
import defer * as client from "internal:node/http/client_request";
import defer * as proxies from "internal:node/http/global_proxy";
import defer * as parsers from "internal:node/http/stream_parser";
import defer * as messageEvents from "web:message_event";

/** Starts a request. Arguments: (url, options, callback); one of the first two may be omitted. */
function request(url: RequestInput, options?: RequestOptions | ResponseListener, callback?: ResponseListener) {
  return client.request(url, options, callback);
}

/** A request without a body that is ended at once. */
function get(url: RequestInput, options?: RequestOptions | ResponseListener, callback?: ResponseListener) {
  return client.get(url, options, callback);
}

/** Sends the requests of the global agents through the proxies that `config` or the environment names. Returns a function that undoes it. */
function setGlobalProxyFromEnv(config?: ProxyEnvironment): () => void {
  return proxies.setGlobalProxy(config);
}

/** Sets how many parsers of closed connections are kept for reuse. */
function setMaxIdleHTTPParsers(max: number): void {
  validateInteger(max, "max", 1);
  parsers.setIdleMax(max);
}

function globalOf(name: string): unknown {
  const value = (globalThis as Record<string, unknown>)[name];
  if (value === undefined) throw new ERR_METHOD_NOT_IMPLEMENTED(`http.${name}`);
  return value;
}

const http: any = {
  _connectionListener: connectionListener,
  METHODS,
  STATUS_CODES,
  Agent: undefined,
  ClientRequest: undefined,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
  get,
  request,
  setMaxIdleHTTPParsers,
  setGlobalProxyFromEnv,
};
defineLazy("Agent", () => agents.Agent);
defineLazy("ClientRequest", () => client.ClientRequest);
Object.defineProperties(http, {
  maxHeaderSize: { get: () => maxHeaderSizeOfProcess(), enumerable: true, configurable: true },
  globalAgent: {
    get: () => agents.globalAgent(),
    set: (value: Agent) => agents.setGlobalAgent(value),
    enumerable: true,
    configurable: true,
  },
  WebSocket: { get: () => globalOf("WebSocket"), enumerable: true, configurable: true },
  CloseEvent: { get: () => globalOf("CloseEvent"), enumerable: true, configurable: true },
  MessageEvent: { get: () => messageEvents.MessageEvent, enumerable: true, configurable: true },
});

// Becomes a plain property on first use, as programs that patch the module expect.
function defineLazy(name: string, make: () => unknown): void {
  const define = (value: unknown): void => {
    Object.defineProperty(http, name, { value, writable: true, enumerable: true, configurable: true });
  };
  Object.defineProperty(http, name, {
    get: () => {
      const value = make();
      define(value);
      return value;
    },
    set: define,
    enumerable: true,
    configurable: true,
  });
}

export {
  IncomingMessage,
  METHODS,
  OutgoingMessage,
  STATUS_CODES,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
};
export default http;
