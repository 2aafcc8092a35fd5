// The errors of requests that have no response, in the form that Node's fetch gives them as `cause`.
import { dnsException, errnoException, exceptionWithHostPort } from "internal:core/errors";
import { type Target } from "internal:web/fetch/target_cache";
import { home } from "internal:core/program";
import { URL } from "web:url";
import { services } from "internal:core/bootstrap";
import defer * as undici from "internal:web/fetch/undici_errors";
import defer * as verify from "internal:web/fetch/verify_error";

const CUT_HANDSHAKE = "Client network socket disconnected before secure TLS connection was established";

/** The error of a fetch from `target` that failed of `cause`, which tells the server as that of `node:tls` does. */
export function fetchError(message: string, cause: any, target: Target): Error {
  if (home() === "deno")
    return message === "terminated" ? services().denoFetchErrors.denoBodyError(cause) : services().denoFetchErrors.denoError(cause, target.href);
  if (cause?.message === CUT_HANDSHAKE && home() === "node") {
    const { hostname, port } = new URL(target.originText);
    Object.assign(cause, {
      path: undefined,
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port || "443",
      localAddress: null,
    });
  }
  return new TypeError(message, { cause });
}

/** The error that the native client describes as JSON (see `setHandlers` of native:fetch). */
export function errorOfText(text: string): Error {
  return errorOf(JSON.parse(text));
}

function errorOf(failure: any): Error {
  switch (failure.kind) {
    case "system":
      return systemError(failure);
    case "lookup":
      return lookupError(failure.code, failure.host);
    case "all":
      return allFailed(failure.errors.map(errorOf));
    default:
      return codedError(
        failure.code,
        home() === "node" ? verify.withWayOut(failure.code, failure.message) : failure.message,
      );
  }
}

function systemError({ errno, syscall, address, port }: any): Error {
  if (syscall !== "connect") return errnoException(-errno, syscall);
  return exceptionWithHostPort(-errno, syscall, address, port > 0 ? port : undefined);
}

const LOOKUP_ERRNOS: Record<string, number> = { ENOTFOUND: -3008, EAI_AGAIN: -3001 };

function lookupError(code: string, host: string): Error {
  const error: any = dnsException(code, "getaddrinfo", host);
  error.errno = LOOKUP_ERRNOS[code];
  return error;
}

function allFailed(errors: Error[]): Error {
  const error: any = new AggregateError(errors);
  error.code = (errors[0] as any)?.code;
  return error;
}

/** An error with a code of undici's, or of the HTTP parser. */
export function codedError(code: string, message: string): Error {
  if (code.startsWith("UND_ERR_")) return undici.undiciError(code, message);
  if (code === "HPE_HEADER_OVERFLOW" && home() === "node")
    return undici.undiciError("UND_ERR_HEADERS_OVERFLOW", "Headers Overflow Error");
  if (code.startsWith("HPE_") && home() === "node") return undici.parserError(code, message);
  const error: any = new Error(message);
  if (code.startsWith("HPE_"))
    Object.defineProperty(error, "name", {
      value: "HTTPParserError",
      writable: true,
      configurable: true,
      enumerable: false,
    });
  if (code.startsWith("ERR_SSL_") && home() === "node") {
    // "error:0A00010B:SSL routines:function:wrong version number:…", with the thread's number before it.
    const [, library, , reason] = message.slice(message.indexOf("error:") + 6).split(":");
    Object.assign(error, { library, reason });
  }
  error.code = code;
  return error;
}
