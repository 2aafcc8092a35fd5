// `Deno.errors`: error classes by the system's error codes.

function define(name: string): unknown {
  return {
    [name]: class extends Error {
      constructor(message?: string, options?: ErrorOptions) {
        super(message, options);
        this.name = name;
      }
    },
  }[name];
}

const NAMES = [
  "NotFound",
  "PermissionDenied",
  "ConnectionRefused",
  "ConnectionReset",
  "ConnectionAborted",
  "NotConnected",
  "AddrInUse",
  "AddrNotAvailable",
  "BrokenPipe",
  "AlreadyExists",
  "InvalidData",
  "TimedOut",
  "Interrupted",
  "WriteZero",
  "WouldBlock",
  "UnexpectedEof",
  "BadResource",
  "Http",
  "Busy",
  "NotSupported",
  "FilesystemLoop",
  "IsADirectory",
  "NetworkUnreachable",
  "NotADirectory",
  "NotCapable",
];

/** The classes. */
export const errors: Record<string, any> = {};
for (const name of NAMES) errors[name] = define(name);

const BY_CODE: Record<string, string> = {
  ENOENT: "NotFound",
  EACCES: "PermissionDenied",
  EPERM: "PermissionDenied",
  ECONNREFUSED: "ConnectionRefused",
  ECONNRESET: "ConnectionReset",
  ECONNABORTED: "ConnectionAborted",
  ENOTCONN: "NotConnected",
  EADDRINUSE: "AddrInUse",
  EADDRNOTAVAIL: "AddrNotAvailable",
  EPIPE: "BrokenPipe",
  EEXIST: "AlreadyExists",
  ETIMEDOUT: "TimedOut",
  EINTR: "Interrupted",
  EAGAIN: "WouldBlock",
  EBADF: "BadResource",
  EBUSY: "Busy",
  ELOOP: "FilesystemLoop",
  EISDIR: "IsADirectory",
  ENETUNREACH: "NetworkUnreachable",
  ENOTDIR: "NotADirectory",
};

const TEXTS: Record<string, [text: string, number: number]> = {
  ENOENT: ["No such file or directory", 2],
  EACCES: ["Permission denied", 13],
  EPERM: ["Operation not permitted", 1],
  EEXIST: ["File exists", 17],
  EISDIR: ["Is a directory", 21],
  ENOTDIR: ["Not a directory", 20],
  EADDRINUSE: ["Address already in use", 98],
  ENOTEMPTY: ["Directory not empty", 39],
  EINVAL: ["Invalid argument", 22],
  ELOOP: ["Too many levels of symbolic links", 40],
  EXDEV: ["Invalid cross-device link", 18],
  EROFS: ["Read-only file system", 30],
  ENAMETOOLONG: ["File name too long", 36],
  EBUSY: ["Device or resource busy", 16],
  ETXTBSY: ["Text file busy", 26],
  EMFILE: ["Too many open files", 24],
  ENOSPC: ["No space left on device", 28],
  ESPIPE: ["Illegal seek", 29],
  EPIPE: ["Broken pipe", 32],
};

/**
 * Converts a system error in Node's form to Deno's; returns other values unchanged. `operation` is Deno's name of it (`readfile`, `open`),
 * `path` is for errors that do not have one.
 */
export function translate(error: any, operation = "", path?: string): unknown {
  const code = error?.code;
  if (typeof code !== "string") return error;
  if (code === "ERR_INVALID_URL_SCHEME") return new TypeError("Must be a file URL");
  if (code === "ERR_INVALID_ARG_VALUE" && path?.includes("\0")) {
    return Object.assign(new TypeError(`file name contained an unexpected NUL byte: ${operation} '${path}'`), {
      code: "EINVAL",
    });
  }
  if (code === "EBADF") return new errors["BadResource"]("Bad resource ID");
  const known = TEXTS[code];
  if (known === undefined && BY_CODE[code] === undefined) return error;
  let message = known === undefined ? String(error.message) : `${known[0]} (os error ${known[1]})`;
  const shown = error.path ?? path;
  if (operation !== "" && shown !== undefined) message += `: ${operation} '${shown}'`;
  if (operation !== "" && error.dest !== undefined) message += ` -> '${error.dest}'`;
  const Class = code === "EINVAL" ? TypeError : (errors[BY_CODE[code] ?? ""] ?? Error);
  const translated = new Class(message);
  translated.code = code;
  return translated;
}
