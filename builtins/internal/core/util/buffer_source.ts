// The bytes of a `BufferSource` (https://webidl.spec.whatwg.org/#dfn-get-buffer-source-copy).

/** The bytes of a view or buffer, not copied; none of a buffer that was detached, which the constructors of views refuse. */
export function bytesOfSource(source: ArrayBufferView | ArrayBufferLike): Uint8Array<ArrayBuffer> {
  const buffer = (ArrayBuffer.isView(source) ? source.buffer : source) as ArrayBuffer;
  if (buffer.byteLength === 0) return new Uint8Array(0);
  return ArrayBuffer.isView(source)
    ? new Uint8Array(buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(buffer);
}
