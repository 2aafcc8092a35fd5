// Reading what programs let debuggers load (`inspector/network_resources`): the commands `Network.loadNetworkResource`, `IO.read` and
// `IO.close`. The thread that serves debuggers runs them for all threads, as `inspector.Session` does for its own.
import { Buffer } from "internal:core/buffer";

type Parameters = Record<string, unknown>;

/** So many bytes are read at once when a command names no size. */
const CHUNK_BYTES = 1024 * 1024;

/** The bytes of the resources, by their addresses. */
export const resources = new Map<string, Uint8Array>();

/** The names of the commands. */
export const METHODS = ["Network.loadNetworkResource", "IO.read", "IO.close"];

/** What one debugger reads. A resource's address is its stream's name. */
export class ResourceReader {
  readonly #offsets = new Map<string, number>();

  /** Runs one of the commands. Returns null for invalid parameters. */
  run(method: string, parameters: Parameters): Parameters | null {
    switch (method) {
      case "Network.loadNetworkResource":
        return load(parameters);
      case "IO.read":
        return this.#read(parameters);
      default:
        return this.#close(parameters);
    }
  }

  #read({ handle, offset, size }: Parameters): Parameters | null {
    if (typeof handle !== "string" || !isIndex(offset) || !isIndex(size)) return null;
    const bytes = resources.get(handle);
    const start = offset ?? this.#offsets.get(handle) ?? 0;
    if (bytes === undefined || start < 0 || start >= bytes.byteLength) return { data: "", eof: true };
    const wanted = size ?? CHUNK_BYTES;
    const end = wanted < 0 ? bytes.byteLength : characterEnd(bytes, start, Math.min(start + wanted, bytes.byteLength));
    if (offset === undefined) this.#offsets.set(handle, end);
    return { data: Buffer.from(bytes.subarray(start, end)).toString(), eof: false };
  }

  #close({ handle }: Parameters): Parameters | null {
    if (typeof handle !== "string") return null;
    resources.delete(handle);
    this.#offsets.delete(handle);
    return {};
  }
}

/** The end of a chunk of UTF-8 that divides no character, unless the chunk has but a part of one. */
function characterEnd(bytes: Uint8Array, start: number, end: number): number {
  let last = end;
  while (last < bytes.byteLength && last > start && (bytes[last]! & 0xc0) === 0x80) last--;
  return last > start ? last : end;
}

function load({ url }: Parameters): Parameters | null {
  if (typeof url !== "string") return null;
  return { resource: resources.has(url) ? { success: true, stream: url } : { success: false } };
}

function isIndex(value: unknown): value is number | undefined {
  return value === undefined || Number.isInteger(value);
}
