// Each runtime's errors of `new WebSocket`, where Node and Deno throw a DOMException "SyntaxError" and Bun a SyntaxError, and of `close`.
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

/** The error of `close` for a code that programs may not send. */
export function wrongCode(code: number): DOMException {
  const messages = {
    node: "invalid code",
    bun: `The close code must be a valid WebSocket close code (1000-1014, excluding the reserved codes 1004-1006, or in the range of 3000 to 4999). Received ${code}.`,
    deno: `The close code must be either 1000 or in the range of 3000 to 4999: received ${code}`,
  };
  return new DOMException(messages[home()], "InvalidAccessError");
}

/** The error of `close` for a reason of more than 123 bytes. */
export function longReason(bytes: number): DOMException {
  const messages = {
    node: `Reason must be less than 123 bytes; received ${bytes}`,
    bun: `The close reason must not be greater than 123 UTF-8 bytes. Received ${bytes} bytes.`,
    deno: "The close reason may not be longer than 123 bytes",
  };
  return new DOMException(messages[home()], "SyntaxError");
}
