// Intrinsics that ours take the place of, in programs whose text may use them (`evals.rs` in modules/transform notes that): others
// do not pay for it when they start.
import * as functionConstructors from "internal:ecmascript/function_constructors";
import { nativeNames } from "internal:core/stack/install";
import defer * as arrayFromAsync from "internal:ecmascript/array_from_async";

let isInstalled = false;

/** Puts them in place, once. */
export function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  functionConstructors.install();
  const methods = {
    fromAsync(this: unknown, _asyncItems: unknown): unknown {
      return Reflect.apply(arrayFromAsync.fromAsync, this, arguments);
    },
  };
  // Programs may have frozen the intrinsics by now; then theirs stay.
  Reflect.defineProperty(Array, "fromAsync", {
    value: methods.fromAsync,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  nativeNames.set(methods.fromAsync, "fromAsync");
}
