// Links the builtins: finds one by its name, evaluates it on first use, and passes it the environments of its imports.
// The only builtin that imports no other. `internal:loader` links the modules of programs.
import type { Services } from "internal:core/services";
import type { Frame } from "internal:core/async/context";

// The engine's functions as they are before a program runs, which can change every method that is looked up later.
const { apply } = Reflect;
const { create, defineProperties, defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors, keys } = Object;
const { getPrototypeOf, setPrototypeOf } = Object;
// As functions that survive what a program does to the prototypes. A call by `call` is the engine's own instruction, which a bound
// function and `apply` are not (5 ns, not 40); the comparison with the original costs nothing there.
const { call } = Function.prototype;
const { push: pushOf } = Array.prototype;
const { propertyIsEnumerable: isEnumerableOf, toString: objectToStringOf } = Object.prototype;
const {
  endsWith: endsWithOf,
  includes: includesOf,
  indexOf: indexOfOf,
  lastIndexOf: lastIndexOfOf,
  slice: sliceOf,
  startsWith: startsWithOf,
} = String.prototype;

function endsWith(text: string, end: string): boolean {
  return endsWithOf.call === call ? endsWithOf.call(text, end) : (apply(endsWithOf, text, [end]) as boolean);
}

function includes(text: string, part: string): boolean {
  return includesOf.call === call ? includesOf.call(text, part) : (apply(includesOf, text, [part]) as boolean);
}

function indexOf(text: string, part: string, from?: number): number {
  return indexOfOf.call === call ? indexOfOf.call(text, part, from) : (apply(indexOfOf, text, [part, from]) as number);
}

function lastIndexOf(text: string, part: string): number {
  return lastIndexOfOf.call === call ? lastIndexOfOf.call(text, part) : (apply(lastIndexOfOf, text, [part]) as number);
}

/** Whether an object has this own property, and it is enumerable. */
function isEnumerable(object: object, key: PropertyKey): boolean {
  return isEnumerableOf.call === call
    ? isEnumerableOf.call(object, key)
    : (apply(isEnumerableOf, object, [key]) as boolean);
}

/** `Object.prototype.toString` of any value. */
function objectToString(value: unknown): string {
  return objectToStringOf.call === call ? objectToStringOf.call(value) : (apply(objectToStringOf, value, []) as string);
}

function push<T>(array: T[], value: T): number {
  return pushOf.call === call ? pushOf.call(array, value) : (apply(pushOf, array, [value]) as number);
}

function slice(text: string, start: number, end?: number): string {
  return sliceOf.call === call ? sliceOf.call(text, start, end) : (apply(sliceOf, text, [start, end]) as string);
}

function startsWith(text: string, start: string, from?: number): boolean {
  return startsWithOf.call === call
    ? startsWithOf.call(text, start, from)
    : (apply(startsWithOf, text, [start, from]) as boolean);
}

/** Captured for the paths that have to survive what a program does to the intrinsics: evaluation and the end. */
export const safe = {
  apply,
  assign: Object.assign,
  captureStackTrace: (Error as unknown as { captureStackTrace(target: object): void }).captureStackTrace,
  create,
  defineProperties,
  defineProperty,
  call,
  endsWith,
  entries: Object.entries,
  construct: Reflect.construct,
  deleteProperty: Reflect.deleteProperty,
  floor: Math.floor,
  freeze: Object.freeze,
  fromEntries: Object.fromEntries,
  getOwnPropertyNames: Object.getOwnPropertyNames,
  getOwnPropertySymbols: Object.getOwnPropertySymbols,
  objectToString,
  ownKeys: Reflect.ownKeys,
  preventExtensions: Object.preventExtensions,
  seal: Object.seal,
  values: Object.values,
  getOwnPropertyDescriptor,
  getOwnPropertyDescriptors,
  getPrototypeOf,
  hasOwn: Object.hasOwn,
  includes,
  indexOf,
  is: Object.is,
  isArray: Array.isArray,
  isView: ArrayBuffer.isView,
  isEnumerable,
  isError: Error.isError as (value: unknown) => value is Error,
  isExtensible: Object.isExtensible,
  isFinite: Number.isFinite,
  isInteger: Number.isInteger,
  isNaN: Number.isNaN,
  keys,
  lastIndexOf,
  max: Math.max,
  min: Math.min,
  now: Date.now,
  parseJson: JSON.parse,
  push,
  reflectDefineProperty: Reflect.defineProperty,
  reflectGet: Reflect.get,
  setPrototypeOf,
  slice,
  stringify: JSON.stringify,
  startsWith,
  symbolFor: Symbol.for,
  trunc: Math.trunc,
};

/** What `for` and destructuring call for arrays. */
const arrayIterator = getPrototypeOf([][Symbol.iterator]()) as { next: Function };
const { next: nextOfArray } = arrayIterator;
const valuesOfArray = Array.prototype[Symbol.iterator];

/** By the prototype of a class of collections: an object with the same methods, which programs cannot reach. */
const privatePrototypes = new Map<object, object>();
const { get: getPrivatePrototype } = privatePrototypes;
const COLLECTIONS: readonly object[] = [Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype];
for (const prototype of COLLECTIONS)
  privatePrototypes.set(prototype, create(prototype, getOwnPropertyDescriptors(prototype)));

/** The methods that a prototype of collections has before a program runs. */
export function originalsOf<T extends object>(prototype: T): T {
  return apply(getPrivatePrototype, privatePrototypes, [prototype]) as T;
}

/** The methods of a pattern that is tested. `test` calls `exec`. */
const patternMethods = {
  exec: getOwnPropertyDescriptor(RegExp.prototype, "exec")!,
  test: getOwnPropertyDescriptor(RegExp.prototype, "test")!,
};

/** As `pinned`, for a pattern. */
export function pinnedPattern(pattern: RegExp): RegExp {
  return defineProperties(pattern, patternMethods);
}

/** The methods of an array that is used as a queue. */
const queueMethods = {
  pop: getOwnPropertyDescriptor(Array.prototype, "pop")!,
  push: getOwnPropertyDescriptor(Array.prototype, "push")!,
  shift: getOwnPropertyDescriptor(Array.prototype, "shift")!,
  unshift: getOwnPropertyDescriptor(Array.prototype, "unshift")!,
};

/**
 * Takes the methods of a map, a set or an array used as a queue out of the reach of programs, which can change those of
 * `Map.prototype`, and returns it. For collections that exist once.
 */
export function pinned<T extends object>(collection: T): T {
  const prototype = apply(getPrivatePrototype, privatePrototypes, [getPrototypeOf(collection)]);
  return prototype === undefined ? defineProperties(collection, queueMethods) : setPrototypeOf(collection, prototype);
}

/** A function of any signature: a native, or a callback that is only passed on. */
export type AnyFunction = (...args: any[]) => any;

/**
 * Called with an error that leaves a function, whose frame is below that of `above`. `inputs`: the promises that it waited for, or
 * the index of the one that rejected.
 */
type Departed = (error: object, site: number, isCaught: boolean, inputs: unknown, above: Function) => void;

/** The cell of the asynchronous context, which lowered `await`s read and write (`internal:core/async/context`). */
class AsyncCell {
  /** The current frame. */
  f: Frame = undefined;
  /** Whether the thread's first task, which evaluates the main module, is running. */
  isMain = true;
  /** Called when an `await` restores a frame that the end of the task has to reset. */
  left: () => void = () => undefined;
  /** Called with an error that leaves an asynchronous function, or is caught there (`internal:core/stack/async_frames`). */
  report: Departed = () => undefined;
  /** Makes `frame` current and returns `value`. */
  r(frame: Frame, value: unknown): unknown {
    return this.g(value, frame);
  }
  /** As `r`, with the arguments swapped: the frame is read after the value was awaited. */
  g(value: unknown, frame: Frame): unknown {
    if (this.f !== frame) {
      this.f = frame;
      if (frame !== undefined) this.left();
    }
    return value;
  }
  // Once the first frame is set, the next four store it in promises (`internal:core/async/promise_then`).
  /** Returns `executor`, the argument of `new Promise`. */
  e(executor: unknown): unknown {
    return executor;
  }
  /** Returns `promise`, which `new Promise` made. */
  p(promise: unknown): unknown {
    return promise;
  }
  /** Returns `value`, which is awaited in `frame`. */
  w(value: unknown, _frame: Frame): unknown {
    return value;
  }
  /** Returns `value`, the result of an asynchronous function. */
  t(value: unknown): unknown {
    return value;
  }
  /**
   * Returns `error`, which leaves an asynchronous function that was suspended at `site`; `isCaught`: the function catches it.
   * `inputs`: the promises that the function waited for.
   */
  x(error: unknown, site: number | undefined, isCaught?: number, inputs?: unknown): unknown {
    if (site !== undefined && typeof error === "object" && error !== null)
      this.report(error, site, isCaught === 1, inputs, this.x);
    return error;
  }
  /** As `g`, with the results of `Promise.allSettled`, which a function that was suspended at `site` receives. */
  l(results: unknown, frame: Frame, site: number | undefined): unknown {
    this.g(results, frame);
    if (site === undefined || !safe.isArray(results)) return results;
    for (let index = 0; index < results.length; index++) {
      const reason: unknown = results[index]?.status === "rejected" ? results[index].reason : null;
      if (typeof reason === "object" && reason !== null) this.report(reason, site, true, index, this.l);
    }
    return results;
  }
  /** Returns the object that `for await` and an asynchronous `yield*` iterate over in place of `iterable`. */
  i(iterable: unknown): object {
    return load("internal:core/async/async_iteration").asyncIterable(iterable, false);
  }
}
export const asyncCell = new AsyncCell();

/** What is called while debuggers may connect. */
export const inspection: {
  /** A module was compiled, with the engine's address of it, and will be evaluated. */
  compiled: ((url: string) => void) | null;
  /** An exception ends the program. */
  uncaught: ((error: unknown) => void) | null;
  /** A worker is made, with its name and the address of its file. Returns what it starts with, and what to call then. */
  startWorker:
    | ((worker: { name: string; url: string | null }) => { port: number; id: string; started(thread: number): void })
    | null;
  /** The program lets debuggers load these bytes from an address. */
  resource: ((url: string, bytes: Uint8Array) => void) | null;
} = { compiled: null, uncaught: null, startWorker: null, resource: null };

/** `Symbol.asyncIterator` and `Symbol.iterator`: a program may replace `Symbol` before it iterates. */
export const { asyncIterator, iterator } = Symbol;

/** The first parameter of a lowered module (`docs/decisions/0002`). */
class BuiltinContext {
  #record: BuiltinRecord;
  constructor(record: BuiltinRecord) {
    this.#record = record;
  }
  /** The environment, where the module sets its constants as they are evaluated. */
  e!: object;
  /** Publishes the exports: an object of functions and getters. */
  x(exports: object): void {
    const record = this.#record;
    if (record.environment === null) record.environment = exports;
    else defineProperties(record.environment, getOwnPropertyDescriptors(exports));
    this.e = record.environment;
  }
  /** Publishes the exports of `export * from` a builtin. */
  star(environment: object): void {
    const record = this.#record;
    record.environment ??= { __proto__: null } as object;
    const { missingExport } = environment as { missingExport?: (name: string) => unknown };
    if (missingExport !== undefined) setPrototypeOf(record.environment, onDemand(missingExport));
    const names = keys(environment);
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      if (name !== "default") defineProperty(record.environment, name, getOwnPropertyDescriptor(environment, name)!);
    }
  }
  /** The namespace of a request; for builtins it is the environment itself. */
  ns(index: number): object {
    // The function comes before the requests.
    return load(nameOf(this.#record.compiled![index + 1] as string));
  }
  import(specifier: string): Promise<object> {
    return Promise.resolve().then(() => load(specifier));
  }
  get meta(): object {
    return { url: this.#record.id };
  }
  get async(): AsyncCell {
    return asyncCell;
  }
}

// Exports that are made when they are first imported by name, for a module that has hundreds of which few are used.
function onDemand(missingExport: (name: string) => unknown): object {
  return new Proxy(create(null), {
    get(_target, name, environment) {
      const value = typeof name === "string" ? missingExport(name) : undefined;
      if (value !== undefined) defineProperty(environment, name, { __proto__: null, value } as PropertyDescriptor);
      return value;
    },
  });
}

interface BuiltinRecord {
  id: string;
  compiled: CompiledBuiltin | null;
  environment: object | null;
  isLoaded: boolean;
}

/** The functions of one native area. */
type Natives = Record<string, AnyFunction>;
/** A native that starts a request: it returns the number of the request. */
type StartNative = (...args: unknown[]) => number;
/** What `compileBuiltin` returns: the function of a module, then its requests; `~` marks a deferred one. */
type CompiledBuiltin = [evaluate: (...parameters: unknown[]) => unknown, ...requests: string[]];
type Settle =
  | ((error: unknown, value: unknown) => void)
  | { resolve(value: unknown): void; reject(error: unknown): void };

/** The engine's own functions that are replaced in the global object of a program. */
export const EngineDate = globalThis.Date;
export const EngineIntl = globalThis.Intl;
export const { decodeURIComponent: engineDecode, encodeURIComponent: engineEncode } = globalThis;

/** What is called when a builtin and those that it needs have been evaluated, before its user continues. */
export const evaluation: { done: (() => void) | null } = { done: null };
/** How many builtins are being evaluated. */
let evaluationDepth = 0;

let provider: () => Services;
let provided: Services | undefined;

/** Sets the function that makes the services of higher tiers; the entry of each thread calls this. */
export function provideServices(make: () => Services): void {
  provider = make;
}

/** The services that higher tiers provide to lower ones. */
export function services(): Services {
  return (provided ??= provider());
}

let realm: Natives;
const records = pinned(new Map<string, BuiltinRecord>());
/** The native areas by their name with `native:`. */
const areas = pinned(new Map<string, object>());

/** In-flight requests of asynchronous natives, by their number. */
export const pendingRequests = pinned(new Map<number, Settle>());

/** The environment of the builtin or native area `id`, which is evaluated on first use. Throws for an unknown name. */
export function load(id: string): any {
  const record = records.get(id);
  if (record !== undefined) {
    // Inside a cycle: return the object that the exports will be defined on.
    return (record.environment ??= { __proto__: null } as object);
  }
  const natives = areas.get(id);
  if (natives !== undefined) return natives;
  if (id[6] === ":" && slice(id, 0, 7) === "native:") return loadNatives(id, slice(id, 7));
  return evaluate(id);
}

/** Whether the builtin was evaluated. */
export function isLoaded(id: string): boolean {
  return records.has(id);
}

/** The names of the builtins that were evaluated. */
export function loadedBuiltins(): string[] {
  return [...records.keys()];
}

/** Whether there is a builtin of that name. */
export function isBuiltin(id: string): boolean {
  return records.has(id) || realm.hasBuiltin!(id);
}

/** The names of all builtins that programs can import. */
export function builtinNames(): string[] {
  return realm.builtinIds!().filter((id: string) => !id.startsWith("internal:") && !id.startsWith("web:"));
}

function evaluate(id: string): object {
  const compiled: CompiledBuiltin | null = realm.compileBuiltin!(id);
  if (compiled === null) throw new Error(`no builtin module is called '${id}'`);
  // A public module is another name of the internal one that implements it.
  if (typeof compiled === "string") return loadAs(id, compiled);
  const record: BuiltinRecord = { id, compiled, environment: null, isLoaded: false };
  records.set(id, record);
  evaluationDepth++;
  try {
    if (arrayIterator.next === nextOfArray && Array.prototype[Symbol.iterator] === valuesOfArray)
      apply(compiled[0], undefined, parametersOf(record, compiled));
    else evaluateWithIteration(record, compiled);
  } catch (error) {
    let isEvaluated = false;
    try {
      isEvaluated = evaluateWithOriginals(record, compiled);
    } finally {
      // A nearly exhausted stack can end any evaluation: the next use evaluates the module again.
      if (!isEvaluated) records.delete(id);
    }
    if (!isEvaluated) throw error;
  } finally {
    evaluationDepth--;
  }
  record.isLoaded = true;
  if (evaluationDepth === 0 && evaluation.done !== null) evaluation.done();
  return (record.environment ??= {});
}

/** Evaluates a builtin with the iteration of arrays that its loops and its destructuring expect. */
function evaluateWithIteration(record: BuiltinRecord, compiled: Exclude<CompiledBuiltin, string>): void {
  withIteration(() => apply(compiled[0], undefined, parametersOf(record, compiled)));
}

/** Calls `work` with the engine's iteration of arrays, then restores that of the program. */
export function withIteration<T>(work: () => T): T {
  if (
    arrayIterator.next === nextOfArray &&
    (Array.prototype as unknown as Record<symbol, unknown>)[iterator] === valuesOfArray
  )
    return work();
  const next = getOwnPropertyDescriptor(arrayIterator, "next");
  const values = getOwnPropertyDescriptor(Array.prototype, iterator);
  const isChangeable =
    safe.reflectDefineProperty(arrayIterator, "next", replaced(nextOfArray)) &&
    safe.reflectDefineProperty(Array.prototype, iterator, replaced(valuesOfArray));
  try {
    return work();
  } finally {
    if (isChangeable) {
      restore(arrayIterator, "next", next);
      restore(Array.prototype, iterator, values);
    }
  }
}

/** A method that was set back, and what the program had in its place. */
interface Change {
  owner: object;
  key: PropertyKey;
  own: PropertyDescriptor | undefined;
  next: Change | null;
}

/**
 * Evaluates a builtin once more with the engine's methods in the place of those that the program changed, then restores the
 * program's. Returns false when it changed none of them: the error has another cause.
 */
function evaluateWithOriginals(record: BuiltinRecord, compiled: Exclude<CompiledBuiltin, string>): boolean {
  const changes = setOriginals();
  if (changes === null) return false;
  try {
    evaluateWithIteration(record, compiled);
  } finally {
    for (let change: Change | null = changes; change !== null; change = change.next)
      restore(change.owner, change.key, change.own);
  }
  return true;
}

/** By owner: statics that modules call while they are evaluated, with their names in `safe`. Made when they are needed. */
function evaluationStatics(): readonly (readonly [owner: object, names: Record<string, keyof typeof safe>])[] {
  return [
    [
      Object,
      { assign: "assign", create: "create", defineProperties: "defineProperties", defineProperty: "defineProperty" },
    ],
    [
      Object,
      { entries: "entries", freeze: "freeze", fromEntries: "fromEntries", hasOwn: "hasOwn", is: "is", keys: "keys" },
    ],
    [Object, { getOwnPropertyNames: "getOwnPropertyNames", getPrototypeOf: "getPrototypeOf", values: "values" }],
    [Object, { setPrototypeOf: "setPrototypeOf" }],
    [
      Reflect,
      {
        apply: "apply",
        construct: "construct",
        deleteProperty: "deleteProperty",
        ownKeys: "ownKeys",
        get: "reflectGet",
      },
    ],
    [Math, { floor: "floor", max: "max", min: "min", trunc: "trunc" }],
    [Symbol, { for: "symbolFor" }],
    [Array, { isArray: "isArray" }],
  ];
}

function setOriginals(): Change | null {
  let changes: Change | null = null;
  const statics = evaluationStatics();
  for (let index = 0; index < statics.length; index++) {
    const owner = statics[index]![0];
    const names = statics[index]![1];
    for (const name in names) changes = setOriginal(owner, name, safe[names[name]!], changes);
  }
  for (let index = 0; index < COLLECTIONS.length; index++) {
    const prototype = COLLECTIONS[index]!;
    const methods = originalsOf(prototype) as Record<string, unknown>;
    const names = safe.getOwnPropertyNames(methods);
    for (let at = 0; at < names.length; at++)
      if (names[at] !== "size") changes = setOriginal(prototype, names[at]!, methods[names[at]!], changes);
  }
  return changes;
}

/** Statics of programs that builtins may call as the engine's. */
export const ownStatics = pinned(new WeakSet<object>());

function setOriginal(owner: object, key: string, value: unknown, changes: Change | null): Change | null {
  const own = getOwnPropertyDescriptor(owner, key);
  if (own !== undefined && (own.value === value || ownStatics.has(own.value))) return changes;
  return safe.reflectDefineProperty(owner, key, replaced(value as Function))
    ? { owner, key, own, next: changes }
    : changes;
}

function replaced(value: Function): PropertyDescriptor {
  return { __proto__: null, value, writable: true, enumerable: false, configurable: true } as PropertyDescriptor;
}

function restore(object: object, key: PropertyKey, descriptor: PropertyDescriptor | undefined): void {
  if (descriptor === undefined) safe.deleteProperty(object, key);
  else defineProperty(object, key, descriptor);
}

function loadAs(id: string, target: string): object {
  const environment = load(target);
  records.set(id, records.get(target)!);
  if (evaluationDepth === 0 && evaluation.done !== null) evaluation.done();
  return environment;
}

function parametersOf(record: BuiltinRecord, compiled: CompiledBuiltin): unknown[] {
  // Elements that are there are set without calling setters which a program gave to `Object.prototype`.
  const parameters: unknown[] = [...compiled];
  parameters[0] = new BuiltinContext(record);
  // As few calls per request as possible: functions called that often at start-up would start the engine's compiler threads.
  for (let index = 1; index < compiled.length; index++) {
    const request = compiled[index] as string;
    if (request[0] === "~") {
      let environment: object | undefined;
      parameters[index] = () => (environment ??= load(nameOf(request)));
      continue;
    }
    const known = records.get(request);
    if (known !== undefined) parameters[index] = known.environment ??= { __proto__: null } as object;
    else parameters[index] = areas.get(request) ?? load(request);
  }
  return parameters;
}

/** The name of a request. */
function nameOf(request: string): string {
  return request[0] === "~" ? slice(request, 1) : request;
}

function loadNatives(id: string, name: string): object {
  const natives: Natives | null = name === "realm" ? realm : realm.area!(name);
  if (natives === null) {
    const hint =
      name === "bundler" ? ": an executable has them when it is built with --runtime and the path of brio" : "";
    throw new Error(`this build of Brio has no native functions called '${name}'${hint}`);
  }
  areas.set(id, natives);
  const asyncNames = natives["~async"] as unknown as string[];
  for (let index = 0; index < asyncNames.length; index++) {
    const asyncName = asyncNames[index]!;
    natives[asyncName] = promising(natives[asyncName]!);
  }
  return natives;
}

/** Wraps a native that returns the number of a request in a function that returns a promise; `.start` is the native. */
function promising(start: StartNative): (...args: unknown[]) => Promise<unknown> {
  function op(...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      pendingRequests.set(apply(start, undefined, args), { resolve, reject });
    });
  }
  op.start = start;
  return op;
}

/** Called once by the runtime with the natives of `native:realm`; evaluates the builtin `entry` and calls its default export. */
export default function boot(natives: Natives, entry: string, argument: unknown): unknown {
  realm = natives;
  const self: BuiltinRecord = {
    id: "internal:core/bootstrap",
    compiled: null,
    environment: {
      load,
      pinned,
      pinnedPattern,
      originalsOf,
      withIteration,
      safe,
      services,
      provideServices,
      EngineDate,
      EngineIntl,
      engineDecode,
      engineEncode,
      isLoaded,
      isBuiltin,
      loadedBuiltins,
      builtinNames,
      pendingRequests,
      asyncCell,
      ownStatics,
      inspection,
      evaluation,
      asyncIterator,
      iterator,
      default: boot,
    },
    isLoaded: true,
  };
  records.set(self.id, self);
  return load(entry).default(argument);
}
