// node:http. The server side; each part is in `internal:http/*`. The client side is not there yet and says so when it is used.
// https://nodejs.org/api/http.html
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";
import { validateInteger } from "internal:validators";
import { validateHeaderName, validateHeaderValue } from "internal:http/fields";
import { IncomingMessage } from "internal:http/incoming";
import { missing } from "internal:http/missing";
import { OutgoingMessage } from "internal:http/outgoing";
import { ServerResponse } from "internal:http/response";
import { Server, createServer } from "internal:http/server";
import { METHODS, STATUS_CODES } from "internal:http/tables";
import defer * as messageEvents from "web:message_event";

/** Bytes of a request's header section, unless a server says otherwise. */
const MAX_HEADER_SIZE = 16 * 1024;

const Agent = missing("http.Agent");
const ClientRequest = missing("http.ClientRequest");
const request = missing("http.request");
const get = missing("http.get");
const setGlobalProxyFromEnv = missing("http.setGlobalProxyFromEnv");
const _connectionListener = missing("http._connectionListener");

/** Parsers are part of a connection here, so none lie idle; the argument is checked as in Node. */
function setMaxIdleHTTPParsers(max: number): void {
  validateInteger(max, "max", 1);
}

function globalOf(name: string): any {
  const value = (globalThis as any)[name];
  if (value === undefined) throw new ERR_METHOD_NOT_IMPLEMENTED(`http.${name}`);
  return value;
}

const http: any = {
  _connectionListener, METHODS, STATUS_CODES, Agent, ClientRequest, IncomingMessage, OutgoingMessage, Server, ServerResponse,
  createServer, validateHeaderName, validateHeaderValue, get, request, setMaxIdleHTTPParsers, setGlobalProxyFromEnv,
};
Object.defineProperties(http, {
  maxHeaderSize: { get: () => MAX_HEADER_SIZE, enumerable: true, configurable: true },
  globalAgent: {
    get: () => { throw new ERR_METHOD_NOT_IMPLEMENTED("http.globalAgent"); },
    set: (value: unknown) => Object.defineProperty(http, "globalAgent", { value, writable: true, enumerable: true, configurable: true }),
    enumerable: true, configurable: true,
  },
  WebSocket: { get: () => globalOf("WebSocket"), enumerable: true, configurable: true },
  CloseEvent: { get: () => globalOf("CloseEvent"), enumerable: true, configurable: true },
  MessageEvent: { get: () => messageEvents.MessageEvent, enumerable: true, configurable: true },
});

export { IncomingMessage, METHODS, OutgoingMessage, STATUS_CODES, Server, ServerResponse, createServer, validateHeaderName, validateHeaderValue };
export default http;
