// Errors of `bun:ffi`, with Bun's codes.

/** A TypeError with a code. */
export function codedTypeError(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}

/** An argument that cannot be used. */
export const invalidArgument = (message: string): TypeError => codedTypeError("ERR_INVALID_ARG_TYPE", message);
