// The classes of node:zlib and their create… functions. The older classes can be called without `new`.
import { deprecate } from "internal:core/util/deprecate";
import { constants } from "internal:node/zlib/constants";
import { readSettings, type ZlibOptions } from "internal:node/zlib/settings";
import { ZlibBase, type ZlibStream, setParameters } from "internal:node/zlib/stream";

const Zlib: Function = function Zlib(
  this: ZlibStream & { _mode: number },
  options: ZlibOptions | undefined,
  format: number,
): void {
  const settings = readSettings(format, options);
  Reflect.apply(ZlibBase, this, [options, settings]);
  this._level = settings.level;
  this._strategy = settings.strategy;
  this._mode = format;
};
inherit(Zlib, ZlibBase);
Object.defineProperty(Zlib.prototype, "params", {
  value: setParameters,
  enumerable: true,
  configurable: true,
  writable: true,
});
Object.defineProperty(setParameters, "name", { value: "params" });

const Brotli: Function = function Brotli(this: unknown, options: ZlibOptions | undefined, format: number): void {
  Reflect.apply(ZlibBase, this, [options, readSettings(format, options)]);
};
inherit(Brotli, Zlib);

const ZstdBase: Function = function Zstd(this: unknown, options: ZlibOptions | undefined, format: number): void {
  Reflect.apply(ZlibBase, this, [options, readSettings(format, options)]);
};
inherit(ZstdBase, ZlibBase);

function inherit(derived: Function, base: Function): void {
  Object.setPrototypeOf(derived.prototype, base.prototype);
  Object.setPrototypeOf(derived, base);
}

function makeClass(name: string, base: Function, format: number): unknown {
  const made: any = function (this: unknown, options: unknown): unknown {
    // The two newest are plain classes.
    if (!((this as unknown) instanceof made) && base === ZstdBase)
      throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
    if (!((this as unknown) instanceof made)) {
      return deprecate(
        (given: unknown) => new made(given),
        `Instantiating ${name} without the 'new' keyword has been deprecated.`,
        "DEP0184",
      )(options);
    }
    Reflect.apply(base, this, [options, format]);
  };
  Object.defineProperty(made, "name", { value: name, configurable: true });
  inherit(made, base);
  return made;
}

/** The classes by name, in the order of the module's keys. */
export const classes: Record<string, any> = {
  Deflate: makeClass("Deflate", Zlib, constants.DEFLATE),
  Inflate: makeClass("Inflate", Zlib, constants.INFLATE),
  Gzip: makeClass("Gzip", Zlib, constants.GZIP),
  Gunzip: makeClass("Gunzip", Zlib, constants.GUNZIP),
  DeflateRaw: makeClass("DeflateRaw", Zlib, constants.DEFLATERAW),
  InflateRaw: makeClass("InflateRaw", Zlib, constants.INFLATERAW),
  Unzip: makeClass("Unzip", Zlib, constants.UNZIP),
  BrotliCompress: makeClass("BrotliCompress", Brotli, constants.BROTLI_ENCODE),
  BrotliDecompress: makeClass("BrotliDecompress", Brotli, constants.BROTLI_DECODE),
  ZstdCompress: makeClass("ZstdCompress", ZstdBase, constants.ZSTD_COMPRESS),
  ZstdDecompress: makeClass("ZstdDecompress", ZstdBase, constants.ZSTD_DECOMPRESS),
};

/** `createGzip` and the other create… functions. */
export function makeCreator(name: string): (options?: unknown) => unknown {
  const create = (options?: unknown): unknown => new classes[name](options);
  Object.defineProperty(create, "name", { value: `create${name}`, configurable: true });
  return create;
}
