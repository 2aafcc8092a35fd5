// Errors as Bun throws them.

/** The TypeError of an invalid argument: ERR_INVALID_ARG_TYPE as a property, which is not in the message as it is in Node. */
export function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}
