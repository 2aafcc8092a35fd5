// Reports the bodies of responses that arrive as streams of Node's clients, decoded as debuggers show them.
import { Buffer } from "internal:core/buffer";
import { finished, received } from "internal:node/inspector/network_reports";
import { classes } from "internal:node/zlib/classes";

/** The classes that decode a body, by the value of the field Content-Encoding. */
const DECODERS: Record<string, string> = {
  gzip: "Gunzip",
  "x-gzip": "Gunzip",
  deflate: "Inflate",
  br: "BrotliDecompress",
  zstd: "ZstdDecompress",
};

/** Reports what arrives of a response. `encoding`: its field Content-Encoding. Returns what to call at its end. */
export function reportBody(request: object, response: Body, encoding: unknown): () => void {
  const decoder = decoderOf(encoding);
  // A listener of "data" would make the response flow.
  const { push } = response;
  response.push = function (this: Body, chunk: unknown, ...rest: unknown[]) {
    if (chunk !== null && chunk !== undefined) {
      const bytes = Buffer.from(chunk as Uint8Array);
      if (decoder === null) received(request, bytes);
      else decoder.write(bytes);
    }
    return Reflect.apply(push, this, [chunk, ...rest]) as boolean;
  };
  if (decoder === null) return () => finished(request);
  decoder.on("data", (chunk) => received(request, chunk));
  decoder.on("end", () => finished(request));
  // A body that is not encoded as it says lacks what could not be decoded.
  decoder.on("error", () => finished(request));
  return () => decoder.end();
}

/** A response, as far as it is observed. */
interface Body {
  push(chunk: unknown, ...rest: unknown[]): boolean;
}

interface Decoder {
  write(bytes: Uint8Array): void;
  end(): void;
  on(event: string, listener: (chunk: Uint8Array) => void): void;
}

function decoderOf(encoding: unknown): Decoder | null {
  const name = typeof encoding === "string" ? encoding.toLowerCase() : "";
  return Object.hasOwn(DECODERS, name) ? (new classes[DECODERS[name]!]!() as Decoder) : null;
}
