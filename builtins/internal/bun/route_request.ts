// The requests of routes of `Bun.serve`: with the path's parameters and the cookies, whose changes go to the response.
import { type CookieMap } from "internal:bun/cookies";
import defer * as cookies from "internal:bun/cookies";
import { type ServerRequest } from "internal:http_server/server_request";
import { Request, kCreate, providerOf } from "web:request";

const maps = new WeakMap<ServerRequest, CookieMap>();

class BunRequest extends Request {
  #params: Record<string, string>;

  constructor(provider: ServerRequest, params: Record<string, string>) {
    super(kCreate, provider);
    this.#params = params;
  }

  get params(): Record<string, string> {
    return this.#params;
  }

  /** Parsed on first use. */
  get cookies(): CookieMap {
    const provider = providerOf(this) as ServerRequest;
    let map = maps.get(provider);
    if (map === undefined) {
      const made = (map = new cookies.CookieMap(provider.header("cookie") ?? ""));
      maps.set(provider, made);
      provider.cookieLines = () => made.toSetCookieHeaders();
    }
    return map;
  }
}
Object.defineProperties(BunRequest.prototype, {
  constructor: { value: Request, writable: true, configurable: true, enumerable: false },
  [Symbol.toStringTag]: { value: "BunRequest", configurable: true },
});

/** The request of a route. */
export function makeRouteRequest(provider: ServerRequest, params: Record<string, string>): Request {
  return new BunRequest(provider, params);
}
