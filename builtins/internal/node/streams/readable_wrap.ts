// Streams of the first generation ("data", "end", pause(), resume()) as sources of a Readable.
import { destroyer, errorOrDestroy } from "internal:node/streams/destroy";

/** `readable.wrap(source)`: feeds `readable` from `source` and lends it the methods it lacks. */
export function wrapInto(readable: any, source: any): any {
  let paused = false;
  source.on("data", (chunk: any) => {
    if (!readable.push(chunk) && source.pause) {
      paused = true;
      source.pause();
    }
  });
  source.on("end", () => readable.push(null));
  source.on("error", (error: any) => errorOrDestroy(readable, error));
  source.on("close", () => readable.destroy());
  source.on("destroy", () => readable.destroy());
  readable._read = () => {
    if (paused && source.resume) {
      paused = false;
      source.resume();
    }
  };
  for (const name of Object.keys(source)) {
    if (readable[name] === undefined && typeof source[name] === "function") readable[name] = source[name].bind(source);
  }
  return readable;
}

/** `Readable.wrap(source, options)`: a new stream over `source` that destroys it with itself. */
export function wrapLegacy(Readable: any, source: any, options: any): any {
  const readable = new Readable({
    objectMode: source.readableObjectMode ?? source.objectMode ?? true,
    ...options,
    destroy(error: any, callback: (error?: any) => void) {
      destroyer(source, error);
      callback(error);
    },
  });
  return wrapInto(readable, source);
}
