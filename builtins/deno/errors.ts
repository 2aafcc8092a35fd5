// `Deno.errors`: classes by the system's error codes.

function define(name: string): any {
  return { [name]: class extends Error {
    constructor(message?: string, options?: ErrorOptions) {
      super(message, options);
      this.name = name;
    }
  } }[name];
}

const NAMES = [
  "NotFound", "PermissionDenied", "ConnectionRefused", "ConnectionReset", "ConnectionAborted", "NotConnected", "AddrInUse", "AddrNotAvailable",
  "BrokenPipe", "AlreadyExists", "InvalidData", "TimedOut", "Interrupted", "WriteZero", "WouldBlock", "UnexpectedEof", "BadResource", "Http", "Busy",
  "NotSupported", "FilesystemLoop", "IsADirectory", "NetworkUnreachable", "NotADirectory", "NotCapable",
];

/** The classes. */
export const errors: Record<string, any> = {};
for (const name of NAMES) errors[name] = define(name);

const BY_CODE: Record<string, string> = {
  ENOENT: "NotFound", EACCES: "PermissionDenied", EPERM: "PermissionDenied", ECONNREFUSED: "ConnectionRefused", ECONNRESET: "ConnectionReset",
  ECONNABORTED: "ConnectionAborted", ENOTCONN: "NotConnected", EADDRINUSE: "AddrInUse", EADDRNOTAVAIL: "AddrNotAvailable", EPIPE: "BrokenPipe",
  EEXIST: "AlreadyExists", ETIMEDOUT: "TimedOut", EINTR: "Interrupted", EAGAIN: "WouldBlock", EBADF: "BadResource", EBUSY: "Busy", ELOOP: "FilesystemLoop",
  EISDIR: "IsADirectory", ENETUNREACH: "NetworkUnreachable", ENOTDIR: "NotADirectory",
};

const TEXTS: Record<string, [text: string, number: number]> = {
  ENOENT: ["No such file or directory", 2], EACCES: ["Permission denied", 13], EPERM: ["Operation not permitted", 1], EEXIST: ["File exists", 17],
  EISDIR: ["Is a directory", 21], ENOTDIR: ["Not a directory", 20], EADDRINUSE: ["Address already in use", 98], ENOTEMPTY: ["Directory not empty", 39],
};

/** Turns a Node-shaped system error into Deno's; another value stays. `operation` as Deno names it (`readfile`, `open`). */
export function translate(error: any, operation = ""): any {
  const code = error?.code;
  if (typeof code !== "string" || BY_CODE[code] === undefined) return error;
  const known = TEXTS[code];
  let message = known === undefined ? String(error.message) : `${known[0]} (os error ${known[1]})`;
  if (operation !== "" && error.path !== undefined) message += `: ${operation} '${error.path}'`;
  const translated = new errors[BY_CODE[code]!](message);
  translated.code = code;
  return translated;
}

/** The error of a port in use. */
export function addressInUse(): Error {
  return translate({ code: "EADDRINUSE" });
}
