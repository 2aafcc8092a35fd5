// The errors of requests without a response, in the form of the `cause` of Node's fetch.
import { dnsException, errnoException, exceptionWithHostPort } from "internal:core/errors";
import { type Target } from "internal:web/fetch/target_cache";
import { home } from "internal:core/program";
import { URL } from "web:url";
import { services } from "internal:core/bootstrap";
import defer * as undici from "internal:web/fetch/undici_errors";
import defer * as verify from "internal:web/fetch/verify_error";

/** The fields of a failure that its error depends on. */
export interface Failure {
  code?: string;
  errno?: number;
  syscall?: string;
  message?: string;
  hostname?: string;
}

/** A failure as the native client describes it (see `setHandlers` of native:fetch). */
type NativeFailure =
  | { kind: "system"; errno: number; syscall: string; address: string; port: number }
  | { kind: "lookup"; code: string; host: string }
  | { kind: "protocol"; code: string; message: string }
  | { kind: "all"; errors: NativeFailure[] };

const CUT_HANDSHAKE = "Client network socket disconnected before secure TLS connection was established";

/** The error of a fetch from `target` that failed with `cause`, which names the server as an error of `node:tls` does. */
export function fetchError(message: string, cause: unknown, target: Target): Error {
  if (home() === "deno" && (cause as Error | undefined)?.name === "NotCapable") return cause as Error;
  if (home() === "deno")
    return message === "terminated"
      ? services().denoFetchErrors.denoBodyError(cause)
      : services().denoFetchErrors.denoError(cause, target.href);
  if ((cause as Failure | null | undefined)?.message === CUT_HANDSHAKE && home() === "node") {
    const { hostname, port } = new URL(target.originText);
    Object.assign(cause as object, {
      path: undefined,
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port || "443",
      localAddress: null,
    });
  }
  return new TypeError(message, { cause });
}

/** The error of the native client's JSON. */
export function errorOfJson(json: string): Error {
  return errorOf(JSON.parse(json));
}

function errorOf(failure: NativeFailure): Error {
  switch (failure.kind) {
    case "system":
      return systemError(failure);
    case "lookup":
      return lookupError(failure.code, failure.host);
    case "all":
      return allFailed(failure.errors.map(errorOf));
    default:
      if (failure.code === "NOT_CAPABLE") return services().notCapable(failure.message);
      return codedError(
        failure.code,
        home() === "node" ? verify.withSystemCaHint(failure.code, failure.message) : failure.message,
      );
  }
}

function systemError({ errno, syscall, address, port }: Extract<NativeFailure, { kind: "system" }>): Error {
  if (syscall !== "connect") return errnoException(-errno, syscall);
  return exceptionWithHostPort(-errno, syscall, address, port > 0 ? port : undefined);
}

const LOOKUP_ERRNOS: Record<string, number> = { ENOTFOUND: -3008, EAI_AGAIN: -3001 };

function lookupError(code: string, host: string): Error {
  const error = dnsException(code, "getaddrinfo", host);
  error.errno = LOOKUP_ERRNOS[code];
  return error;
}

function allFailed(errors: Error[]): Error {
  const error: Error & Failure = new AggregateError(errors);
  error.code = (errors[0] as Failure | undefined)?.code!;
  return error;
}

/** An error with a code of undici or of the HTTP parser. */
export function codedError(code: string, message: string): Error {
  if (code.startsWith("UND_ERR_")) return undici.undiciError(code, message);
  if (code === "HPE_HEADER_OVERFLOW" && home() === "node")
    return undici.undiciError("UND_ERR_HEADERS_OVERFLOW", "Headers Overflow Error");
  if (code.startsWith("HPE_") && home() === "node") return undici.parserError(code, message);
  const error: Error & Failure = new Error(message);
  if (code.startsWith("HPE_"))
    Object.defineProperty(error, "name", {
      value: "HTTPParserError",
      writable: true,
      configurable: true,
      enumerable: false,
    });
  if (code.startsWith("ERR_SSL_") && home() === "node") {
    // "error:0A00010B:SSL routines:function:wrong version number:…", after the number of the thread.
    const [, library, , reason] = message.slice(message.indexOf("error:") + 6).split(":");
    Object.assign(error, { library, reason });
  }
  error.code = code;
  return error;
}
