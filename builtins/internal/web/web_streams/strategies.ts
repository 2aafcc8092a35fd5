// ByteLengthQueuingStrategy and CountQueuingStrategy (https://streams.spec.whatwg.org/#qs), and reading of a strategy.
import defer * as errors from "internal:core/errors";
import { describeAs, exposeMembers } from "internal:web/web_streams/exposing";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

// One function of each kind for the whole realm, as the standard wants; methods of a literal, so that they are no constructors.
const { byteLengthSize } = {
  byteLengthSize(chunk: any): any {
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

function readInit(init: any): number {
  if (init === null || (typeof init !== "object" && typeof init !== "function")) {
    throw new errors.ERR_INVALID_ARG_TYPE("init", "object", init);
  }
  const { highWaterMark } = init;
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

  get size(): (chunk: any) => any {
    if (!(#highWaterMark in this)) throw new errors.ERR_INVALID_THIS("ByteLengthQueuingStrategy");
    return byteLengthSize;
  }

  [kInspect](depth: number, options: any): any {
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

  [kInspect](depth: number, options: any): any {
    return describeAs(this, { highWaterMark: this.highWaterMark }, depth, options);
  }
}
exposeMembers(CountQueuingStrategy, "CountQueuingStrategy", ["highWaterMark", "size"]);

/** What a stream's constructor takes from a strategy, in the order in which Web IDL reads a dictionary. */
export interface Strategy {
  highWaterMark: unknown;
  size: Function | undefined;
}

const emptyStrategy: Strategy = { highWaterMark: undefined, size: undefined };

/** Reads a QueuingStrategy dictionary. Throws errors.ERR_INVALID_ARG_TYPE. */
export function readStrategy(strategy: any, name = "strategy"): Strategy {
  if (strategy === undefined) return emptyStrategy;
  const kind = typeof strategy;
  if (strategy !== null && kind !== "object" && kind !== "function")
    throw new errors.ERR_INVALID_ARG_TYPE(name, "object", strategy);
  if (strategy === null) return emptyStrategy;
  const { highWaterMark, size } = strategy;
  if (size !== undefined && typeof size !== "function")
    throw new errors.ERR_INVALID_ARG_TYPE(`${name}.size`, "function", size);
  return { highWaterMark, size };
}

/** ExtractHighWaterMark. Throws errors.ERR_INVALID_ARG_VALUE (RangeError) for NaN and negative numbers. */
export function extractHighWaterMark(value: any, fallback: number, name = "strategy.highWaterMark"): number {
  if (value === undefined) return fallback;
  const mark = +value;
  if (!(mark >= 0)) throw new errors.ERR_INVALID_ARG_VALUE.RangeError(name, value);
  return mark;
}

/** The size algorithm without the one that always says 1, which a controller does not have to call. */
export function sizeAlgorithm(size: Function | undefined): Function | undefined {
  return size === countSize ? undefined : size;
}
