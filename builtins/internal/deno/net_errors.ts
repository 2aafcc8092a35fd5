// Failures of sockets as Deno's errors: the system's message with its number.
import { systemErrorName } from "internal:core/errno";
import { errors, translate } from "internal:deno/errors";

/** The system's own messages, which differ from libuv's in Node's errors. */
const TEXTS: Record<string, string> = {
  ECONNREFUSED: "Connection refused",
  ECONNRESET: "Connection reset by peer",
  ECONNABORTED: "Software caused connection abort",
  EPIPE: "Broken pipe",
  ENOTCONN: "Transport endpoint is not connected",
  EADDRNOTAVAIL: "Cannot assign requested address",
  ETIMEDOUT: "Connection timed out",
  ENETUNREACH: "Network is unreachable",
  EHOSTUNREACH: "No route to host",
  EMSGSIZE: "Message too long",
  EINVAL: "Invalid argument",
};

/** The error of a failed system call; `errno` is negative. */
export function systemFailure(errno: number): any {
  const code = systemErrorName(errno);
  const text = TEXTS[code];
  if (text === undefined) return translate(Object.assign(new Error(code), { code }));
  const message = `${text} (os error ${-errno})`;
  const translated = translate(Object.assign(new Error(message), { code }));
  return translated instanceof Error && translated.message === message
    ? translated
    : Object.assign(new errors.NotConnected(message), { code });
}
