// A Transform whose stream part is made on first use: hashes are mostly used without it.
import { safe } from "internal:core/bootstrap";
import { Transform } from "internal:node/stream";
import type { StreamClass } from "internal:node/streams/legacy";
import type { Transform as TransformBase, TransformOptions } from "internal:node/streams/transform";

/** An instance before its stream part is made. */
interface LazyTransform extends TransformBase {
  _options: TransformOptions | undefined;
}

/** The base of such classes. `options` are Transform's. */
export const LazyTransform = function LazyTransform(this: LazyTransform, options?: TransformOptions): void {
  this._options = options;
} as unknown as StreamClass<any>;
LazyTransform.prototype = safe.create(Transform.prototype, {
  constructor: { value: LazyTransform, writable: true, configurable: true },
});
safe.setPrototypeOf(LazyTransform, Transform);

// All of these are own properties after the constructor of streams has run.
for (const name of ["_readableState", "_writableState", "_events", "_eventsCount", "_maxListeners", "allowHalfOpen"]) {
  safe.defineProperty(LazyTransform.prototype, name, {
    get(this: LazyTransform & Record<string, unknown>): unknown {
      // EventEmitter's constructor reads these from the prototype, which must not become a stream.
      if (!safe.hasOwn(this, "_options")) return undefined;
      makeStream(this);
      return this[name];
    },
    set(this: object, value: unknown): void {
      safe.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
    },
    enumerable: true,
    configurable: true,
  });
}

function makeStream(target: LazyTransform): void {
  // The constructor reads some of these before it writes them.
  for (const name of ["_readableState", "_writableState", "_events", "_eventsCount", "_maxListeners"]) {
    safe.defineProperty(target, name, { value: undefined, enumerable: true, configurable: true, writable: true });
  }
  Transform.call(target, target._options);
  target._writableState.decodeStrings = false;
}
