// The permission for native code, which a program can give up after it has opened a library.
import { check, isRestricted, wasRevoked } from "internal:core/permissions";
import { stringLengthAt } from "native:ffi";
import { PermissionKind } from "native:permissions";

/** Throws without the permission for all native code, which Deno's pointers need. */
export function requireAll(): void {
  if (isRestricted) check(PermissionKind.FFI, null);
}

/** Throws unless a library was opened, or all may be. After a permission was given up only the second counts. */
export function requireAny(): void {
  if (!isRestricted) return;
  if (wasRevoked()) requireAll();
  // It asks for the permission before it looks at the address.
  else stringLengthAt(0);
}
