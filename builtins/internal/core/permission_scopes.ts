// Narrower permissions as programs of Deno write them, for a worker (`deno: { permissions }`) and for a test: "inherit",
// "none", or an object whose missing kinds are none. https://docs.deno.com/api/deno/~/Deno.PermissionOptionsObject
import { launch } from "internal:core/launch";
import { pathOfFileUrl } from "internal:core/file_url";
import { DENO_KINDS } from "internal:core/permission_kinds";
import { setRestricted } from "internal:core/permissions";
import defer * as guarded from "internal:core/process/guarded_environment";
import * as native from "native:permissions";

/** Gives the worker that this thread starts next at most `options`. Throws NotCapable for more than this thread has. */
export function narrowNextWorker(options: unknown): void {
  const scopes = scopesOf(options);
  if (scopes === null) return;
  native.narrowNextWorker(scopes);
  // Workers get to know from their parent that they have a policy.
  launch().restricts = true;
}

/** Gives this thread at most `options` until `restore`. Returns whether there is something to restore. */
export function narrow(options: unknown): boolean {
  const scopes = scopesOf(options);
  if (scopes === null) return false;
  native.narrow(scopes);
  setRestricted();
  guarded.install(native.hasBroker());
  launch().restricts = true;
  return true;
}

/** Ends the last `narrow`. */
export function restore(): void {
  native.restore();
}

/** For `native:permissions`; null for what this thread has. Throws a TypeError for another value. */
function scopesOf(options: unknown): string[] | null {
  if (options === undefined || options === null || options === "inherit") return null;
  if (options === "none") return DENO_KINDS.map((kind) => `${kind}=none`);
  if (typeof options !== "object") throw new TypeError('expected "inherit" or "none" or object');
  const given = options as Record<string, unknown>;
  const unknown = Object.keys(given).find((name) => !DENO_KINDS.includes(name));
  if (unknown !== undefined) throw new TypeError("unknown permission name");
  return DENO_KINDS.flatMap((kind) => scopeOf(kind, given[kind]));
}

function scopeOf(kind: string, value: unknown): string[] {
  if (value === undefined || value === null || value === false) return [`${kind}=none`];
  if (value === true) return [`${kind}=granted`];
  if (value === "inherit") return [`${kind}=inherit`];
  if (!Array.isArray(value))
    throw new TypeError(`(deno.permissions.${kind}) invalid value: expected "inherit" or boolean or string[]`);
  if (value.length === 0) return [`${kind}=none`];
  return value.map((one) => `${kind}:${text(one)}`);
}

/** A string, or the path of a file URL, which only its address shows here: the class is of a higher tier. */
function text(value: unknown): string {
  const address = `${value as string}`;
  return typeof value === "object" ? (pathOfFileUrl(address) ?? address) : address;
}
