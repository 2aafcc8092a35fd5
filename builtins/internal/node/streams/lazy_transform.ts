// A Transform whose stream part is made on first use: hashes are mostly used without it.
import { Transform } from "internal:node/stream";

/** The base of such classes. `options` are Transform's. */
export const LazyTransform: any = function LazyTransform(this: any, options?: object): void {
  this._options = options;
};
LazyTransform.prototype = Object.create((Transform as any).prototype, {
  constructor: { value: LazyTransform, writable: true, configurable: true },
});
Object.setPrototypeOf(LazyTransform, Transform as any);

// Every one of these is an own property once the constructor of streams ran.
for (const name of ["_readableState", "_writableState", "_events", "_eventsCount", "_maxListeners", "allowHalfOpen"]) {
  Object.defineProperty(LazyTransform.prototype, name, {
    get(this: any): unknown {
      // EventEmitter's constructor reads these of the prototype, which must not become a stream that all share.
      if (!Object.hasOwn(this, "_options")) return undefined;
      makeStream(this);
      return this[name];
    },
    set(this: any, value: unknown): void {
      Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
    },
    enumerable: true,
    configurable: true,
  });
}

function makeStream(target: any): void {
  // The constructor reads some of these before it writes them.
  for (const name of ["_readableState", "_writableState", "_events", "_eventsCount", "_maxListeners"]) {
    Object.defineProperty(target, name, { value: undefined, enumerable: true, configurable: true, writable: true });
  }
  (Transform as any).call(target, target._options);
  target._writableState.decodeStrings = false;
}
