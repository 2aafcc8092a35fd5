// Whether a test file left its realm as it was: then the next file runs in it as if in a new one, at a tenth of the cost. Compared
// are the global object, the intrinsics and the exports of loaded builtins, property by property; whatever has state that such
// a comparison does not see may not be loaded at all (`docs/decisions/0086-reused-test-realms.md`).
import { evaluation, isLoaded, load, loadedBuiltins, pendingRequests, pinned, safe } from "internal:core/bootstrap";
import { loopState } from "internal:core/loop_state";
import { getDefaultMaxListeners } from "internal:core/events/limits";
import { clearTimers } from "internal:core/timers";
import * as intrinsics from "internal:ecmascript/intrinsics";
import { environmentChangeCount } from "internal:core/process/environment";
import * as state from "internal:core/process/state";
import { HOOKS_THREAD, hasLayer, PLUGINS, SYNCHRONOUS_HOOKS } from "internal:loader/chain";
import * as commonjs from "internal:loader/commonjs";
import * as codeRegistry from "internal:loader/code_registry";
import { expect, forgetExtensions } from "internal:test_runner/expect/expect";
import { forgetSerializers } from "internal:test_runner/expect/snapshot_format";
import { forgetTesters } from "internal:test_runner/expect/state";
import processModule from "internal:node/process";
import defer * as bufferLimits from "internal:core/buffer/limits";
import defer * as streamLimits from "internal:node/streams/high_water_mark";
import defer * as httpServers from "internal:http_server/fetch_server";
import defer * as commonjsNames from "internal:loader/commonjs_lookup";
import defer * as identity from "internal:node/process/identity";
import defer * as blobUrls from "internal:web/blob_urls";
import defer * as performances from "web:performance";
import { type Holder, sizeGetterOf, WatchedObjects } from "internal:test_runner/dialects/watched_objects";
import { LoopWord } from "native:realm";

/** What a file loaded that its realm did not have at its beginning; later realms load it first, so that changes of it are seen. */
export interface Loaded {
  builtins: string[];
  /** Globals, and members of those in `HOLDERS`, that are made when they are first read: `fetch`, `Bun.semver`. */
  globals: string[];
}

/** Builtins whose whole state that programs can reach is in properties, or is compared here. */
const WITHOUT_HIDDEN_STATE = [
  /^internal:(?:core|ecmascript|loader|startup|http_server)\b/,
  /^internal:web\/(?:clone|web_streams|url|events?|encoding|blob|fetch|fetch_headers|http|performance|crypto)\b/,
  /^internal:web\/(?:blob_stream|blob_urls|file_source|file_stream|file_url_argument|file_urls|home_extensions|messaging|mime_types|serialized_url|usual_url|web_interface|webidl_iterable|websocket|worker\/events)\b/,
  /^internal:test_runner\/(?:expect|dialects|clock|scope|shuffle|processor_wait|own_signals|(?:jest\/(?:mock|spy|vi_object|jest_object|clock_control|timer_functions|fake_|call_|automock|bun_times|missing_exports|module_(?:mocks|names))|mock\/date))/,
  /^(?:internal:)?node[:/](?:assert|buffer|console|constants|crypto|events|fs|module|os|path|perf_hooks|process|querystring|streams?|string_decoder|timers|tty|url|util|zlib)\b/,
  /^internal:node\/(?:v8(?:\/(?:collections|defaults|deserializer|engine_flags|gc_profiler|heap_statistics|serializer))?|worker\/(?:atomics|unavailable_in_worker))$/,
  /^internal:bun\/(?:errors|file|file_routes|hash|inspect|inspect_members|main|node_extensions|pages(?:\/manifest)?|route_request|router|semver|serve|server_websocket|static_routes|web_extensions|websocket_messages)$/,
  /^web:(?:abort|base64|blob|body|close_event|crypto|crypto_key|dom_exception|encoding|event|event_listeners|event_target|fetch|form_data|headers|message_event|navigator|performance|request|response|streams|structured_clone|url|url_pattern|url_search_params|websocket)$/,
  /^bun:(?:main|test)$/,
];
const WITH_HIDDEN_STATE = [
  /^internal:core\/(?:async\/(?:hooks|promise_then)|diagnostics_channel)/,
  /^internal:ecmascript\/temporal\/date_time_format$/,
  /^internal:loader\/(?:hooks_thread|module_register)/,
  /^internal:test_runner\/dialects\/(?:environments|fixtures|root_hooks)$/,
  /^internal:node\/fs\/(?:watch|promises\/watch)/,
];

/** Builtins whose exports programs can reach: accessors of one module lead to another one. */
const IS_REACHABLE = /^(?:internal:)?(?:bun|node|web)[:/]|^internal:core\/(?:buffer|events|util)\//;

type Callable = (...args: never[]) => unknown;

interface Process {
  env: Record<string, string | undefined>;
  argv: string[];
  cwd(): string;
  hasUncaughtExceptionCaptureCallback(): boolean;
  eventNames(): (string | symbol)[];
  rawListeners(name: string | symbol): Callable[];
  removeListener(name: string | symbol, listener: Callable): void;
}

const process = processModule as unknown as Process;

/** What every file loads that runs at all. */
const ALWAYS_LOADED = ["internal:loader/evaluate", "node:events"];
/** Globals that many files read; that of the console gets more members when it is made. */
const ALWAYS_MADE =
  "console setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask".split(" ");

/**
 * What files with a window use of this runtime: a realm with the package of a window is too expensive to end for it. The streams
 * get listeners while they are first written to.
 */
const MADE_BESIDE_WINDOW = (
  "process.stdout process.stderr performance Intl URL URLSearchParams AbortController AbortSignal TextEncoder TextDecoder " +
  "structuredClone MessageChannel MessagePort MessageEvent Event EventTarget Headers Request Response FormData Blob File crypto"
).split(" ");

/** Globals with many members that are made when they are first read. */
const HOLDERS = ["Bun", "Deno", "process"];

/** How deep objects that are no functions are followed from the global object and from exports. */
const DEPTH_MAX = 2;

export class RealmBaseline {
  readonly #objects = new WatchedObjects(isOfFile);
  /** The builtins whose exports are watched, if programs reach them; others came later and have hidden state. */
  readonly #builtins = pinned(new Set<string>());
  readonly #defaults = new Defaults();
  readonly #references = loopState[LoopWord.REFERENCES]!;
  /** A builtin that the file loaded and whose state is not compared. */
  #unknownState: string | null = null;
  #environment = "";
  /** The count of changes of the environment when it was noted. */
  #environmentChanges = -1;
  #listeners: ReadonlyMap<string | symbol, Callable[]> = new Map();
  #directory = "";
  #arguments = "";

  /**
   * `known`: what earlier files of the run loaded. Loads it. `hasEnvironment`: the builtins that are loaded now are those of the
   * package of an environment, which stays; their state is not that of a file.
   */
  constructor(known: Loaded, hasEnvironment: boolean) {
    for (const id of ALWAYS_LOADED) load(id);
    for (const id of known.builtins) load(id);
    // What files install when they first mention it must not be taken back.
    intrinsics.install();
    codeRegistry.mainRegistry();
    process.cwd();
    // The comparison itself must load nothing.
    sizeGetterOf(globalThis);
    for (const path of [...ALWAYS_MADE, ...known.globals]) readPath(path);
    if (hasEnvironment) for (const path of MADE_BESIDE_WINDOW) readPath(path);
    this.#objects.watch(globalThis, DEPTH_MAX);
    for (const intrinsic of hiddenIntrinsics()) this.#objects.watch(intrinsic, 0);
    this.#objects.watch(expect, 1);
    // Its counters are in an object of its state.
    this.#objects.watch((globalThis as { console?: object }).console!, DEPTH_MAX);
    this.#objects.watch(commonjs.Module, 1);
    this.#noteLoaded();
    if (hasEnvironment) this.#unknownState = null;
    evaluation.done = () => this.#noteLoaded();
  }

  /** Notes what was evaluated just now, before the file can change it. */
  #noteLoaded(): void {
    const ids = loadedBuiltins();
    for (let index = this.#builtins.size; index < ids.length; index++) {
      const id = ids[index]!;
      this.#builtins.add(id);
      this.#watchBuiltin(id);
      if (hasHiddenState(id)) this.#unknownState ??= id;
    }
    this.#defaults.note();
  }

  #watchBuiltin(id: string): void {
    if (IS_REACHABLE.test(id)) this.#objects.watch(load(id), DEPTH_MAX);
  }

  /** Notes what may differ from file to file: variables, listeners, arguments. */
  beginFile(): void {
    this.#noteEnvironment();
    this.#listeners = listeners();
    this.#directory = process.cwd();
    this.#arguments = process.argv.join("\0");
  }

  /**
   * Takes back what the file changed: timers, listeners of `process`, extensions of `expect`, globals, methods of builtins. The
   * first difference that remains, as a reason; null when there is none.
   */
  difference(): string | null {
    clearTimers();
    forgetExtensions();
    forgetTesters();
    forgetSerializers();
    this.#removeListeners();
    if (isLoaded("web:performance")) clearTimeline();
    return this.#pendingWork() ?? this.#processChange() ?? this.#changedProperty() ?? this.#newState();
  }

  /** What later realms of the run are to load first. */
  loaded(): Loaded {
    return {
      builtins: [],
      globals: [
        ...this.#objects.madeMembers(globalThis, ""),
        ...HOLDERS.flatMap((name) => this.#membersOfGlobal(name)),
      ],
    };
  }

  #membersOfGlobal(name: string): string[] {
    const holder = safe.getOwnPropertyDescriptor(globalThis, name)?.value as Holder | undefined;
    return holder === undefined ? [] : this.#objects.madeMembers(holder, `${name}.`);
  }

  #pendingWork(): string | null {
    if (loopState[LoopWord.IMMEDIATES] !== 0) return "an immediate is queued";
    if (pendingRequests.size > 0) return "a request is in flight";
    if (loopState[LoopWord.REFERENCES] !== this.#references) return "something is open";
    if (isLoaded("internal:http_server/fetch_server") && httpServers.isListening()) return "a server is open";
    return null;
  }

  #processChange(): string | null {
    if (hasLayer(SYNCHRONOUS_HOOKS) || hasLayer(HOOKS_THREAD) || hasLayer(PLUGINS)) return "the loader has hooks";
    if (state.getExitCode() !== undefined) return "the exit code is set";
    if (this.#hasOtherEnvironment()) return "a variable changed";
    if (this.#hasOtherListeners()) return "process has other listeners";
    if (process.cwd() !== this.#directory) return "the current folder changed";
    if (this.#defaults.hasChanged()) return "a default of a module changed";
    if (process.argv.join("\0") !== this.#arguments) return "process.argv changed";
    if (isLoaded("internal:web/blob_urls") && blobUrls.hasObjectUrls()) return "a blob has a URL";
    if (isLoaded("internal:node/process/identity") && identity.hasChangedMask()) return "the mask of new files changed";
    if (process.hasUncaughtExceptionCaptureCallback()) return "process captures exceptions";
    if (isLoaded("internal:loader/commonjs_lookup") && commonjsNames.isWrapperChanged()) return "Module.wrap changed";
    return null;
  }

  #noteEnvironment(): void {
    if (environmentChangeCount() === this.#environmentChanges) return;
    this.#environmentChanges = environmentChangeCount();
    this.#environment = environment();
  }

  #hasOtherEnvironment(): boolean {
    return environmentChangeCount() !== this.#environmentChanges && environment() !== this.#environment;
  }

  #removeListeners(): void {
    for (const [name, now] of listeners()) {
      const before = this.#listeners.get(name) ?? [];
      for (const listener of now.slice(before.length)) process.removeListener(name, listener);
    }
  }

  #hasOtherListeners(): boolean {
    const now = listeners();
    const isSame = ([name, before]: [string | symbol, Callable[]]): boolean =>
      now.get(name)?.length === before.length && before.every((one, index) => now.get(name)![index] === one);
    return now.size !== this.#listeners.size || ![...this.#listeners].every(isSame);
  }

  #changedProperty(): string | null {
    const key = this.#objects.restore();
    return key === null ? null : `the property ${String(key)} changed`;
  }

  #newState(): string | null {
    return this.#unknownState === null ? null : `${this.#unknownState} was loaded`;
  }
}

const { _cache: cacheOfModules } = commonjs.Module as unknown as { _cache: object };

/** Objects that are other ones for each file: they are compared otherwise, or made anew. */
function isOfFile(holder: Holder): boolean {
  if (holder === codeRegistry.mainRegistry()) return true;
  return holder === process.env || holder === process.argv || holder === cacheOfModules;
}

/** Reads a global, or a member of one. */
function readPath(path: string): void {
  let value: unknown = globalThis;
  for (const name of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[name];
}

/** Defaults that modules have behind functions and accessors, from the time when the module was loaded. */
class Defaults {
  #listeners: number | undefined;
  #inspectedBytes: number | undefined;
  #highWaterMarks: string | undefined;

  /** Notes the defaults of the modules that were loaded since the last call. */
  note(): void {
    this.#listeners ??= getDefaultMaxListeners();
    if (isLoaded(BUFFER_LIMITS)) this.#inspectedBytes ??= bufferLimits.getInspectMaxBytes();
    if (isLoaded(STREAM_LIMITS)) this.#highWaterMarks ??= highWaterMarks();
  }

  hasChanged(): boolean {
    return (
      getDefaultMaxListeners() !== this.#listeners ||
      (this.#inspectedBytes !== undefined && bufferLimits.getInspectMaxBytes() !== this.#inspectedBytes) ||
      (this.#highWaterMarks !== undefined && highWaterMarks() !== this.#highWaterMarks)
    );
  }
}

const BUFFER_LIMITS = "internal:core/buffer/limits";
const STREAM_LIMITS = "internal:node/streams/high_water_mark";

function highWaterMarks(): string {
  return `${streamLimits.getDefaultHighWaterMark(false)} ${streamLimits.getDefaultHighWaterMark(true)}`;
}

function clearTimeline(): void {
  const { performance } = performances;
  performance.clearMarks();
  performance.clearMeasures();
  performance.clearResourceTimings();
}

function environment(): string {
  return safe.stringify({ ...process.env });
}

function listeners(): Map<string | symbol, Callable[]> {
  return new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
}

function hasHiddenState(id: string): boolean {
  return (
    WITH_HIDDEN_STATE.some((pattern) => pattern.test(id)) || !WITHOUT_HIDDEN_STATE.some((pattern) => pattern.test(id))
  );
}

/** Prototypes that no property leads to. */
function hiddenIntrinsics(): object[] {
  const prototypeOf = (value: unknown): object => safe.getPrototypeOf(value as object) as object;
  return [
    prototypeOf([][Symbol.iterator]()),
    prototypeOf(new Map()[Symbol.iterator]()),
    prototypeOf(new Set()[Symbol.iterator]()),
    prototypeOf(""[Symbol.iterator]()),
    prototypeOf("".matchAll(/./g)),
    prototypeOf(function* () {}),
    prototypeOf(async () => {}),
    prototypeOf(async function* () {}),
    prototypeOf(Uint8Array),
  ];
}
