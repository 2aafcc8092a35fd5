// Synchronous module hooks (`module.registerHooks`): chains of `resolve` and `load`, the last registered asked first.
import { countHooks } from "internal:loader/hook_state";
import { fileUrl, pathOfFileUrl } from "internal:loader/file_url";
import { type Resolved, resolvedOfUrl, resolveWithoutHooks, urlOf } from "internal:loader/resolve";
import { home } from "internal:program";
import { ERR_INVALID_RETURN_PROPERTY_VALUE, ERR_INVALID_RETURN_VALUE } from "internal:errors";
import { formatOf } from "native:modules";
import { readFileSync, readFileTextSync } from "native:fs";
import { utf8ToString } from "native:buffer";
import defer * as buffer from "node:buffer";

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

const CONDITIONS: Record<string, [string[], string[]]> = {
  node: [["node", "import", "module-sync", "node-addons"], ["node", "require", "module-sync", "node-addons"]],
  bun: [["bun", "node", "import", "node-addons"], ["bun", "node", "require", "node-addons"]],
  deno: [["deno", "node", "import", "module-sync"], ["node", "require", "module-sync"]],
};

function conditions(isRequire: boolean): string[] {
  return [...CONDITIONS[home()]![isRequire ? 1 : 0]];
}

/** Calls the hooks from the newest to the oldest, then `last`. `check` looks at what a hook returned. */
function runChain(name: "resolve" | "load", value: string, context: object, last: (value: string, context: any) => any, check: (result: any, hook: string) => void): any {
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
    if (!wentOn && result?.shortCircuit !== true) throw new ERR_INVALID_RETURN_PROPERTY_VALUE("true", name, "shortCircuit", result?.shortCircuit);
    if (result === null || typeof result !== "object") throw new ERR_INVALID_RETURN_VALUE("an object", name, result);
    check(result, name);
    return result;
  };
  return run(hooks.length - 1, value, context);
}

/** Resolves through the hooks. */
export function resolve(specifier: string, parent: string, isRequire: boolean, attributes: Record<string, string>): Resolved {
  const parentURL = parent.startsWith("/") ? fileUrl(parent) : parent;
  const results = new Map<string, Resolved>();
  const last = (asked: string, context: any): object => {
    const from = pathOfFileUrl(context.parentURL ?? parentURL) ?? context.parentURL ?? parent;
    const isUrl = asked.startsWith("file:");
    const found = resolveWithoutHooks(isRequire && isUrl ? pathOfFileUrl(asked)! : asked, from, isRequire && !asked.startsWith("data:"));
    const url = urlOf(found);
    results.set(url, found);
    return { __proto__: null, url, format: publicFormat(found.format), importAttributes: context.importAttributes };
  };
  const context = { conditions: conditions(isRequire), importAttributes: { __proto__: null, ...attributes }, parentURL };
  const result = runChain("resolve", specifier, context, last, checkResolved);
  const known = results.get(result.url);
  const given = privateFormat(result.format);
  if (known !== undefined) return given === undefined || given === publicFormat(known.format) ? known : { ...known, format: given };
  const path = pathOfFileUrl(result.url);
  return resolvedOfUrl(result.url, given ?? (path === null ? "module" : formatOf(path)));
}

function checkResolved(result: any, hook: string): void {
  if (typeof result.url !== "string") throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a URL string", hook, "url", result.url);
  if (result.format !== undefined && result.format !== null && typeof result.format !== "string") {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string", hook, "format", result.format);
  }
}

function publicFormat(format: string): string | undefined {
  return format === "detect" ? undefined : format;
}

function privateFormat(format: unknown): string | undefined {
  if (typeof format !== "string") return undefined;
  return format.endsWith("-typescript") ? format.slice(0, -"-typescript".length) : format;
}

/** What the hooks say a module's source is; null to load it as always. */
export interface HookedSource {
  format: string;
  source: string | null;
}

/** Asks the `load` hooks about a module. */
export function load(resolved: Resolved, attributes: Record<string, string>, isRequire: boolean): HookedSource | null {
  const url = urlOf(resolved);
  let untouched: object | null = null;
  const last = (asked: string, context: any): object => {
    const path = pathOfFileUrl(asked);
    const format = context.format ?? (path === null ? resolved.format : publicFormat(formatOf(path)));
    if (resolved.format === "builtin" && asked === url) return (untouched = { format: "builtin", source: null });
    const source = path === null ? null : isRequire ? readFileTextSync(path, 0) : nodeBuffer(readFileSync(path, 0));
    const result = { __proto__: null, format, source };
    if (asked === url && format === publicFormat(resolved.format)) untouched = result;
    return result;
  };
  const context = { conditions: conditions(isRequire), importAttributes: { __proto__: null, ...attributes }, format: publicFormat(resolved.format) };
  const result = runChain("load", url, context, last, checkLoaded);
  const { source } = result;
  if (result === untouched) return null;
  const format = privateFormat(result.format) ?? "detect";
  if (source === null || source === undefined) return { format, source: null };
  if (typeof source === "string") return { format, source };
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return { format, source: decode(source) };
  throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string, an ArrayBuffer, or a TypedArray", "load", "source", source);
}

function checkLoaded(result: any, hook: string): void {
  if (result.format !== undefined && result.format !== null && typeof result.format !== "string") {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string", hook, "format", result.format);
  }
}

function nodeBuffer(bytes: Uint8Array): Uint8Array {
  return buffer.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function decode(source: ArrayBufferView | ArrayBuffer): string {
  const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
  return utf8ToString(bytes, 0, bytes.length);
}
