// `Deno.dlopen`, which is missing: a program without the permission gets that refusal first, as in Deno.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { pathOfFileUrl } from "internal:core/file_url";
import { check, isRestricted } from "internal:core/permissions";
import { PermissionKind } from "native:permissions";

/** Throws NotCapable without the permission, and otherwise an error that names the missing function. */
export function dlopen(library: unknown): never {
  const name = `${library as string}`;
  if (isRestricted) check(PermissionKind.FFI, pathOfFileUrl(name) ?? name);
  throw new ERR_METHOD_NOT_IMPLEMENTED("Deno.dlopen");
}
