// Lists of protocol names for ALPN (RFC 7301).
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { Buffer } from "internal:node/buffer";
import { isArrayBufferView, isUint8Array } from "internal:core/util/types";

/** `tls.convertALPNProtocols(protocols, out)`: sets `out.ALPNProtocols` to the form of the wire, each name with its length before it. */
export function convertALPNProtocols(protocols: any, out: any): void {
  if (Array.isArray(protocols)) out.ALPNProtocols = encode(protocols);
  else if (isUint8Array(protocols)) out.ALPNProtocols = Buffer.from(protocols as any);
  else if (isArrayBufferView(protocols)) {
    const view = protocols as ArrayBufferView;
    out.ALPNProtocols = Buffer.from(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) as any);
  }
}

function encode(protocols: any[]): any {
  const parts: any[] = [];
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

/** The names of a list in the form of the wire. */
export function decode(list: Uint8Array): string[] {
  const names: string[] = [];
  for (let index = 0; index < list.length; index += 1 + list[index]!) {
    names.push(Buffer.from(list.subarray(index + 1, index + 1 + list[index]!) as any).toString("latin1"));
  }
  return names;
}
