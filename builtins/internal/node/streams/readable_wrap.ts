// Streams of the first generation ("data", "end", pause(), resume()) as sources of a Readable.
import { safe } from "internal:core/bootstrap";
import type { EventEmitter } from "internal:core/events/emitter";
import { destroyer, errorOrDestroy } from "internal:node/streams/destroy";
import type { Callback } from "internal:node/streams/kinds";
import type { StreamClass } from "internal:node/streams/legacy";
import type { Readable } from "internal:node/streams/readable";
import type { ReadableOptions } from "internal:node/streams/readable_state";

/** A stream of the first generation. Its own methods become methods of the Readable. */
export interface LegacySource extends EventEmitter {
  objectMode?: boolean;
  readableObjectMode?: boolean;
  pause?(): unknown;
  resume?(): unknown;
}

/** `readable.wrap(source)`: pushes what `source` emits into `readable`, and adds the methods of `source` that it lacks. */
export function wrapInto(readable: Readable, source: LegacySource): Readable {
  let paused = false;
  source.on("data", (chunk: unknown) => {
    if (!readable.push(chunk) && source.pause) {
      paused = true;
      source.pause();
    }
  });
  source.on("end", () => readable.push(null));
  source.on("error", (error: unknown) => errorOrDestroy(readable, error));
  source.on("close", () => readable.destroy());
  source.on("destroy", () => readable.destroy());
  readable._read = () => {
    if (paused && source.resume) {
      paused = false;
      source.resume();
    }
  };
  const target = readable as unknown as Record<string, unknown>;
  const members = source as unknown as Record<string, Function>;
  for (const name of safe.keys(source)) {
    if (target[name] === undefined && typeof members[name] === "function") target[name] = members[name].bind(source);
  }
  return readable;
}

/** `Readable.wrap(source, options)`: a new stream over `source`. Destroying it destroys `source`. */
export function wrapLegacy(
  Readable: StreamClass<Readable>,
  source: LegacySource,
  options: ReadableOptions | undefined,
): Readable {
  const readable = new Readable({
    objectMode: source.readableObjectMode ?? source.objectMode ?? true,
    ...options,
    destroy(error: unknown, callback: Callback) {
      destroyer(source, error);
      callback(error);
    },
  });
  return wrapInto(readable, source);
}
