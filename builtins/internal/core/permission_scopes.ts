// Narrower permissions as programs of Deno write them, for a worker (`deno: { permissions }`) and for a test: "inherit",
// "none", or an object whose missing kinds are none. https://docs.deno.com/api/deno/~/Deno.PermissionOptionsObject
import { launch, option } from "internal:core/launch";
import { pathOfFileUrl } from "internal:core/file_url";
import { DENO_KINDS } from "internal:core/permission_kinds";
import { setRestricted } from "internal:core/permissions";
import defer * as guarded from "internal:core/process/guarded_environment";
import * as native from "native:permissions";
import { PermissionModel } from "native:permissions";
import { getEnvironment } from "native:process";

/** Gives the worker that this thread starts next at most `options`. Throws NotCapable for more than this thread has. */
export function narrowNextWorker(options: unknown): void {
  const scopes = scopesOf(options, true);
  if (scopes === null) return;
  native.narrowNextWorker(scopes);
  // Workers get to know from their parent that they have a policy.
  launch().restricts = true;
}

/** Gives this thread at most `options` until `restore`, which also gives back what is revoked until then. */
export function narrow(options: unknown): void {
  native.narrow(scopesOf(options, false) ?? DENO_KINDS.map((kind) => `${kind}=inherit`));
  noteRestricted();
}

/** Gives a thread without a policy one that grants everything, so that something can be taken back. */
export function makeRevocable(): void {
  if (native.isActive()) return;
  const flags = DENO_KINDS.map((kind) => `allow-${kind}`);
  if (option("--no-prompt") === undefined && getEnvironment("DENO_NO_PROMPT") === null) flags.push("prompt");
  native.activate(PermissionModel.DENO, true, flags, false);
  noteRestricted();
}

function noteRestricted(): void {
  setRestricted();
  guarded.install(native.hasBroker());
  launch().restricts = true;
}

/** Ends the last `narrow`. */
export function restore(): void {
  native.restore();
}

/**
 * For `native:permissions`; null for what this thread has. Throws a TypeError for another value. As in Deno, tests ignore
 * unknown names, and workers do not (`isStrict`).
 */
function scopesOf(options: unknown, isStrict: boolean): string[] | null {
  if (options === undefined || options === null || options === "inherit") return null;
  if (options === "none") return DENO_KINDS.map((kind) => `${kind}=none`);
  if (typeof options !== "object") throw new TypeError(`${described(options)}, expected "inherit" or "none" or object`);
  const given = options as Record<string, unknown>;
  const unknown = Object.keys(given).find((name) => !DENO_KINDS.includes(name));
  if (isStrict && unknown !== undefined) throw new TypeError("unknown permission name");
  return DENO_KINDS.flatMap((kind) => scopeOf(kind, given[kind]));
}

function scopeOf(kind: string, value: unknown): string[] {
  if (value === undefined || value === null || value === false) return [`${kind}=none`];
  if (value === true) return [`${kind}=granted`];
  if (value === "inherit") return [`${kind}=inherit`];
  if (!Array.isArray(value))
    throw new TypeError(`(deno.permissions.${kind}) ${described(value)}, expected "inherit" or boolean or string[]`);
  if (value.length === 0) return [`${kind}=none`];
  return value.map((one) => `${kind}:${text(kind, one)}`);
}

/** What is wrong with a value, in Deno's words. */
function described(value: unknown): string {
  if (typeof value === "string") return `invalid value: string "${value}"`;
  if (typeof value === "boolean") return `invalid type: boolean \`${value}\``;
  if (typeof value === "number")
    return `invalid type: ${Number.isInteger(value) ? "integer" : "floating point"} \`${value}\``;
  return Array.isArray(value) ? "invalid type: sequence" : "invalid type: map";
}

/** A string, or the path of a file URL, which only its address shows here: the class is of a higher tier. */
function text(kind: string, value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean")
    throw new TypeError(`(deno.permissions.${kind}) ${described(value)}, expected a string`);
  const address = `${value as string}`;
  return typeof value === "object" ? (pathOfFileUrl(address) ?? address) : address;
}
