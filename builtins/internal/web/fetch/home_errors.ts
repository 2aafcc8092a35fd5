// Each runtime's errors of Headers, Request, Response and their bodies. The callers pass Node's error; Bun and Deno have their
// own classes, codes and messages. Mistakes that are not listed for them have Node's error.
import { home } from "internal:core/program";

type CreateError = (detail: string, more: string) => Error;

/** The mistakes of programs. */
export type Mistake =
  | "body-used"
  | "clone-used"
  | "request-used"
  | "form-malformed"
  | "form-boundary"
  | "form-type"
  | "status"
  | "bodiless-status"
  | "redirect-status"
  | "status-text"
  | "header-name"
  | "header-value"
  | "method"
  | "forbidden-method"
  | "url"
  | "get-body";

const coded =
  (code: string) =>
  (message: string): Error =>
    Object.assign(new TypeError(message), { code });
const used = coded("ERR_BODY_ALREADY_USED");
const form = coded("ERR_FORMDATA_PARSE_ERROR");
const invalidUrl = coded("ERR_INVALID_URL");

const BUN: { [mistake in Mistake]?: CreateError } = {
  "body-used": () => used("Body already used"),
  "clone-used": () => used("Body is disturbed or locked"),
  "request-used": () => used("Request body already used"),
  "form-malformed": (cause) => form(`FormData parse error ${BUN_FORM[cause] ?? "missing final boundary"}`),
  "form-boundary": () => form("Can't decode form data from body because of incorrect MIME type/boundary"),
  "form-type": () => form("Can't decode form data from body because of incorrect MIME type/boundary"),
  status: (status) => new RangeError(`The status provided (${status}) must be 101 or in the range of [200, 599]`),
  "redirect-status": () => new RangeError("Failed to execute 'redirect' on 'Response': Invalid status code"),
  "header-name": (name) => new TypeError(`Invalid header name: '${name}'`),
  "header-value": (_value, name) => new TypeError(`Header '${name}' has invalid value`),
  url: (url) =>
    url === ""
      ? new Error("Failed to construct 'Request': url is required.")
      : invalidUrl(`Failed to construct 'Request': Invalid URL "${url}"`),
};

const BUN_FORM: Record<string, string> = {
  "header name does not match the field-name token production": "is missing header colon separator",
  "expected :": "is missing header colon separator",
  "expected CRLF": "is missing header end",
};

const DENO: { [mistake in Mistake]?: CreateError } = {
  "body-used": () => new TypeError("Body already consumed"),
  "clone-used": () => new TypeError("Body is unusable"),
  "request-used": () => new TypeError("Input request's body is unusable"),
  "form-malformed": () => new TypeError("Unable to parse body as form data"),
  "form-boundary": () => new TypeError("Cannot construct MultipartParser: multipart/form-data must provide a boundary"),
  "form-type": (type) => new TypeError(type === "" ? "Missing content type" : "Body can not be decoded as form data"),
  status: (status) =>
    new RangeError(`The status provided (${status}) is not equal to 101 and outside the range [200, 599]`),
  "bodiless-status": () => new TypeError("Response with null body status cannot have body"),
  "redirect-status": (status) => new RangeError(`Invalid redirect status code: ${status}`),
  "status-text": (text) => new TypeError(`Invalid status text: "${text}"`),
  "header-name": (name) => new TypeError(`Invalid header name: "${name}"`),
  "header-value": (value) => new TypeError(`Invalid header value: "${value}"`),
  method: () => new TypeError("Method is not valid"),
  "forbidden-method": () => new TypeError("Method is forbidden"),
  url: (url) => new TypeError(`Invalid URL: '${url}'`),
  "get-body": () => new TypeError("Request with GET/HEAD method cannot have body"),
};

/** The home's error for `mistake`; `node` when the home is Node or has no other error. `detail` and `more` are for the message. */
export function errorOfHome(mistake: Mistake, node: Error, detail = "", more = ""): Error {
  const name = home();
  if (name === "node") return node;
  return (name === "bun" ? BUN : DENO)[mistake]?.(detail, more) ?? node;
}

/** The error of Bun's `fetch` for arguments for which Request has a different message; else `error`. */
export function fetchArgumentError(error: unknown, input: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === "ERR_INVALID_URL") return invalidUrl("fetch() URL is invalid");
  if (message === "Failed to construct 'Request': url is required." && input === "")
    return invalidUrl("fetch() URL must not be a blank string.");
  if (message === "Request with GET/HEAD method cannot have body.")
    return coded("ERR_INVALID_ARG_VALUE")("fetch() request with GET/HEAD method cannot have body.");
  return error;
}

/** The error of Bun's and Deno's `fetch()` without arguments. */
export function missingInput(): Error {
  return coded("ERR_MISSING_ARGS")(
    home() === "bun"
      ? "fetch() expects a string but received no arguments."
      : "Failed to execute 'fetch': 1 argument required, but only 0 present",
  );
}
