// Each runtime's errors of `new WebSocket`: Node and Deno throw a DOMException "SyntaxError", Bun a SyntaxError.
import { home } from "internal:core/program";
import { DOMException } from "web:dom_exception";

function refusal(node: string, bun: string, deno: string): Error {
  switch (home()) {
    case "bun":
      return new SyntaxError(bun);
    case "deno":
      return new DOMException(deno, "SyntaxError");
    default:
      return new DOMException(node, "SyntaxError");
  }
}

/** The error for an invalid URL. */
export function invalidUrl(text: string): Error {
  return refusal("TypeError: Invalid URL", `Invalid url for WebSocket ${text}`, `Invalid URL: '${text}'`);
}

/** The error for a URL of another scheme. */
export function wrongScheme(url: { href: string; protocol: string }): Error {
  return refusal(
    "expected a ws: or wss: url",
    `Wrong url scheme for WebSocket ${url.href}`,
    `Only ws & wss schemes are allowed in a WebSocket URL: received ${url.protocol}`,
  );
}

/** The error for a URL with a fragment. */
export function hasFragment(url: { href: string }): Error {
  return refusal("hash", `URL has fragment component ${url.href}`, "Fragments are not allowed in a WebSocket URL");
}

/** The error for protocols with an invalid token or a duplicate. */
export function wrongProtocols(protocols: readonly string[], isToken: (text: string) => boolean): Error {
  const node = "Invalid Sec-WebSocket-Protocol value";
  const wrong = protocols.find((protocol) => !isToken(protocol));
  if (wrong !== undefined) return refusal(node, `Wrong protocol for WebSocket '${wrong}'`, "Invalid protocol value");
  const lower = protocols.map((protocol) => protocol.toLowerCase());
  const twice = protocols.find((_, index) => lower.indexOf(lower[index]!) < index);
  return refusal(
    node,
    `WebSocket protocols contain duplicates: '${twice}'`,
    "Cannot supply the same protocol multiple times",
  );
}
