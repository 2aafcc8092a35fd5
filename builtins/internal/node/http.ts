// node:http. Each part is in `internal:node/http/*`; the client's is evaluated when it is first used.
// https://nodejs.org/api/http.html
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { validateInteger } from "internal:core/validators";
import { validateHeaderName, validateHeaderValue } from "internal:node/http/fields";
import { maxHeaderSizeOfProcess } from "internal:web/fetch/header_size";
import { IncomingMessage } from "internal:node/http/incoming";
import { OutgoingMessage } from "internal:node/http/outgoing";
import { ServerResponse } from "internal:node/http/response";
import { Server, connectionListener, createServer } from "internal:node/http/server";
import { METHODS, STATUS_CODES } from "internal:web/http/method_names";
import defer * as agents from "internal:node/http/agent";
import defer * as client from "internal:node/http/client_request";
import defer * as proxies from "internal:node/http/global_proxy";
import defer * as parsers from "internal:node/http/stream_parser";
import defer * as messageEvents from "web:message_event";

/** Starts a request. Arguments: (url, options, callback), each but one of the first two left out. */
function request(url: any, options?: any, callback?: any): any {
  return client.request(url, options, callback);
}

/** A request without a body that is ended at once. */
function get(url: any, options?: any, callback?: any): any {
  return client.get(url, options, callback);
}

/** Sends the requests of the global agents through the proxies that `config` or the environment names. Returns how to undo it. */
function setGlobalProxyFromEnv(config?: any): () => void {
  return proxies.setGlobalProxy(config);
}

/** How many parsers of closed connections are kept for new ones. */
function setMaxIdleHTTPParsers(max: number): void {
  validateInteger(max, "max", 1);
  parsers.setIdleMax(max);
}

function globalOf(name: string): any {
  const value = (globalThis as any)[name];
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
    set: (value: unknown) => agents.setGlobalAgent(value),
    enumerable: true,
    configurable: true,
  },
  WebSocket: { get: () => globalOf("WebSocket"), enumerable: true, configurable: true },
  CloseEvent: { get: () => globalOf("CloseEvent"), enumerable: true, configurable: true },
  MessageEvent: { get: () => messageEvents.MessageEvent, enumerable: true, configurable: true },
});

// A plain property from the first use on, as programs that patch the module expect.
function defineLazy(name: string, make: () => any): void {
  const define = (value: any): void => {
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
