// Whether a test file left its realm as it was: then the next file runs in it as if in a new one, at a tenth of the cost. Compared
// are the global object, the intrinsics and the exports of loaded builtins, property by property; whatever has state that such
// a comparison does not see may not be loaded at all (`docs/decisions/0086-reused-test-realms.md`).
import { isLoaded, load, loadedBuiltins, pendingRequests, safe } from "internal:core/bootstrap";
import { loopState } from "internal:core/loop_state";
import { getDefaultMaxListeners } from "internal:core/events/limits";
import * as types from "internal:core/util/types";
import { clearTimers } from "internal:core/timers";
import defer * as intrinsics from "internal:ecmascript/intrinsics";
import * as state from "internal:core/process/state";
import * as commonjs from "internal:loader/commonjs";
import defer * as codeRegistry from "internal:loader/code_registry";
import { expect } from "internal:test_runner/expect/expect";
import { hasSerializers } from "internal:test_runner/expect/snapshot_format";
import { customTesters } from "internal:test_runner/expect/state";
import processModule from "internal:node/process";
import defer * as bufferLimits from "internal:core/buffer/limits";
import defer * as streamLimits from "internal:node/streams/high_water_mark";
import defer * as performances from "web:performance";
import { LoopWord } from "native:realm";

/** What a file loaded that its realm did not have at its beginning; later realms load it first, so that changes of it are seen. */
export interface Loaded {
  builtins: string[];
  /** Globals, and members of those in `HOLDERS`, that are made when they are first read: `fetch`, `Bun.semver`. */
  globals: string[];
}

/** Builtins whose whole state that programs can reach is in properties, or is compared here. */
const WITHOUT_HIDDEN_STATE = [
  /^internal:(?:core|ecmascript|loader|startup|web\/(?:clone|web_streams|url|events?|encoding|blob|fetch_headers|crypto\/random_uuid|fetch\/(?:body_stream|iterable_body|multipart)))\b/,
  /^internal:test_runner\/(?:expect|dialects|clock|scope|processor_wait|own_signals|jest\/(?:mock|vi_object|jest_object|clock_control))/,
  /^(?:internal:)?node[:/](?:assert|buffer|console|constants|events|fs|os|path|process|querystring|stream|string_decoder|timers|tty|url|util)\b/,
  /^internal:web\/performance\b/,
  /^web:(?:abort|base64|blob|body|dom_exception|encoding|event|event_target|form_data|headers|performance|streams|structured_clone|url|url_pattern)$/,
  /^bun:(?:main|test)$/,
];
const WITH_HIDDEN_STATE = [
  /^internal:core\/(?:async\/hooks|diagnostics_channel)/,
  /^internal:loader\/(?:hooks_thread|module_register)/,
  /^internal:test_runner\/dialects\/(?:environments|fixtures|root_hooks)$/,
  /^internal:node\/fs\/(?:watch|promises\/watch)/,
];

/** Builtins whose exports programs can reach: accessors of one module lead to another one. */
const IS_REACHABLE = /^(?:internal:)?(?:bun|node|web)[:/]|^internal:core\/(?:buffer|events|util)\//;

type Callable = (...args: never[]) => unknown;
type Holder = object | Callable;

/** An object as it was. */
interface Watched {
  holder: Holder;
  prototype: object | null;
  isExtensible: boolean;
  /** Of a map or a set. */
  size: number | undefined;
  keys: PropertyKey[];
  descriptors: PropertyDescriptor[];
}

interface Process {
  env: Record<string, string | undefined>;
  argv: string[];
  cwd(): string;
  eventNames(): (string | symbol)[];
  rawListeners(name: string | symbol): Callable[];
  removeListener(name: string | symbol, listener: Callable): void;
}

const process = processModule as unknown as Process;

/** What every file loads that runs at all. */
const ALWAYS_LOADED = ["internal:loader/evaluate"];

/** Replaces constructors when a file first mentions them. */
const INTRINSICS = "internal:ecmascript/intrinsics";
/** Defines a hidden global when a file first compiles source that must be lowered. */
const CODE_REGISTRY = "internal:loader/code_registry";

/** Globals with many members that are made when they are first read. */
const HOLDERS = ["Bun", "Deno", "process"];

/** How deep objects that are no functions are followed from the global object and from exports. */
const DEPTH_MAX = 2;

export class RealmBaseline {
  readonly #watched: Watched[] = [];
  readonly #builtins: ReadonlySet<string>;
  readonly #settings: string;
  readonly #references = loopState[LoopWord.REFERENCES]!;
  #environment = "";
  #listeners: ReadonlyMap<string | symbol, Callable[]> = new Map();
  #directory = "";
  #arguments = "";

  /** `known`: what earlier files of the run loaded. Loads it. */
  constructor(known: Loaded) {
    for (const id of ALWAYS_LOADED) load(id);
    for (const id of known.builtins) load(id);
    if (isLoaded(INTRINSICS)) intrinsics.install();
    if (isLoaded(CODE_REGISTRY)) codeRegistry.mainRegistry();
    process.cwd();
    // The comparison itself must load nothing.
    sizeOf(globalThis);
    for (const path of known.globals) readPath(path);
    this.#builtins = new Set(loadedBuiltins());
    this.#settings = settings();
    this.#watchAll();
  }

  /** Notes what may differ from file to file: variables, listeners, arguments. */
  beginFile(): void {
    this.#environment = environment();
    this.#listeners = listeners();
    this.#directory = process.cwd();
    this.#arguments = process.argv.join("\0");
  }

  /** The first difference found, as a reason; null when there is none. The file's timers, listeners of `process` and globals are removed before. */
  difference(): string | null {
    clearTimers();
    this.#removeListeners();
    this.#removeGlobals();
    return this.#pendingWork() ?? this.#processChange() ?? this.#changedProperty() ?? this.#newlyLoaded();
  }

  /** What was loaded since the beginning and may be loaded earlier. */
  loaded(): Loaded {
    return {
      builtins: loadedBuiltins().filter((id) => !this.#builtins.has(id) && !hasHiddenState(id)),
      globals: [...this.#madeMembers(globalThis, ""), ...HOLDERS.flatMap((name) => this.#membersOfGlobal(name))],
    };
  }

  #membersOfGlobal(name: string): string[] {
    const holder = safe.getOwnPropertyDescriptor(globalThis, name)?.value as Holder | undefined;
    return holder === undefined ? [] : this.#madeMembers(holder, `${name}.`);
  }

  /** The members of a holder that were made since the beginning, as paths that begin with `prefix`. */
  #madeMembers(holder: Holder, prefix: string): string[] {
    const watched = this.#watched.find((one) => one.holder === holder);
    if (watched === undefined) return [];
    const { keys, descriptors } = watched;
    const isMade = (name: PropertyKey, index: number): boolean =>
      descriptors[index]!.get !== undefined && safe.getOwnPropertyDescriptor(holder, name)?.get === undefined;
    return keys
      .filter((name, index): name is string => typeof name === "string" && isMade(name, index))
      .map((name) => prefix + name);
  }

  #pendingWork(): string | null {
    if (loopState[LoopWord.IMMEDIATES] !== 0) return "an immediate is queued";
    if (pendingRequests.size > 0) return "a request is in flight";
    if (loopState[LoopWord.REFERENCES] !== this.#references) return "something is open";
    return null;
  }

  #processChange(): string | null {
    if (state.getExitCode() !== undefined) return "the exit code is set";
    if (environment() !== this.#environment) return "a variable changed";
    if (this.#hasOtherListeners()) return "process has other listeners";
    if (process.cwd() !== this.#directory) return "the current folder changed";
    if (settings() !== this.#settings) return "a default of a module changed";
    if (process.argv.join("\0") !== this.#arguments) return "process.argv changed";
    if (isLoaded("web:performance") && performances.performance.getEntries().length > 0)
      return "the timeline has entries";
    if (customTesters().length > 0 || hasSerializers()) return "expect was extended";
    return null;
  }

  #removeListeners(): void {
    for (const [name, now] of listeners()) {
      const before = this.#listeners.get(name) ?? [];
      for (const listener of now.slice(before.length)) process.removeListener(name, listener);
    }
  }

  /** Globals that the file defined; what the engine does not let go makes a difference. */
  #removeGlobals(): void {
    const { keys } = this.#watched[0]!;
    for (const key of safe.ownKeys(globalThis)) if (!keys.includes(key)) safe.deleteProperty(globalThis, key);
  }

  #hasOtherListeners(): boolean {
    const now = listeners();
    const isSame = ([name, before]: [string | symbol, Callable[]]): boolean =>
      now.get(name)?.length === before.length && before.every((one, index) => now.get(name)![index] === one);
    return now.size !== this.#listeners.size || ![...this.#listeners].every(isSame);
  }

  #changedProperty(): string | null {
    for (const watched of this.#watched) {
      const name = changeOf(watched);
      if (name !== null) return `the property ${String(name)} changed`;
    }
    return null;
  }

  #newlyLoaded(): string | null {
    const id = loadedBuiltins().find((one) => !this.#builtins.has(one));
    return id === undefined ? null : `${id} was not loaded before`;
  }

  #watchAll(): void {
    const seen = new Set<Holder>();
    this.#watch(globalThis, DEPTH_MAX, seen);
    for (const intrinsic of hiddenIntrinsics()) this.#watch(intrinsic, 0, seen);
    this.#watch(expect, 1, seen);
    this.#watch(commonjs.Module, 1, seen);
    for (const id of this.#builtins) if (IS_REACHABLE.test(id)) this.#watch(load(id), DEPTH_MAX, seen);
  }

  /** Notes an object, its prototypes, the constructors among its properties, and objects to that depth. */
  #watch(holder: Holder, depth: number, seen: Set<Holder>): void {
    if (seen.has(holder) || isOfFile(holder)) return;
    seen.add(holder);
    const keys = safe.ownKeys(holder);
    const descriptors = keys.map((key) => safe.getOwnPropertyDescriptor(holder, key)!);
    const prototype = safe.getPrototypeOf(holder) as object | null;
    const isExtensible = safe.isExtensible(holder);
    this.#watched.push({ holder, prototype, isExtensible, size: sizeOf(holder), keys, descriptors });
    if (prototype !== null) this.#watch(prototype, 0, seen);
    for (const [index, { value }] of descriptors.entries()) {
      if (typeof value === "function") {
        if (safe.hasOwn(value, "prototype")) this.#watch(value as Callable, 0, seen);
      } else if (typeof value === "object" && value !== null) {
        if (depth > 0 || keys[index] === "prototype") this.#watch(value as object, depth - 1, seen);
      }
    }
  }
}

const { _cache: cacheOfModules } = commonjs.Module as unknown as { _cache: object };

/** Objects that are other ones for each file: they are compared otherwise, or made anew. */
function isOfFile(holder: Holder): boolean {
  if (isLoaded(CODE_REGISTRY) && holder === codeRegistry.mainRegistry()) return true;
  return holder === process.env || holder === process.argv || holder === cacheOfModules;
}

/** Reads a global, or a member of one. */
function readPath(path: string): void {
  let value: unknown = globalThis;
  for (const name of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[name];
}

/** The first key that differs; null for none. */
function changeOf({ holder, prototype, isExtensible, size, keys, descriptors }: Watched): PropertyKey | null {
  if (safe.getPrototypeOf(holder) !== prototype) return "__proto__";
  if (safe.isExtensible(holder) !== isExtensible) return "extensible";
  if (sizeOf(holder) !== size) return "size";
  const now = safe.ownKeys(holder);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (now[index] !== key) return now[index] ?? key;
    const before = descriptors[index]!;
    const descriptor = safe.getOwnPropertyDescriptor(holder, key)!;
    if (
      !safe.is(descriptor.value, before.value) ||
      descriptor.get !== before.get ||
      descriptor.set !== before.set ||
      descriptor.writable !== before.writable ||
      descriptor.enumerable !== before.enumerable ||
      descriptor.configurable !== before.configurable
    )
      return key;
  }
  return now.length > keys.length ? now[keys.length]! : null;
}

function sizeOf(holder: Holder): number | undefined {
  return types.isMap(holder) || types.isSet(holder) ? holder.size : undefined;
}

/** Defaults that modules have behind functions and accessors. */
function settings(): string {
  const bytes = isLoaded("internal:core/buffer/limits") ? bufferLimits.getInspectMaxBytes() : 0;
  const hasStreams = isLoaded("internal:node/streams/high_water_mark");
  const marks = hasStreams ? [false, true].map((isObject) => streamLimits.getDefaultHighWaterMark(isObject)) : [];
  return [getDefaultMaxListeners(), bytes, ...marks].join(" ");
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
