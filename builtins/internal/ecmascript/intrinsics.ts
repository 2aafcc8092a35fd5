// Replacements of intrinsics, installed for programs whose source may use them (`evals.rs` in modules/transform detects that), so
// that other programs start without them.
import * as functionConstructors from "internal:ecmascript/function_constructors";
import { nativeNames } from "internal:core/stack/install";
import defer * as arrayFromAsync from "internal:ecmascript/array_from_async";

let isInstalled = false;

/** Installs the replacements, once. */
export function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  functionConstructors.install();
  const methods = {
    fromAsync(this: unknown, _asyncItems: unknown): unknown {
      return Reflect.apply(arrayFromAsync.fromAsync, this, arguments);
    },
  };
  // Without effect when the program has frozen the intrinsics.
  Reflect.defineProperty(Array, "fromAsync", {
    value: methods.fromAsync,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  nativeNames.set(methods.fromAsync, "fromAsync");
}
