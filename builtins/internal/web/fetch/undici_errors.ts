// The errors of Node's fetch by their codes: classes, names and fields are those of undici, whose classes also know each
// other's instances by symbols.

class UndiciError extends Error {
  declare code: string;
}
mark(UndiciError, "UND_ERR");

type Kind = new (message?: string) => UndiciError;

function kind(name: string, code: string): Kind {
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

const kinds = new Map<string, Kind>();

/** An error with a code of undici's. The `socket` of a SocketError is null: the connection is gone when its failure is told. */
export function undiciError(code: string, message: string): Error {
  let Class = kinds.get(code);
  if (Class === undefined)
    kinds.set(code, (Class = NAMES[code] === undefined ? (UndiciError as Kind) : kind(NAMES[code]!, code)));
  // undici hides the message of two classes, and shows it in the others.
  const hides = code === "UND_ERR_SOCKET" || code === "UND_ERR_ABORTED";
  const error: any = hides ? new Class(message) : new Class();
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

/** The error for bytes that are no response. It has no code in Node; lengths that contradict each other have a class of their own. */
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
