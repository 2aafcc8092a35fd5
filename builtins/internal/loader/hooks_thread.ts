// The thread of `module.register()`: it loads the modules of hooks, stores their chains, and responds to the requests of the
// thread that started it (`internal:loader/async_hooks`). Names and messages of errors are Node's.
import type { HookRequest, HookResponse } from "internal:loader/async_hooks";
import { conditionsOf, defaultLoad, defaultFormat, defaultResolution } from "internal:loader/default_hooks";
import { evaluate } from "internal:loader/evaluate";
import { fileUrl } from "internal:core/file_url";
import type { AsyncHooks, HookedLoad, HookedResolution } from "internal:loader/hook_types";
import { link } from "internal:loader/link";
import { surround } from "internal:loader/load_async";
import { loadNamed } from "internal:loader/run_main";
import { namespaceOf } from "internal:loader/namespace";
import { urlOf } from "internal:loader/resolve";
import { configureResolution } from "internal:loader/run_main";
import { type Launch } from "internal:core/launch";
import { onPortMessage, postTo } from "internal:web/messaging";
import { emitWarning } from "internal:core/process/warn";
import * as state from "internal:core/process/state";
import { nextTick } from "internal:core/ticks";
import { serializeError } from "internal:web/worker/errors";
import { type WorkerStart } from "internal:core/worker_state";
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_RETURN_PROPERTY_VALUE,
  ERR_INVALID_RETURN_VALUE,
  ERR_LOADER_CHAIN_INCOMPLETE,
  ERR_UNKNOWN_MODULE_FORMAT,
} from "internal:core/errors";
import { validateObject, validateString } from "internal:core/validators";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import * as urls from "web:url";
import { services, pinned, safe } from "internal:core/bootstrap";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as hooks from "internal:loader/hooks";
import { workingDirectory } from "internal:core/process/working_directory";
import { flush } from "native:stdio";
import * as messaging from "native:messaging";

type HookName = "resolve" | "load";
type Hook = (value: string, context: object, next: (value?: unknown, context?: object) => Promise<unknown>) => unknown;

/** The context of a hook, which hooks may change. */
interface HookContext {
  parentURL?: string;
  conditions?: unknown;
  format?: unknown;
}

/** A hook and its module. */
interface Link {
  run: Hook;
  url: string;
}

const chains: Record<HookName, Link[]> = {
  resolve: [{ run: resolveByDefault, url: "node:internal/modules/esm/resolve" }],
  load: [{ run: loadByDefault, url: "node:internal/modules/esm/load" }],
};

/** Validates the arguments of `next` and the result of a hook. */
interface Checks {
  argument(where: string, value: unknown, context: unknown): void;
  result(where: string, value: unknown): void;
}

/** The state of a running chain. */
interface Run {
  context: object;
  /** The hook that was called last, for errors. */
  where: string;
  isAtEnd: boolean;
  isShort: boolean;
}

let port = 0;
const open = pinned(new Set<number>());
/** Settles when the hooks of the command line are registered; requests wait for it. */
let ready: Promise<unknown> = Promise.resolve();

/** Starts the thread. */
export function run(start: WorkerStart, program: Launch): void {
  port = start.port;
  messaging.own(port);
  onPortMessage(port, { receiveMessage, portClosed: () => state.exitNow(0) });
  services().process.on("exit", (code: number) => send({ exitCode: code }));
  configureResolution(program);
  surround(new LocalHooks());
  const folder = workingDirectory();
  for (const request of program.require) commonjs.preloadFor(folder, request);
  const loaders: string[] = JSON.parse(start.entry);
  ready = registerAll(loaders, `${fileUrl(folder)}/`);
  messaging.ref(port);
  messaging.start(port);
}

async function registerAll(loaders: string[], parentURL: string): Promise<void> {
  try {
    for (const loader of loaders) await registerModule(loader, parentURL, undefined);
  } catch (error) {
    // Without its hooks the program must not run.
    send({ error: serializeError(error) });
    await new Promise(() => {});
  }
}

/** Sends an uncaught error to the thread that waits for responses. */
export function reportFatal(error: unknown): void {
  send({ error: serializeError(error) });
}

/** Called when the loop has no more work: the in-flight requests will never settle. */
export function reportUnsettled(): void {
  state.runBeforeExit();
  for (const id of open) send({ id, isUnsettled: true });
  open.clear();
  if (port !== 0) messaging.ref(port);
}

function receiveMessage({ bytes, transferred }: Serialized): void {
  const request: HookRequest = deserialize(bytes, transferred);
  open.add(request.id);
  // The port keeps the loop alive only while there is no in-flight request: so the loop ends when a response cannot come any more.
  messaging.unref(port);
  void respond(request);
}

async function respond({ id, method, arguments: values }: HookRequest): Promise<void> {
  let reply: HookResponse;
  try {
    await ready;
    reply = { id, value: await METHODS[method]!(...values) };
  } catch (error) {
    reply = { id, error: serializeError(error) };
  }
  // Warnings of the hooks are printed in a tick.
  await new Promise<void>((resolve) => nextTick(resolve));
  if (!open.delete(id)) return;
  // The output of the hooks precedes the output that follows from their response.
  flush();
  try {
    send(reply);
  } catch (error) {
    send({ id, error: serializeError(error) });
  }
  if (open.size === 0) messaging.ref(port);
}

function send(reply: HookResponse): void {
  postTo(port, serialize(reply));
}

const METHODS: Record<HookRequest["method"], (...values: any[]) => Promise<unknown>> = {
  resolve: resolveWithHooks,
  load: loadWithHooks,
  register: registerModule,
};

/** The hooks as the loader of this thread calls them, for the modules of hooks. */
class LocalHooks implements AsyncHooks {
  resolveSync(specifier: string, parentURL: string | undefined): HookedResolution {
    return resolutionFor(specifier, parentURL, undefined);
  }
  loadSync(url: string, format: string | undefined): HookedLoad {
    return defaultLoad(url, format, false, false);
  }
  resolve(
    specifier: string,
    parentURL: string | undefined,
    attributes: Record<string, string>,
  ): Promise<HookedResolution> {
    return resolveWithHooks(specifier, parentURL, attributes);
  }
  load(url: string, format: string | undefined, attributes: Record<string, string>): Promise<HookedLoad> {
    return loadWithHooks(url, format, attributes);
  }
  register(specifier: string, parentURL: string, data: unknown): void {
    const before = ready;
    ready = (async () => {
      await before;
      await registerModule(specifier, parentURL, data);
    })();
  }
}

let hasWarnedOfPreload = false;

/** Adds the hooks of a module to the chains and calls its `initialize`. */
async function registerModule(specifier: string, parentURL: string, data: unknown): Promise<void> {
  const module = await loadNamed(specifier, parentURL);
  link(module);
  await evaluate(module);
  const exported = namespaceOf(module) as {
    initialize?: (data: unknown) => unknown;
    resolve?: Hook;
    load?: Hook;
    globalPreload?: unknown;
  };
  const { initialize, resolve, load, globalPreload } = exported;
  if (globalPreload !== undefined && initialize === undefined && !hasWarnedOfPreload) {
    hasWarnedOfPreload = true;
    emitWarning("`globalPreload` has been removed; use `initialize` instead.", "UnsupportedWarning");
  }
  if (resolve !== undefined) chains.resolve.push({ run: resolve, url: module.url });
  if (load !== undefined) chains.load.push({ run: load, url: module.url });
  if (initialize !== undefined) await initialize(data);
}

function resolutionFor(specifier: string, parentURL: string | undefined, conditions: unknown): HookedResolution {
  const found = defaultResolution(specifier, parentURL ?? "", false, conditions);
  return { __proto__: null, url: urlOf(found), format: defaultFormat(found) } as HookedResolution;
}

function resolveByDefault(specifier: string, context: HookContext): HookedResolution {
  return resolutionFor(specifier, context.parentURL, context.conditions);
}

function loadByDefault(url: string, context: HookContext): HookedLoad {
  if (!("importAttributes" in context) && "importAssertions" in context) warnOfAssertions();
  return defaultLoad(url, context.format, false, false);
}

async function resolveWithHooks(
  specifier: string,
  parentURL: string | undefined,
  importAttributes: Record<string, string>,
): Promise<HookedResolution> {
  const context = withAssertions({ conditions: conditionsOf(false), importAttributes, parentURL });
  const { result, where } = await runChain("resolve", specifier, context, {
    argument: checkSpecifier,
    result: checkIsObject,
  });
  const { format, importAssertions, url } = result;
  let { importAttributes: attributes } = result;
  if (importAssertions !== undefined && attributes === undefined) {
    warnOfAssertions();
    attributes = importAssertions;
  }
  if (typeof url !== "string" || !urls.URL.canParse(url))
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a URL string", where, "url", url);
  if (attributes !== undefined && (typeof attributes !== "object" || attributes === null)) {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("an object", where, "importAttributes", attributes);
  }
  if (format !== undefined && format !== null && typeof format !== "string")
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string", where, "format", format);
  return attributes === undefined ? { url, format } : { url, format, importAttributes: { ...attributes } };
}

function checkSpecifier(where: string, specifier: unknown, context: unknown): void {
  validateString(specifier, `${where} specifier`);
  if (context) validateObject(context, `${where} context`);
}

function checkIsObject(where: string, value: unknown): void {
  if (typeof value !== "object" || value === null) throw new ERR_INVALID_RETURN_VALUE("an object", where, value);
}

async function loadWithHooks(
  url: string,
  format: string | undefined,
  importAttributes: Record<string, string>,
): Promise<HookedLoad> {
  const context = withAssertions({ format, importAttributes });
  const { result, where } = await runChain("load", url, context, { argument: checkUrl, result: checkIsObject });
  const { format: given, source } = result;
  if (given === undefined || given === null) throw new ERR_UNKNOWN_MODULE_FORMAT(given, url);
  if (typeof given !== "string") throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string", where, "format", given);
  const isText =
    source === undefined ||
    source === null ||
    typeof source === "string" ||
    ArrayBuffer.isView(source) ||
    source instanceof ArrayBuffer;
  if (!isText && Object.prototype.toString.call(source) !== "[object SharedArrayBuffer]") {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE("a string, an ArrayBuffer, or a TypedArray", where, "source", source);
  }
  return {
    format: given,
    source:
      typeof source === "string" || source === null || source === undefined ? source : hooks.bytesOf(source).slice(),
  };
}

function checkUrl(where: string, url: unknown, context: unknown): void {
  if (typeof url !== "string") throw new ERR_INVALID_ARG_TYPE(`${where} url`, "a URL string", url);
  if (!urls.URL.canParse(url)) throw new ERR_INVALID_ARG_VALUE(`${where} url`, url, "should be a URL string");
  if (context) validateObject(context, `${where} context`);
}

/** Adds the former name of `importAttributes`, which hooks written for Node 18 read. */
function withAssertions<T extends { importAttributes: object }>(context: T): T {
  return safe.defineProperty(context, "importAssertions", {
    get(this: T) {
      warnOfAssertions();
      return this.importAttributes;
    },
    set(this: T, value: T["importAttributes"]) {
      warnOfAssertions();
      this.importAttributes = value;
    },
    configurable: true,
  });
}

let hasWarnedOfAssertions = false;

function warnOfAssertions(): void {
  if (hasWarnedOfAssertions) return;
  hasWarnedOfAssertions = true;
  emitWarning("Use `importAttributes` instead of `importAssertions`", "ExperimentalWarning");
}

/** Calls the hooks, the last registered first. Throws their errors, and ERR_LOADER_CHAIN_INCOMPLETE. */
async function runChain(
  name: HookName,
  value: string,
  context: object,
  checks: Checks,
): Promise<{ result: any; where: string }> {
  const chain = chains[name];
  const state: Run = { context, where: "", isAtEnd: false, isShort: false };
  const result: any = await nextOf(name, chain, chain.length - 1, state, checks)(value, context);
  checks.result(state.where, result);
  if (result.shortCircuit) state.isShort = true;
  if (!state.isAtEnd && !state.isShort) throw new ERR_LOADER_CHAIN_INCOMPLETE(state.where);
  return { result, where: state.where };
}

/** The function that calls hook `index` of a chain: `nextResolve` or `nextLoad` of the hook before it. */
function nextOf(
  name: HookName,
  chain: Link[],
  index: number,
  state: Run,
  checks: Checks,
): (value?: unknown, context?: object) => Promise<unknown> {
  const title = name === "resolve" ? "nextResolve" : "nextLoad";
  const { run: hook, url } = chain[index]!;
  const next = index > 0 ? nextOf(name, chain, index - 1, state, checks) : unreachable;
  const call = async (value: unknown = undefined, context: object | undefined = undefined): Promise<unknown> => {
    state.where = `${url} '${name}'`;
    checks.argument(`${state.where} hook's ${title}()`, value, context);
    if (index === 0) state.isAtEnd = true;
    if (context) safe.assign(state.context, context);
    const result = (await hook(value as string, state.context, next)) as { shortCircuit?: unknown };
    checks.result(`${state.where} hook's ${title}()`, result);
    if (result.shortCircuit === true) state.isShort = true;
    return result;
  };
  return safe.defineProperty(call, "name", { value: title });
}

async function unreachable(): Promise<never> {
  throw new Error("the chain of hooks has no further member");
}
