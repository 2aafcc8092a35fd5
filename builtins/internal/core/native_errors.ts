// Makes the error objects of native functions that failed, with Node's properties, from the table of `internal:core/errors`.
import { safe, services } from "internal:core/bootstrap";
import { uvException } from "internal:core/errors";
import * as errors from "internal:core/errors";
import defer * as table from "internal:core/generated/error_table";
import { kIsNodeError } from "internal:core/errors/node_error";

/** The properties that these errors get. */
interface NativeError extends Error {
  code?: string | undefined;
  syscall?: string;
  path?: string;
  opensslErrorStack?: string[];
  library?: string | undefined;
  reason?: string | undefined;
}

/**
 * `errno` is the positive error number of a system error; 0 for another error, whose `code` names a class of
 * `internal:core/errors` and whose `message` is complete.
 */
export function makeError(
  errno: number,
  code: string,
  message: string,
  syscall: string,
  path: string | undefined,
  dest: string | undefined,
): Error {
  if (errno !== 0) return uvException({ errno: -errno, syscall, path, dest }, true);
  if (code === "ERR_OSSL") return openSslError(message);
  if (code === "NOT_CAPABLE") return services().notCapable(message);
  if (code === "ERR_ACCESS_DENIED") return accessDenied(message, syscall, path ?? "");
  const Base = baseOf(code);
  const error: NativeError = new Base(message);
  if (code !== "") {
    error.code = code;
    // The printed head of Node's own errors includes the code; MODULE_NOT_FOUND is a plain error.
    if (code.startsWith("ERR_"))
      safe.defineProperty(error, kIsNodeError, {
        value: true,
        enumerable: false,
        writable: true,
        configurable: true,
      });
  }
  if (syscall !== "") error.syscall = syscall;
  if (path !== undefined) error.path = path;
  return error;
}

/** A refusal of Node's permission model: its name there, and what it is about. */
function accessDenied(message: string, permission: string, resource: string): Error {
  services().reportDenial(permission, resource);
  const error = new Error(message) as NativeError & { permission: string; resource: string };
  error.code = "ERR_ACCESS_DENIED";
  error.permission = permission;
  error.resource = resource;
  return error;
}

// An error of OpenSSL's queue, separated by U+001F: message, code, library, reason, then the queue, newest first.
function openSslError(packed: string): Error {
  const [message, code, library, reason, ...stack] = packed.split("\u001f");
  if (message === "") return new errors.ERR_CRYPTO_OPERATION_FAILED("Operation failed");
  const error: NativeError = new Error(message);
  error.opensslErrorStack = stack;
  if (library !== "") error.library = library;
  if (reason !== "") error.reason = reason;
  if (code !== "") error.code = code;
  return error;
}

function baseOf(code: string): ErrorConstructor {
  // Only rows of Node's own errors have another class.
  if (!code.startsWith("ERR_")) return Error;
  switch (table.rows[code]?.[0]) {
    case "TypeError":
      return TypeError as unknown as ErrorConstructor;
    case "RangeError":
      return RangeError as unknown as ErrorConstructor;
    case "SyntaxError":
      return SyntaxError as unknown as ErrorConstructor;
    default:
      return Error;
  }
}
