// node:https. The server is in `internal:node/https/server`, the agent in `internal:node/https/agent`; requests are those of node:http.
// https://nodejs.org/api/https.html
import { URL } from "web:url";
import { isURL, urlToHttpOptions } from "internal:web/file_urls";
import type { Agent } from "internal:node/http/agent";
import type { ClientRequest, RequestInput, RequestOptions, ResponseListener } from "internal:node/http/client_request";
import type { RequestListener, ServerOptions } from "internal:node/http/server";
import defer * as agents from "internal:node/https/agent";
import defer * as client from "internal:node/http/client_request";
import defer * as servers from "internal:node/https/server";

/** Starts a request over TLS. Arguments: (url, options, callback); one of the first two may be omitted. */
function request(...args: any[]): ClientRequest {
  let options: RequestOptions = {};
  if (typeof args[0] === "string") options = urlToHttpOptions(new URL(args.shift()));
  else if (isURL(args[0])) options = urlToHttpOptions(args.shift());
  if (args[0] && typeof args[0] !== "function") Object.assign(options, args.shift());
  options._defaultAgent = https.globalAgent;
  return new client.ClientRequest(options, ...args);
}

/** A request without a body that is ended at once. */
function get(input?: RequestInput, options?: RequestOptions | ResponseListener, callback?: ResponseListener) {
  const made = request(input, options, callback);
  made.end();
  return made;
}

function createServer(options?: ServerOptions | RequestListener | null, requestListener?: RequestListener) {
  return servers.createServer(options, requestListener);
}

const https = {
  Agent: undefined,
  globalAgent: undefined as unknown as Agent,
  Server: undefined,
  createServer,
  get,
  request,
};
defineLazy("Agent", () => agents.Agent);
defineLazy("Server", () => servers.Server);
Object.defineProperty(https, "globalAgent", {
  get: () => agents.globalAgent(),
  set: (value: Agent) => agents.setGlobalAgent(value),
  enumerable: true,
  configurable: true,
});

// Becomes a plain property on first use, as programs that patch the module expect.
function defineLazy(name: string, make: () => unknown): void {
  const define = (value: unknown): void => {
    Object.defineProperty(https, name, { value, writable: true, enumerable: true, configurable: true });
  };
  Object.defineProperty(https, name, {
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

export default https;
