// The second argument of every `postMessage`: a list of objects to transfer, or an object with such a list as `transfer`.

/** The list. Throws ERR_INVALID_ARG_TYPE with Node's message. */
export function transferListOf(transfer: unknown): object[] {
  if (transfer === undefined || transfer === null) return [];
  if (Array.isArray(transfer)) return [...transfer];
  if (typeof transfer !== "object") throw invalidArgument("Optional transferList argument must be an iterable");
  const items = listOf(transfer);
  if (items !== null) return items;
  const { transfer: list } = transfer as { transfer?: unknown };
  if (list === undefined) return [];
  const found = list === null || typeof list !== "object" ? null : listOf(list);
  if (found === null) throw invalidArgument("Optional options.transfer argument must be an iterable");
  return found;
}

/** The error of a `postMessage` without arguments. */
export function missingMessage(): TypeError {
  return Object.assign(new TypeError("Not enough arguments to MessagePort.postMessage"), { code: "ERR_MISSING_ARGS" });
}

/** The items of an iterable; null for other objects, and for an iterator without `next`. */
function listOf(object: object): object[] | null {
  const iterable = object as Iterable<object>;
  if (typeof iterable[Symbol.iterator] !== "function") return null;
  const iterator = iterable[Symbol.iterator]();
  const { next } = Object(iterator);
  return typeof next === "function" ? Array.from({ [Symbol.iterator]: () => iterator }) : null;
}

function invalidArgument(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}
