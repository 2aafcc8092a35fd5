// `request.cookies` of routes of `Bun.serve`: the cookies that came, and what becomes of them in the response.
import { type CookieMap } from "bun:cookies";
import defer * as cookies from "bun:cookies";
import { type ServerRequest } from "internal:http_server/server_request";
import { providerOf } from "web:request";

const maps = new WeakMap<ServerRequest, CookieMap>();

function cookiesOf(request: any): CookieMap | undefined {
  const provider = providerOf(request) as ServerRequest | null;
  if (provider === null) return undefined;
  let map = maps.get(provider);
  if (map === undefined) {
    const made = map = new cookies.CookieMap(provider.header("cookie") ?? "");
    maps.set(provider, made);
    provider.cookieLines = () => made.toSetCookieHeaders();
  }
  return map;
}

const descriptor = {
  get(this: unknown): CookieMap | undefined {
    return cookiesOf(this);
  },
  configurable: true,
  enumerable: false,
};

/** Gives the request of a route its cookies, which are read when somebody asks. */
export function offerCookies(request: object): void {
  Object.defineProperty(request, "cookies", descriptor);
}
