// DOMException and QuotaExceededError of Web IDL (https://webidl.spec.whatwg.org/#idl-DOMException), with Node's error
// for an invalid `this`. The structured clone reads `detailsOf`.
import { type Description, kClone } from "internal:web/clone/protocol";

/** The fields that a clone of a DOMException copies. */
export interface DOMExceptionDetails {
  name: string;
  message: string;
}

// Private fields on an object that another constructor created: instances must be real errors (with a stack), while the
// class itself must inherit from Function.prototype, not from Error.
class ReturnsItsArgument {
  constructor(object: object) {
    return object;
  }
}

class Details extends ReturnsItsArgument {
  #name: string;
  #message: string;

  constructor(error: object, name: string, message: string) {
    super(error);
    this.#name = name;
    this.#message = message;
  }

  static read(value: Details): DOMExceptionDetails | null {
    return #name in value ? { name: value.#name, message: value.#message } : null;
  }

  static nameOf(error: unknown): string {
    if (!Details.isOn(error)) throw invalidThis("DOMException");
    return error.#name;
  }

  static messageOf(error: unknown): string {
    if (!Details.isOn(error)) throw invalidThis("DOMException");
    return error.#message;
  }

  static isOn(value: unknown): value is Details {
    return typeof value === "object" && value !== null && #name in value;
  }
}

/** The name and message of a DOMException, or null for anything else. */
export function detailsOf(value: unknown): DOMExceptionDetails | null {
  return Details.isOn(value) ? Details.read(value) : null;
}

/** An exception of a Web API. `options`: its name, or `{ name, cause }`. */
export class DOMException {
  constructor(message: unknown = "", options: unknown = "Error") {
    const error = Reflect.construct(Error, [], new.target) as DOMException;
    const isDictionary = options !== null && typeof options === "object";
    new Details(error, `${isDictionary ? (options as { name?: unknown }).name : options}`, `${message}`);
    if (isDictionary && "cause" in options) {
      Object.defineProperty(error, "cause", {
        value: options.cause,
        configurable: true,
        writable: true,
        enumerable: false,
      });
    }
    return error;
  }

  get name(): string {
    return Details.nameOf(this);
  }

  get message(): string {
    return Details.messageOf(this);
  }

  /** The legacy code of the name; 0 for newer names. */
  get code(): number {
    return legacyCodes.get(Details.nameOf(this)) ?? 0;
  }
}

/** A DOMException named "QuotaExceededError" with the requested and the available amount. */
export class QuotaExceededError extends DOMException {
  #quota: number | null;
  #requested: number | null;

  constructor(message: unknown = "", options?: { quota?: number; requested?: number } | null) {
    super(message, "QuotaExceededError");
    const quota = readAmount(options, "quota");
    const requested = readAmount(options, "requested");
    if (quota !== null && requested !== null && requested < quota) {
      throw new RangeError("options.requested must not be less than options.quota");
    }
    this.#quota = quota;
    this.#requested = requested;
  }

  get quota(): number | null {
    if (!(#quota in this)) throw invalidThis("QuotaExceededError");
    return this.#quota;
  }

  get requested(): number | null {
    if (!(#quota in this)) throw invalidThis("QuotaExceededError");
    return this.#requested;
  }

  [kClone](): Description {
    const { message, stack } = this as unknown as Error;
    return { kind: "QuotaExceededError", message, stack, quota: this.#quota, requested: this.#requested };
  }
}

/** Makes the clone of a QuotaExceededError. */
export function reviveQuotaExceededError({ message, stack, quota, requested }: Description): object {
  const options: { quota?: number; requested?: number } = {};
  if (quota !== null) options.quota = quota;
  if (requested !== null) options.requested = requested;
  const error = new QuotaExceededError(message, options);
  Object.defineProperty(error, "stack", { value: stack, writable: true, configurable: true });
  return error;
}

// The code of ERR_INVALID_THIS; Node's message omits "type" here.
function invalidThis(name: string): TypeError {
  return Object.assign(new TypeError(`Value of "this" must be of ${name}`), { code: "ERR_INVALID_THIS" });
}

function readAmount(
  options: { quota?: number; requested?: number } | null | undefined,
  key: "quota" | "requested",
): number | null {
  if (options === null || options === undefined || !(key in options)) return null;
  const amount = +options[key]!;
  if (!Number.isFinite(amount)) {
    const what = Number.isNaN(amount) ? "NaN" : "Infinity";
    throw new TypeError(`Cannot convert options.${key} to a double: the value is ${what}`);
  }
  if (amount < 0) throw new RangeError(`options.${key} must not be negative`);
  return amount;
}

// Web IDL §2.8.1: the names with a legacy code, at the index of the code minus one. The constants of these three names
// still exist, but exceptions with these names have no code.
const withoutCode = new Set(["DOMStringSizeError", "NoDataAllowedError", "ValidationError"]);
const legacyNames = [
  "IndexSizeError",
  "DOMStringSizeError",
  "HierarchyRequestError",
  "WrongDocumentError",
  "InvalidCharacterError",
  "NoDataAllowedError",
  "NoModificationAllowedError",
  "NotFoundError",
  "NotSupportedError",
  "InUseAttributeError",
  "InvalidStateError",
  "SyntaxError",
  "InvalidModificationError",
  "NamespaceError",
  "InvalidAccessError",
  "ValidationError",
  "TypeMismatchError",
  "SecurityError",
  "NetworkError",
  "AbortError",
  "URLMismatchError",
  "QuotaExceededError",
  "TimeoutError",
  "InvalidNodeTypeError",
  "DataCloneError",
];
const legacyCodes = new Map<string, number>();

function constantName(name: string): string {
  const stem = name
    .replace(/Error$/, "")
    .replace("InUse", "Inuse")
    .replace("DOM", "Dom")
    .replace("URL", "Url");
  return `${stem
    .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toUpperCase()
    .replace("DOM_STRING", "DOMSTRING")}_ERR`;
}

for (let index = 0; index < legacyNames.length; index++) {
  const name = legacyNames[index]!;
  const constant = { value: index + 1, enumerable: true };
  Object.defineProperty(DOMException, constantName(name), constant);
  Object.defineProperty(DOMException.prototype, constantName(name), constant);
  if (!withoutCode.has(name)) legacyCodes.set(name, index + 1);
}

Object.setPrototypeOf(DOMException.prototype, Error.prototype);
Object.defineProperties(DOMException.prototype, {
  [Symbol.toStringTag]: { value: "DOMException", configurable: true },
  name: { enumerable: true },
  message: { enumerable: true },
  code: { enumerable: true },
});
Object.defineProperties(QuotaExceededError.prototype, {
  [Symbol.toStringTag]: { value: "QuotaExceededError", configurable: true },
  quota: { enumerable: true },
  requested: { enumerable: true },
});
