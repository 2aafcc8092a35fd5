// Synchronous module hooks (`module.registerHooks`): chains of `resolve` and `load`, the last registered asked first.
import { asyncHooks, countHooks, type HookedLoad, type HookedResolution } from "internal:loader/hook_state";
import { pathOfFileUrl } from "internal:core/file_url";
import {
  type Resolved,
  resolveBehindHooks,
  resolvedByHooks,
  resolvedOfUrl,
  urlOf,
  urlOfParent,
  withoutLanguage,
} from "internal:loader/resolve";
import { conditionsOf, defaultLoad, defaultResolution, publicFormat } from "internal:loader/default_hooks";
import { ERR_INVALID_RETURN_PROPERTY_VALUE, ERR_INVALID_RETURN_VALUE } from "internal:core/errors";
import { utf8ToString } from "native:buffer";

interface Hooks {
  resolve?: (specifier: string, context: object, next: Function) => any;
  load?: (url: string, context: object, next: Function) => any;
}

const chain: Hooks[] = [];

/** Adds hooks; they are asked before those that are there. */
export function register(hooks: Hooks): void {
  chain.push(hooks);
  countHooks(hooks.resolve !== undefined, hooks.load !== undefined, 1);
}

/** Removes hooks. */
export function deregister(hooks: Hooks): void {
  const index = chain.indexOf(hooks);
  if (index === -1) return;
  chain.splice(index, 1);
  countHooks(hooks.resolve !== undefined, hooks.load !== undefined, -1);
}

/** Calls the hooks from the newest to the oldest, then `last`. `check` looks at what a hook returned. */
function runChain(
  name: "resolve" | "load",
  value: string,
  context: object,
  last: (value: string, context: any) => any,
  check: (result: any, hook: string) => void,
): any {
  // Hooks that are registered while the chain runs are for later questions.
  const hooks = chain.filter((hook) => hook[name] !== undefined).map((hook) => hook[name]!);
  const run = (index: number, current: string, currentContext: object): any => {
    if (index < 0) return last(current, currentContext);
    let wentOn = false;
    const next = (nextValue: string = current, nextContext?: object): any => {
      wentOn = true;
      return run(index - 1, nextValue, { ...currentContext, ...nextContext });
    };
    const result = hooks[index]!(current, currentContext, next);
    if (!wentOn && result?.shortCircuit !== true)
      throw new ERR_INVALID_RETURN_PROPERTY_VALUE("true", name, "shortCircuit", result?.shortCircuit);
    if (result === null || typeof result !== "object") throw new ERR_INVALID_RETURN_VALUE("an object", name, result);
    check(result, name);
    return result;
  };
  return run(hooks.length - 1, value, context);
}

/** Resolves through the hooks. */
export function resolve(
  specifier: string,
  parent: string,
  isRequire: boolean,
  attributes: Record<string, string>,
): Resolved {
  const parentURL = urlOfParent(parent);
  const results = new Map<string, Resolved>();
  const last = (asked: string, context: any): HookedResolution => {
    const from: string = context.parentURL ?? parent;
    const found =
      asyncHooks() === null || isRequire
        ? defaultResolution(asked, from, isRequire, context.conditions)
        : resolveBehindHooks(asked, from, false, context.importAttributes);
    const url = urlOf(found);
    results.set(url, found);
    return {
      __proto__: null,
      url,
      format: publicFormat(found.format, found.path),
      importAttributes: context.importAttributes,
    } as HookedResolution;
  };
  const context = {
    conditions: conditionsOf(isRequire),
    importAttributes: { __proto__: null, ...attributes },
    parentURL,
  };
  const result: HookedResolution = runChain("resolve", specifier, context, last, checkResolved);
  const { importAttributes } = result;
  const known = results.get(result.url);
  const given = typeof result.format === "string" ? withoutLanguage(result.format) : undefined;
  if (known === undefined) return resolvedByHooks(result);
  const resolved = given === undefined || given === known.format ? known : { ...known, format: given };
  return importAttributes === undefined ? resolved : { ...resolved, importAttributes };
}

function checkResolved(result: any, hook: string): void {
  if (typeof result.url !== "string")
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a URL string", hook, "url", result.url);
  if (result.format !== undefined && result.format !== null && typeof result.format !== "string") {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string", hook, "format", result.format);
  }
}

/** What the hooks say a module's source is. */
export interface HookedSource {
  /** `detect` when they leave it to the text. */
  format: string;
  source: string | ArrayBuffer | ArrayBufferView | null;
  /** The hooks were those of `module.register()`: what CommonJS text of theirs requires goes through them. */
  isAsync?: boolean;
  /** The format said TypeScript. */
  isTypeScript?: boolean;
}

/** Asks the `load` hooks about a module; null when they leave it as it is. */
export function load(resolved: Resolved, attributes: Record<string, string>, isRequire: boolean): HookedSource | null {
  const url = urlOf(resolved);
  let untouched: object | null = null;
  const last = (asked: string, context: any): HookedLoad => {
    const others = isRequire ? null : asyncHooks();
    if (others !== null) return others.loadSync(asked, context.format ?? undefined, context.importAttributes ?? {});
    const result = defaultLoad(asked, context.format, isRequire, true);
    if (asked === url && result.format === publicFormat(resolved.format, resolved.path)) untouched = result;
    return result;
  };
  const context = {
    conditions: conditionsOf(isRequire),
    importAttributes: { __proto__: null, ...attributes },
    format: publicFormat(resolved.format, resolved.path),
  };
  const result: HookedLoad = runChain("load", url, context, last, checkLoaded);
  return result === untouched ? null : sourceOf(result, false);
}

/** What an answer of hooks means. Throws ERR_INVALID_RETURN_PROPERTY_VALUE for a source of another kind. */
export function sourceOf(result: HookedLoad, isAsync: boolean): HookedSource {
  const source: unknown = result.source;
  const given = result.format ?? "detect";
  const format = withoutLanguage(given);
  const isTypeScript = format !== given;
  if (source === null || source === undefined) return { format, source: null, isAsync, isTypeScript };
  if (typeof source === "string" || ArrayBuffer.isView(source) || source instanceof ArrayBuffer || isShared(source))
    return { format, source: source as string, isAsync, isTypeScript };
  throw wrongSource(source);
}

function isShared(value: unknown): boolean {
  return typeof SharedArrayBuffer === "function" && value instanceof SharedArrayBuffer;
}

/** The error of a hook whose source is nothing that can be loaded. */
export function wrongSource(source: unknown): Error {
  return new ERR_INVALID_RETURN_PROPERTY_VALUE("a string, an ArrayBuffer, or a TypedArray", "load", "source", source);
}

function checkLoaded(result: any, hook: string): void {
  if (result.format !== undefined && result.format !== null && typeof result.format !== "string") {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string", hook, "format", result.format);
  }
}

/** The text of a source. */
export function textOf(source: string | ArrayBuffer | ArrayBufferView): string {
  if (typeof source === "string") return source;
  const bytes = bytesOf(source);
  return utf8ToString(bytes, 0, bytes.length);
}

/** The bytes of a source that is no text. */
export function bytesOf(source: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** The path or URL under which a module of hooks is known to stacks. */
export function nameOf(resolved: Resolved): string {
  const url = urlOf(resolved);
  return resolved.path === "" ? url : (pathOfFileUrl(url) ?? resolvedOfUrl(url, "detect").path);
}
