// The errors of Node's fetch by their codes: classes, names and fields are those of undici, whose classes also identify their
// instances by symbols.

class UndiciError extends Error {
  declare code: string;
}
mark(UndiciError, "UND_ERR");

type ErrorClass = new (message?: string) => UndiciError;

function createClass(name: string, code: string): ErrorClass {
  const Class = { [name]: class extends UndiciError {} }[name]!;
  mark(Class, code);
  return Class;
}

function mark(Class: Function, code: string): void {
  Object.defineProperty(Class.prototype, Symbol.for(`undici.error.${code}`), { get: () => true, configurable: true });
}

const NAMES: Record<string, string> = {
  UND_ERR_SOCKET: "SocketError",
  UND_ERR_CONNECT_TIMEOUT: "ConnectTimeoutError",
  UND_ERR_HEADERS_TIMEOUT: "HeadersTimeoutError",
  UND_ERR_BODY_TIMEOUT: "BodyTimeoutError",
  UND_ERR_INVALID_ARG: "InvalidArgumentError",
  UND_ERR_HEADERS_OVERFLOW: "HeadersOverflowError",
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: "RequestContentLengthMismatchError",
  UND_ERR_NOT_SUPPORTED: "NotSupportedError",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "ResponseContentLengthMismatchError",
  UND_ERR_INFO: "InformationalError",
  UND_ERR_ABORTED: "RequestAbortedError",
};

const classes = new Map<string, ErrorClass>();

/** An error with a code of undici. The `socket` of a SocketError is null: the connection is closed when its failure is reported. */
export function undiciError(code: string, message: string): Error {
  let Class = classes.get(code);
  if (Class === undefined)
    classes.set(
      code,
      (Class = NAMES[code] === undefined ? (UndiciError as ErrorClass) : createClass(NAMES[code]!, code)),
    );
  // The message is enumerable except in two classes.
  const hides = code === "UND_ERR_SOCKET" || code === "UND_ERR_ABORTED";
  const error: UndiciError & { socket?: null } = hides ? new Class(message) : new Class();
  error.name = NAMES[code] ?? "UndiciError";
  error.code = code;
  if (!hides) error.message = message;
  if (code === "UND_ERR_SOCKET") error.socket = null;
  return error;
}

class HTTPParserError extends Error {
  override name = "HTTPParserError";
  code: string | undefined = undefined;
  data: string | undefined = undefined;
}
mark(HTTPParserError, "UND_ERR_HTTP_PARSER");

/** The error for an invalid response. It has no code in Node; contradictory lengths have their own class. */
export function parserError(code: string, message: string): Error {
  if (
    code === "HPE_UNEXPECTED_CONTENT_LENGTH" ||
    (code === "HPE_INVALID_TRANSFER_ENCODING" && message.includes("Content-Length"))
  ) {
    return undiciError(
      "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
      "Response body length does not match content-length header",
    );
  }
  return new HTTPParserError(message);
}
