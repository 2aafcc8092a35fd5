// Redirects (https://fetch.spec.whatwg.org/#http-redirect-fetch).
import { BodyRecord } from "web:body";
import { type HeaderList } from "internal:web/fetch/header_list";
import { type Order } from "internal:web/fetch/http_fetch";
import { isBadPort } from "internal:web/fetch/bad_ports";
import { targetOfUrl } from "internal:web/fetch/target_cache";
import { URL } from "web:url";

const REDIRECTS_MAX = 20;
const BODY_FIELDS = ["content-encoding", "content-language", "content-location", "content-type", "content-length"];
/** Fields that are not sent to another origin. */
const SENSITIVE_FIELDS = ["proxy-authorization", "authorization", "cookie", "host"];

/** "Redirect status". */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** The request that follows a redirect. `location` is null only when redirects are errors. Throws the `cause` of the TypeError. */
export function follow(order: Order, status: number, location: string | null, redirectCount: number): Order {
  if (order.redirect === "error") throw new Error("unexpected redirect");
  const url = parseLocation(location!, order.target.href);
  const target = targetOfUrl(url, order.route);
  if (target === null) throw new Error("URL scheme must be a HTTP(S) scheme");
  if (redirectCount > REDIRECTS_MAX) throw new Error("redirect count exceeded");
  const isSameOrigin = target.originText === order.target.originText;
  if (!isSameOrigin && (url.username !== "" || url.password !== ""))
    throw new Error('cross origin not allowed for request mode "cors"');
  if (isBadPort(url.port)) throw new Error("bad port");
  const { body } = order;
  if (status !== 303 && body !== null && body.source === null)
    throw new Error("Request body cannot be sent again after a redirect");
  const next: Order = { ...order, target };
  const { method } = order;
  if (
    ((status === 301 || status === 302) && method === "POST") ||
    (status === 303 && method !== "GET" && method !== "HEAD")
  ) {
    next.method = "GET";
    next.body = null;
    next.headers = without(next.headers, BODY_FIELDS);
  } else if (body !== null) {
    next.body = new BodyRecord(body.source, null);
  }
  if (!isSameOrigin) next.headers = without(next.headers, SENSITIVE_FIELDS);
  return next;
}

// "Location URL": bytes above 0x7f are UTF-8, and a fragment is inherited.
function parseLocation(location: string, base: string): URL {
  let text = location;
  if (/[\x80-\xff]/.test(location)) text = decodeBytes(location);
  const url = new URL(text, base);
  if (url.hash === "") {
    const hash = base.indexOf("#");
    if (hash >= 0 && !text.includes("#")) url.hash = base.slice(hash);
  }
  return url;
}

function decodeBytes(text: string): string {
  try {
    return decodeURIComponent(
      text.replace(/[\x80-\xff%]/g, (character) => `%${character.charCodeAt(0).toString(16)}`).replace(/%25/g, "%25"),
    );
  } catch {
    return text;
  }
}

function without(headers: HeaderList | null, names: readonly string[]): HeaderList | null {
  if (headers === null) return null;
  const copy = headers.clone();
  for (const name of names) copy.delete(name);
  return copy;
}
