// Errors of `bun:ffi`, with Bun's codes.

/** A TypeError with a code. */
export class CodedTypeError extends TypeError {
  code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "TypeError";
    this.code = code;
  }
}

/** An argument that cannot be used. */
export function invalidArgument(message: string): CodedTypeError {
  return new CodedTypeError("ERR_INVALID_ARG_TYPE", message);
}
