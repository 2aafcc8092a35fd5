// ByteLengthQueuingStrategy and CountQueuingStrategy (https://streams.spec.whatwg.org/#qs), and reading of a strategy.
import defer * as errors from "internal:core/errors";
import { describeAs, exposeMembers } from "internal:web/web_streams/exposing";
import type { InspectOptions } from "internal:web/web_interface";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

// One function of each kind per realm, as the standard prescribes; methods of a literal, so that they are not constructors.
const { byteLengthSize } = {
  byteLengthSize(chunk: { byteLength: unknown }): unknown {
    return chunk.byteLength;
  },
};
const { countSize } = {
  countSize(): number {
    return 1;
  },
};
Object.defineProperty(byteLengthSize, "name", { value: "size" });
Object.defineProperty(countSize, "name", { value: "size" });

function readInit(init: unknown): number {
  if (init === null || (typeof init !== "object" && typeof init !== "function")) {
    throw new errors.ERR_INVALID_ARG_TYPE("init", "object", init);
  }
  const { highWaterMark } = init as { highWaterMark?: number };
  if (highWaterMark === undefined) throw new errors.ERR_MISSING_OPTION("init.highWaterMark");
  return +highWaterMark;
}

/** A strategy whose chunks count their `byteLength`. */
export class ByteLengthQueuingStrategy {
  #highWaterMark: number;

  constructor(init: { highWaterMark: number }) {
    this.#highWaterMark = readInit(init);
  }

  get highWaterMark(): number {
    if (!(#highWaterMark in this)) throw new errors.ERR_INVALID_THIS("ByteLengthQueuingStrategy");
    return this.#highWaterMark;
  }

  get size(): (chunk: { byteLength: unknown }) => unknown {
    if (!(#highWaterMark in this)) throw new errors.ERR_INVALID_THIS("ByteLengthQueuingStrategy");
    return byteLengthSize;
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return describeAs(this, { highWaterMark: this.highWaterMark }, depth, options);
  }
}
exposeMembers(ByteLengthQueuingStrategy, "ByteLengthQueuingStrategy", ["highWaterMark", "size"]);

/** A strategy in which each chunk counts 1. */
export class CountQueuingStrategy {
  #highWaterMark: number;

  constructor(init: { highWaterMark: number }) {
    this.#highWaterMark = readInit(init);
  }

  get highWaterMark(): number {
    if (!(#highWaterMark in this)) throw new errors.ERR_INVALID_THIS("CountQueuingStrategy");
    return this.#highWaterMark;
  }

  get size(): () => number {
    if (!(#highWaterMark in this)) throw new errors.ERR_INVALID_THIS("CountQueuingStrategy");
    return countSize;
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return describeAs(this, { highWaterMark: this.highWaterMark }, depth, options);
  }
}
exposeMembers(CountQueuingStrategy, "CountQueuingStrategy", ["highWaterMark", "size"]);

/** The members of a QueuingStrategy, in the order in which Web IDL reads a dictionary. */
export interface Strategy {
  highWaterMark: unknown;
  size: Function | undefined;
}

const emptyStrategy: Strategy = { highWaterMark: undefined, size: undefined };

/** Reads a QueuingStrategy dictionary. Throws errors.ERR_INVALID_ARG_TYPE. */
export function readStrategy(strategy: unknown, name = "strategy"): Strategy {
  if (strategy === undefined) return emptyStrategy;
  const kind = typeof strategy;
  if (strategy !== null && kind !== "object" && kind !== "function")
    throw new errors.ERR_INVALID_ARG_TYPE(name, "object", strategy);
  if (strategy === null) return emptyStrategy;
  const { highWaterMark, size } = strategy as { highWaterMark?: unknown; size?: unknown };
  if (size !== undefined && typeof size !== "function")
    throw new errors.ERR_INVALID_ARG_TYPE(`${name}.size`, "function", size);
  return { highWaterMark, size: size as Function | undefined };
}

/** ExtractHighWaterMark. Throws errors.ERR_INVALID_ARG_VALUE (RangeError) for NaN and negative numbers. */
export function extractHighWaterMark(value: unknown, fallback: number, name = "strategy.highWaterMark"): number {
  if (value === undefined) return fallback;
  const mark = +(value as number);
  if (!(mark >= 0)) throw new errors.ERR_INVALID_ARG_VALUE.RangeError(name, value);
  return mark;
}

/** The size algorithm; undefined for the one that always returns 1, which a controller need not call. */
export function sizeAlgorithm(size: Function | undefined): Function | undefined {
  return size === countSize ? undefined : size;
}
