// Synchronous module hooks (`module.registerHooks`): chains of `resolve` and `load`, the last registered is called first.
import type { HookContext, HookedLoad, HookedResolution } from "internal:loader/hook_types";
import { type Layer, setLayer, type Steps, SYNCHRONOUS_HOOKS } from "internal:loader/chain";
import { safe } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import { home } from "internal:core/program";
import { type Resolved, urlOf } from "internal:loader/resolve";
import { createModule } from "internal:loader/load";
import {
  conditionsOf,
  defaultLoad,
  defaultResolution,
  openFormat,
  publicFormat,
  resolvedByHooks,
  resolvedOfUrl,
  urlOfParent,
  withoutLanguage,
} from "internal:loader/default_hooks";
import defer * as errors from "internal:core/errors";
import defer * as hookedModules from "internal:loader/hooked_modules";
import defer * as commonjsHooks from "internal:loader/commonjs_hooks";
import { utf8ToString } from "native:buffer";

interface Hooks {
  resolve?: Hook;
  load?: Hook;
  /** Of hooks of ours: whether `load` may change the module, which is read for it otherwise. */
  changes?(url: string): boolean;
}

type Hook = (value: string, context: object, next: (value?: string, context?: object) => unknown) => unknown;

/** The result of a hook. */
type HookResult = (HookedResolution | HookedLoad) & { shortCircuit?: unknown };

const chain: Hooks[] = [];

/** Adds hooks; they are called before the present ones. */
export function register(hooks: Hooks): void {
  chain.push(hooks);
  setLayer(SYNCHRONOUS_HOOKS, layer);
}

/** Removes hooks. */
export function deregister(hooks: Hooks): void {
  const index = chain.indexOf(hooks);
  if (index === -1) return;
  chain.splice(index, 1);
  setLayer(SYNCHRONOUS_HOOKS, chain.length === 0 ? null : layer);
}

/** The steps through the hooks. They cannot wait, so they block for those of a thread. */
const layer: Layer = (next) => {
  const made: { -readonly [K in keyof Steps]?: Steps[K] } = { graphs: null };
  const hasResolve = chain.some((hooks) => hooks.resolve !== undefined);
  const hasLoad = chain.some((hooks) => hooks.load !== undefined);
  if (hasResolve) {
    made.resolve = (specifier, parent, attributes) => resolve(next, specifier, parent, false, attributes);
    made.resolveRequired = (request, parent) => resolve(next, request, parent, true, {});
    made.create = (url, resolved, attributes) => {
      checkNames(url, attributes);
      return (next.create ?? createModule)(url, resolved, attributes);
    };
  }
  if (hasLoad) {
    made.create = (url, resolved, attributes) => {
      const hooked = load(next, resolved, attributes, false);
      return hooked === null
        ? (next.create ?? createModule)(url, resolved, attributes)
        : hookedModules.create(url, resolved, attributes, hooked);
    };
    made.readRequired = (filename) => commonjsHooks.sourceOf(next, filename);
    made.loadRequiredBuiltin = (name) => commonjsHooks.loadBuiltinModule(next, name);
  }
  return made;
};

/** Calls the hooks from the newest to the oldest, then `last`. `check` validates the result of a hook. */
function runChain(
  name: "resolve" | "load",
  value: string,
  context: object,
  last: (value: string, context: HookContext) => HookResult,
  check: (result: any, hook: string) => void,
): any {
  // Hooks that are registered while the chain runs are for later requests.
  const hooks = chain.filter((hook) => hook[name] !== undefined).map((hook) => hook[name]!);
  const run = (index: number, current: string, currentContext: object): unknown => {
    if (index < 0) return last(current, currentContext);
    let calledNext = false;
    const next = (nextValue: string = current, nextContext?: object): unknown => {
      calledNext = true;
      return run(index - 1, nextValue, { ...currentContext, ...nextContext });
    };
    const result = hooks[index]!(current, currentContext, next) as HookResult | null | undefined;
    if (!calledNext && result?.shortCircuit !== true)
      throw new errors.ERR_INVALID_RETURN_PROPERTY_VALUE("true", name, "shortCircuit", result?.shortCircuit);
    if (result === null || typeof result !== "object")
      throw new errors.ERR_INVALID_RETURN_VALUE("an object", name, result);
    check(result, name);
    return result;
  };
  return run(hooks.length - 1, value, context);
}

/** Resolves through the hooks; `next` are the steps after them. */
function resolve(
  next: Steps,
  specifier: string,
  parent: string,
  isRequire: boolean,
  attributes: Record<string, string>,
): Resolved {
  const results = new Map<string, Resolved>();
  const last = (request: string, context: HookContext): HookedResolution => {
    const from = context.parentURL ?? parent;
    const found =
      next.resolveLast === null
        ? defaultResolution(request, from, isRequire, context.conditions)
        : next.resolveLast(request, from, isRequire, context);
    const url = urlOf(found);
    results.set(url, found);
    // Attributes that a hook passes on without returning them do not count.
    return {
      __proto__: null,
      url,
      format: isRequire ? formatOfRequired(found) : formatOfImported(found),
      importAttributes: undefined,
    } as HookedResolution;
  };
  const context = {
    conditions: conditionsOf(isRequire),
    importAttributes: { __proto__: null, ...attributes },
    parentURL: urlOfParent(parent),
  };
  const result: HookedResolution = runChain("resolve", specifier, context, last, checkResolved);
  const { importAttributes } = result;
  const known = results.get(result.url);
  const given = typeof result.format === "string" ? withoutLanguage(result.format) : undefined;
  if (known === undefined) return resolvedByHooks(result);
  const isKnown = given === undefined || result.format === publicFormat(known.format, known.path);
  const resolved = isKnown ? known : { ...known, format: given, givenFormat: result.format as string };
  return importAttributes === undefined ? resolved : { ...resolved, importAttributes };
}

// As in Node: `require` finds out the format of a file later, and an import that of a builtin.
function formatOfRequired({ format }: Resolved): string | undefined {
  return format === "builtin" ? format : undefined;
}

function formatOfImported({ format, path }: Resolved): string | null | undefined {
  return format === "builtin" ? undefined : (publicFormat(format, path) ?? null);
}

function checkResolved(result: { url: unknown; format?: unknown }, hook: string): void {
  if (typeof result.url !== "string")
    throw new errors.ERR_INVALID_RETURN_PROPERTY_VALUE("a URL string", hook, "url", result.url);
  if (result.format !== undefined && result.format !== null && typeof result.format !== "string") {
    throw new errors.ERR_INVALID_RETURN_PROPERTY_VALUE("a string", hook, "format", result.format);
  }
}

/** The source of a module from hooks. */
export interface HookedSource {
  /** `detect` when the syntax decides. */
  format: string;
  source: string | ArrayBuffer | ArrayBufferView | null;
  /** From hooks of `module.register()`, which are also called for the requests of a CommonJS module. */
  isAsync?: boolean;
  /** Whether the format was one of TypeScript. */
  isTypeScript?: boolean;
}

/** Calls the `load` hooks for a module; null when they do not change it. `next` are the steps after them. */
export function load(
  next: Steps,
  resolved: Resolved,
  attributes: Record<string, string>,
  isRequire: boolean,
): HookedSource | null {
  const url = urlOf(resolved);
  if (!chain.some((hooks) => hooks.load !== undefined && hooks.changes?.(url) !== false)) {
    checkNames(url, attributes);
    return null;
  }
  const own = resolved.givenFormat ?? publicFormat(resolved.format, resolved.path);
  let untouched: object | null = null;
  const last = (request: string, context: HookContext): HookedLoad => {
    checkNames(request, context.importAttributes ?? {});
    const result =
      next.loadLast === null
        ? defaultLoad(request, context.format, isRequire, true)
        : next.loadLast(request, isRequire, context);
    const hasOwnFormat = own === undefined ? context.format === format : result.format === own;
    if (request === url && hasOwnFormat) untouched = result;
    return result;
  };
  // As in Node: a format that the syntax decides is null for an import, and builtins have one for `require` alone.
  let format: string | null | undefined = own;
  if (own === undefined) format = isRequire ? openFormat(resolved.path) : null;
  else if (own === "builtin" && !isRequire) format = undefined;
  const context = {
    format,
    importAttributes: isRequire ? undefined : { __proto__: null, ...attributes },
    conditions: conditionsOf(isRequire),
  };
  const result: HookedLoad = runChain("load", url, context, last, checkLoaded);
  return result === untouched ? null : sourceOf(result, false);
}

/** Throws for attributes that no module has. */
function checkNames(url: string, attributes: Record<string, string>): void {
  if (home() === "bun") return;
  for (const [name, value] of safe.entries(attributes))
    if (name !== "type") throw new errors.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(name, value, url);
}

/** Converts the result of `load` hooks. Throws ERR_INVALID_RETURN_PROPERTY_VALUE for an invalid source. */
export function sourceOf(result: HookedLoad, isAsync: boolean): HookedSource {
  const source: unknown = result.source;
  const given = result.format ?? "detect";
  const format = given === "typescript" ? "detect" : withoutLanguage(given);
  const isTypeScript = format !== given;
  if (source === null || source === undefined) return { format, source: null, isAsync, isTypeScript };
  if (typeof source === "string" || ArrayBuffer.isView(source) || source instanceof ArrayBuffer || isShared(source))
    return { format, source: source as string, isAsync, isTypeScript };
  throw invalidSource(source);
}

function isShared(value: unknown): boolean {
  return typeof SharedArrayBuffer === "function" && value instanceof SharedArrayBuffer;
}

/** The error of a hook with an invalid source. */
export function invalidSource(source: unknown): Error {
  return new errors.ERR_INVALID_RETURN_PROPERTY_VALUE(
    "a string, an ArrayBuffer, or a TypedArray",
    "load",
    "source",
    source,
  );
}

function checkLoaded(result: { format?: unknown }, hook: string): void {
  if (result.format !== undefined && result.format !== null && typeof result.format !== "string") {
    throw new errors.ERR_INVALID_RETURN_PROPERTY_VALUE("a string", hook, "format", result.format);
  }
}

/** A source as a string. */
export function stringOf(source: string | ArrayBuffer | ArrayBufferView): string {
  if (typeof source === "string") return source;
  const bytes = bytesOf(source);
  return utf8ToString(bytes, 0, bytes.length);
}

/** The bytes of a source that is not a string. */
export function bytesOf(source: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** The path or URL of a module of hooks in stacks. */
export function nameOf(resolved: Resolved): string {
  const url = urlOf(resolved);
  return resolved.path === "" ? url : (pathOfFileUrl(url) ?? resolvedOfUrl(url, "detect").path);
}
