// The second argument of every `postMessage`: a list of what is moved, or an object with such a list as `transfer`.

/** The list. Throws ERR_INVALID_ARG_TYPE in Node's words. */
export function transferListOf(transfer: any): object[] {
  if (transfer === undefined || transfer === null) return [];
  if (typeof transfer !== "object") throw invalidArgument("Optional transferList argument must be an iterable");
  if (typeof transfer[Symbol.iterator] === "function") return [...transfer];
  const list = transfer.transfer;
  if (list === undefined) return [];
  if (list === null || typeof list !== "object" || typeof list[Symbol.iterator] !== "function") {
    throw invalidArgument("Optional options.transfer argument must be an iterable");
  }
  return [...list];
}

function invalidArgument(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}
