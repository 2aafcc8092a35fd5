// node:https. The server is in `internal:node/https/server`, the agent in `internal:node/https/agent`; requests are those of node:http.
// https://nodejs.org/api/https.html
import { URL } from "web:url";
import { isURL, urlToHttpOptions } from "internal:web/file_urls";
import defer * as agents from "internal:node/https/agent";
import defer * as client from "internal:node/http/client_request";
import defer * as servers from "internal:node/https/server";

/** Starts a request over TLS. Arguments: (url, options, callback), each but one of the first two left out. */
function request(...args: any[]): any {
  let options: any = {};
  if (typeof args[0] === "string") options = urlToHttpOptions(new URL(args.shift()));
  else if (isURL(args[0])) options = urlToHttpOptions(args.shift());
  if (args[0] && typeof args[0] !== "function") Object.assign(options, args.shift());
  options._defaultAgent = https.globalAgent;
  return new (client.ClientRequest as any)(options, ...args);
}

/** A request without a body that is ended at once. */
function get(input?: any, options?: any, callback?: any): any {
  const made = request(input, options, callback);
  made.end();
  return made;
}

function createServer(options?: any, requestListener?: any): any {
  return servers.createServer(options, requestListener);
}

const https: any = { Agent: undefined, globalAgent: undefined, Server: undefined, createServer, get, request };
defineLazy("Agent", () => agents.Agent);
defineLazy("Server", () => servers.Server);
Object.defineProperty(https, "globalAgent", {
  get: () => agents.globalAgent(),
  set: (value: unknown) => agents.setGlobalAgent(value),
  enumerable: true,
  configurable: true,
});

// A plain property from the first use on, as programs that patch the module expect.
function defineLazy(name: string, make: () => any): void {
  const define = (value: any): void => {
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
