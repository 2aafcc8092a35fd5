// `Bun.indexOfLine` and `Bun.concatArrayBuffers`.

const LINE_FEED = 10;

/** The index of the next line feed in UTF-8, from `offset`; -1 without one. */
export function indexOfLine(bytes: unknown, offset = 0): number {
  if (!ArrayBuffer.isView(bytes) && !(bytes instanceof ArrayBuffer))
    throw Object.assign(new TypeError("buffer must be an ArrayBuffer or ArrayBufferView"), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  const view =
    bytes instanceof ArrayBuffer
      ? new Uint8Array(bytes)
      : new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  return view.indexOf(LINE_FEED, Math.max(0, Math.trunc(offset) || 0));
}

/** Joins several buffers to one of at most `maxLength` bytes; to a Uint8Array with `asUint8Array`. */
export function concatArrayBuffers(
  buffers: Iterable<unknown>,
  maxLength = Infinity,
  asUint8Array = false,
): ArrayBuffer | Uint8Array {
  if (typeof buffers !== "object" || buffers === null || typeof buffers[Symbol.iterator] !== "function")
    throw new TypeError("Argument must be an array");
  const views: Uint8Array[] = [];
  for (const one of buffers) {
    if (ArrayBuffer.isView(one)) views.push(new Uint8Array(one.buffer as ArrayBuffer, one.byteOffset, one.byteLength));
    else if (one instanceof ArrayBuffer) views.push(new Uint8Array(one));
    else throw new TypeError("Expected TypedArray");
  }
  const length = Math.min(
    maxLength,
    views.reduce((sum, view) => sum + view.length, 0),
  );
  const all = new Uint8Array(length);
  let offset = 0;
  for (const view of views) {
    const part = view.subarray(0, length - offset);
    all.set(part, offset);
    offset += part.length;
  }
  return asUint8Array ? all : all.buffer;
}
