// Lists of protocol names for ALPN (RFC 7301), in wire format: each name follows its length.
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { Buffer } from "internal:node/buffer";
import { isArrayBufferView, isUint8Array } from "internal:core/util/types";
import type { FastBuffer } from "internal:core/buffer/class";

/** `tls.convertALPNProtocols(protocols, out)`: sets `out.ALPNProtocols` to the wire format. */
export function convertALPNProtocols(protocols: unknown, out: { ALPNProtocols?: unknown }): void {
  if (Array.isArray(protocols)) out.ALPNProtocols = encode(protocols);
  else if (isUint8Array(protocols)) out.ALPNProtocols = Buffer.from(protocols);
  else if (isArrayBufferView(protocols)) {
    const view = protocols as ArrayBufferView;
    out.ALPNProtocols = Buffer.from(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
  }
}

function encode(protocols: string[]): FastBuffer {
  const parts: Uint8Array[] = [];
  for (const [index, protocol] of protocols.entries()) {
    const bytes = Buffer.from(protocol, "latin1");
    if (bytes.length > 255) {
      throw new ERR_OUT_OF_RANGE(
        `The byte length of the protocol at index ${index} exceeds the maximum length.`,
        "<= 255",
        bytes.length,
        true,
      );
    }
    parts.push(Buffer.from([bytes.length]), bytes);
  }
  return Buffer.concat(parts);
}

/** The names in a list in wire format. */
export function decode(list: Uint8Array): string[] {
  const names: string[] = [];
  for (let index = 0; index < list.length; index += 1 + list[index]!) {
    names.push(Buffer.from(list.subarray(index + 1, index + 1 + list[index]!)).toString("latin1"));
  }
  return names;
}
