// Contextified objects (https://nodejs.org/api/vm.html#what-does-it-mean-to-contextify-an-object): each has a global object in
// this virtual machine that exposes its properties. Assignments of scripts go to the object immediately (`mirrors.ts`). Two things need
// care:
// - variables that scripts declare are in the global object as well, since the engine reads them there; changes from outside
//   are copied when the next script begins.
// - what the engine itself adds to the global object is moved to the contextified object when a script ends.
import { type AnyFunction, isLoaded, pinned, pinnedPattern } from "internal:core/bootstrap";
import { addPromise } from "internal:core/async/context";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import defer * as microtasks from "internal:node/vm/microtasks";
import defer * as rejections from "internal:core/process/rejections";
import {
  validateBoolean,
  validateFunction,
  validateObject,
  validateOneOf,
  validateString,
} from "internal:core/validators";
import { option } from "internal:core/launch";
import { loopState } from "internal:core/loop_state";
import { skipTrivia } from "internal:core/util/leading_trivia";
import { isProxy } from "internal:core/util/types";
import defer * as engineFlags from "internal:node/v8/engine_flags";
import defer * as iteratorFunctions from "internal:ecmascript/iterator_functions";
import defer * as dateTimeFormat from "internal:ecmascript/temporal/date_time_format";
import defer * as temporal from "internal:ecmascript/temporal/namespace";
import defer * as errorStatics from "internal:node/vm/error_statics";
import defer * as globalPrototypes from "internal:node/vm/global_prototypes";
import defer * as codeGeneration from "internal:core/code_generation";
import * as reflection from "internal:node/vm/global_reflection";
import defer * as symbols from "internal:node/vm/context_symbols";
import { Mirrors, plainly } from "internal:node/vm/mirrors";
import * as native from "native:contexts";
import { LoopWord } from "native:realm";

interface Entry {
  global: any;
  /** Variables that scripts declared, with the values that both sides had last. */
  declared: Record<string, unknown>;
  /** The number of scripts that run, each called by the one before. */
  running: number;
  /** What the global object has for the contextified object; null without one. */
  mirrors: Mirrors | null;
  /** Names that the global object has itself and that stay there: an array until the first ones are added. */
  ownNames: string[] | Set<string>;
  /** The number of names of the global object, and `mirrors.changeCount`, when it was searched for new ones. */
  nameCount: number;
  changeCount: number;
  /** Symbols of the global object itself. */
  ownSymbols: Set<symbol>;
  /** Runs the context's own promise jobs (`microtaskMode: "afterEvaluate"`). */
  runJobs: ((mayAwait: boolean) => void) | null;
  /** Makes `import()` functions whose promises are of this context. */
  makeImporter: ((host: Importer) => Importer) | null;
  /** The number of modules that were made in it without a name. */
  moduleCount: number;
  /** Its asynchronous functions of WebAssembly keep the process alive. */
  holdsForWebAssembly: boolean;
  /** It has a `Temporal`. */
  hasTemporal: boolean;
  /** Its `Iterator` has the functions that the engine lacks. */
  hasIteratorFunctions: boolean;
}

/** The function that stands for `import` in lowered code. */
export type Importer = (specifier: unknown, options?: unknown) => Promise<object>;

const entries = new WeakMap<object, Entry>();

export const constants = Object.freeze(
  Object.assign(Object.create(null), {
    USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol("vm_dynamic_import_main_context_default"),
    DONT_CONTEXTIFY: Symbol("vm_context_no_contextify"),
  }),
);

/** Read-only properties of every global object. */
const READ_ONLY = ["NaN", "Infinity", "undefined"];

const ownNames = (global: object): string[] => plainly(() => reflection.getOwnPropertyNames(global));
const ownSymbols = (global: object): symbol[] => plainly(() => reflection.getOwnPropertySymbols(global));
const onRejection = (promise: Promise<unknown>, reason: unknown): void => rejections.onRejection(promise, reason);

/** Checks the options of createContext; `prefix` is "options.contextC…" for runInNewContext. */
export function checkContextOptions(
  options: unknown,
  nameOption = "name",
  originOption = "origin",
  codeOption = "codeGeneration",
): void {
  validateObject(options, "options");
  if (options[nameOption] !== undefined) validateString(options[nameOption], `options.${nameOption}`);
  if (options[originOption] !== undefined) validateString(options[originOption], `options.${originOption}`);
  const code = options[codeOption];
  if (code !== undefined) {
    validateObject(code, `options.${codeOption}`);
    for (const kind of ["strings", "wasm"])
      if (code[kind] !== undefined) validateBoolean(code[kind], `options.${codeOption}.${kind}`);
  }
  if (options.microtaskMode !== undefined)
    validateOneOf(options.microtaskMode, "options.microtaskMode", ["afterEvaluate", undefined]);
  const importer = options.importModuleDynamically;
  if (importer !== undefined && importer !== constants.USE_MAIN_CONTEXT_DEFAULT_LOADER)
    validateFunction(importer, "options.importModuleDynamically");
}

/** `vm.createContext`: makes `object` a contextified object and returns it. */
export function createContext(object: any = {}, options: any = {}): object {
  const isPlain = object === constants.DONT_CONTEXTIFY;
  if (!isPlain && isContext(object)) return object;
  checkContextOptions(options);
  const declared = Object.create(null);
  const global = native.createContext(isPlain ? null : object, declared, onRejection);
  const context = isPlain ? global : object;
  // The traps of a proxy are not called before a script runs.
  const readOnly = isPlain ? [] : READ_ONLY.filter((name) => isProxy(object) || !Object.hasOwn(object, name));
  const entry: Entry = {
    global,
    declared,
    running: 0,
    mirrors: null,
    ownNames: [],
    nameCount: 0,
    changeCount: 0,
    ownSymbols: pinned(new Set<symbol>()),
    runJobs: null,
    makeImporter: null,
    moduleCount: 0,
    holdsForWebAssembly: false,
    hasTemporal: false,
    hasIteratorFunctions: false,
  };
  if (isLoaded("internal:node/v8/engine_flags")) engineFlags.extendContext(global);
  errorStatics.install((text) => evaluateText(entry, text));
  addPromise(evaluateText(entry, "Promise") as PromiseConstructor);
  if (!isPlain) shareWith(entry, object, readOnly);
  entries.set(context, entry);
  globalPrototypes.register(global, context, isPlain ? null : () => shareAllSymbols(entry, object), (text) =>
    evaluateText(entry, text),
  );
  const disabled = option("--disable-proto");
  if (disabled !== undefined) engineFlags.disableProto(evaluateText(entry, "Object.prototype"), String(disabled));
  if (options.microtaskMode === "afterEvaluate")
    entry.runJobs = microtasks.install((text) => evaluateText(entry, text));
  if (options.codeGeneration?.strings === false) evaluateText(entry, codeGeneration.DISALLOW_STRINGS);
  if (options.codeGeneration?.wasm === false) evaluateText(entry, codeGeneration.DISALLOW_WASM);
  return context;
}

/** Lets the global object show the properties of `object`. */
function shareWith(entry: Entry, object: object, readOnly: string[]): void {
  const { global } = entry;
  const inside = evaluateText(entry, reflection.INSIDE) as AnyFunction;
  entry.ownNames = ownNames(global);
  const symbols = ownSymbols(global);
  for (let index = 0; index < symbols.length; index++) entry.ownSymbols.add(symbols[index]!);
  const mirrors = new Mirrors(global, object, entry.ownSymbols);
  entry.mirrors = mirrors;
  mirrors.refusal = inside(
    global,
    object,
    readOnly,
    () => ownSymbols(global),
    (symbol: symbol) => mirrors.mirrorSymbol(symbol),
    (key: PropertyKey) => mirrors.isOwn(key),
  ) as typeof mirrors.refusal;
  reflection.register(global, object, { mirrors, symbols: () => ownSymbols(global) });
  mirrors.updateSymbols();
  noteSearched(entry);
}

/** Evaluates our own source in a context. */
function evaluateText(entry: Entry, text: string): unknown {
  return native.evaluateIn(entry.global, text, "node:vm", 1);
}

/** `vm.isContext`. Throws ERR_INVALID_ARG_TYPE unless `object` is an object. */
export function isContext(object: unknown): boolean {
  if (typeof object !== "object" || object === null) throw new ERR_INVALID_ARG_TYPE("object", "Object", object);
  return entries.has(object);
}

/** Throws ERR_INVALID_ARG_TYPE unless `object` was contextified. */
export function validateContext(object: unknown): void {
  if (object === null || (typeof object !== "object" && typeof object !== "function"))
    throw new ERR_INVALID_ARG_TYPE("object", "Object", object);
  if (!entries.has(object)) {
    throw new ERR_INVALID_ARG_TYPE("contextifiedObject", "vm.Context", object);
  }
}

/** Runs a classic script in the context of a contextified object, and then the context's own promise jobs. Throws what the script throws. */
export function evaluate(object: object, code: string, url: string, line: number): unknown {
  const result = runScript(entries.get(object)!, object, code, url, line);
  runJobs(object, code);
  return result;
}

/** Runs the promise jobs of a context that has its own queue, after `code` ran in it. */
export function runJobs(object: object, code: string): void {
  entries.get(object)?.runJobs?.(code.includes("await"));
}

function runScript(entry: Entry, object: object, code: string, url: string, line: number): unknown {
  prepareEntry(entry, code);
  if (entry.global === object) return native.evaluateIn(entry.global, code, url, line);
  copyIn(entry, object);
  mirrorDeclared(entry, object, code);
  const mirrors = entry.mirrors!;
  const wasStrict = mirrors.isStrict;
  STRICT.lastIndex = skipTrivia(code, 0);
  mirrors.isStrict = STRICT.test(code);
  try {
    return native.evaluateIn(entry.global, code, url, line);
  } finally {
    mirrors.isStrict = wasStrict;
    if (code.includes("function")) takeDeclared(entry, object);
    copyOut(entry, object, !EXPRESSION.test(code) || DECLARING.test(code));
  }
}

/** Calls `run`, which calls code that was compiled in the context, with the same preparation as a script. */
export function withContext<Result>(object: object, run: () => Result): Result {
  const entry = entries.get(object)!;
  if (entry.global === object) return run();
  copyIn(entry, object);
  try {
    return run();
  } finally {
    copyOut(entry, object);
  }
}

/** Evaluates the lowered source of a module to its function. */
export function evaluateModuleText(object: object, text: string, url: string): AnyFunction {
  const entry = entries.get(object)!;
  prepareEntry(entry, text);
  return native.evaluateIn(entry.global, text, url, 1) as AnyFunction;
}

/** Makes the globals of a context that its source mentions first. */
export function prepareGlobals(object: object, text: string): void {
  prepareEntry(entries.get(object)!, text);
}

function prepareEntry(entry: Entry, text: string): void {
  if (!entry.holdsForWebAssembly && text.includes("WebAssembly")) holdForWebAssembly(entry);
  if (!entry.hasTemporal && text.includes("Temporal")) addTemporal(entry);
  if (!entry.hasIteratorFunctions && ITERATOR_FUNCTIONS.test(text)) addIteratorFunctions(entry);
}

const ITERATOR_FUNCTIONS = /Iterator|zip|chunks|windows|includes|join|take|drop/;

// Without effect in a context whose own scripts have replaced the constructors before.
function addIteratorFunctions(entry: Entry): void {
  entry.hasIteratorFunctions = true;
  native.withPlainGlobals(() => {
    const { Array, Iterator, RangeError, TypeError } = entry.global;
    const areFunctions = [Array, Iterator, RangeError, TypeError].every((value) => typeof value === "function");
    if (areFunctions) iteratorFunctions.installIteratorFunctions({ Array, Iterator, RangeError, TypeError });
  });
}

// The engine's own `Temporal` is incomplete and switched off. All contexts share ours.
function addTemporal(entry: Entry): void {
  entry.hasTemporal = true;
  knownNames(entry).add("Temporal");
  const descriptor = { value: temporal.Temporal, writable: true, enumerable: false, configurable: true };
  native.withPlainGlobals(() => {
    const { global } = entry;
    if (!Object.hasOwn(global, "Temporal")) Object.defineProperty(global, "Temporal", descriptor);
    const prototype: unknown = global.Intl?.DateTimeFormat?.prototype;
    if (typeof prototype === "object") dateTimeFormat.install(prototype as Intl.DateTimeFormat);
  });
}

// The engine compiles on threads that the event loop does not know. As a context's `WebAssembly` is made on first use, this is done
// for the first source that contains the name.
function holdForWebAssembly(entry: Entry): void {
  entry.holdsForWebAssembly = true;
  (evaluateText(entry, HOLD_FOR_WEB_ASSEMBLY) as (hold: (promise: Promise<unknown>) => void) => void)((promise) => {
    loopState[LoopWord.REFERENCES]!++;
    const release = (): void => void loopState[LoopWord.REFERENCES]!--;
    void promise.then(release, release);
  });
}

const HOLD_FOR_WEB_ASSEMBLY = `(function (hold) {
  if (typeof WebAssembly !== "object") return;
  for (const name of ["compile", "instantiate"]) {
    const engine = WebAssembly[name];
    const { [name]: value } = { [name](bytes) {
      const promise = Reflect.apply(engine, WebAssembly, arguments);
      hold(promise);
      return promise;
    } };
    Object.defineProperty(WebAssembly, name, { value, writable: true, enumerable: true, configurable: true });
  }
})`;

/** The number of the next module without a name in a context, from 0. */
export function nextModuleNumber(object: object): number {
  return entries.get(object)!.moduleCount++;
}

/** Defines a hidden global of a context, which is not visible in the contextified object. */
export function defineHidden(object: object, name: string, value: unknown): void {
  const { global } = entries.get(object)!;
  native.withPlainGlobals(() =>
    reflection.defineProperty(global, name, { value, writable: true, enumerable: false, configurable: true }),
  );
  knownNames(entries.get(object)!).add(name);
}

/** `host` as the `import` of code in a context: its promises are those of the context. */
export function importerIn(object: object, host: Importer): Importer {
  const entry = entries.get(object)!;
  entry.makeImporter ??= evaluateText(entry, "((host) => async (specifier, options) => host(specifier, options))") as (
    host: Importer,
  ) => Importer;
  return entry.makeImporter(host);
}

/** Source that reads variables and members only: without calls, assignments, blocks and templates. */
const EXPRESSION = pinnedPattern(/^(?:[\w$\s.,!?:*/%<>&|"'[\]]|\+(?!\+)|-(?!-))*$/);
const DECLARING = pinnedPattern(/\b(?:class|const|delete|function|import|let|new|var)\b|\/[/*]/);

const STRICT = pinnedPattern(/'use strict'|"use strict"/y);

/** A variable that a script declares begins with the value that the contextified object has under its name (`var x = x || {}`). */
function mirrorDeclared({ mirrors }: Entry, object: object, code: string): void {
  if (/\bvar\b/.test(code)) mirrors!.mirrorDeclared(Object.keys(object).filter((name) => code.includes(name)));
}

/** Functions that a script declared in place of properties of the contextified object. */
function takeDeclared(entry: Entry, object: object): void {
  entry.mirrors!.takeDeclared((name, variable) => {
    if (variable.configurable) return;
    Reflect.set(object, name, variable.value);
    entry.declared[name] = variable.value;
  });
}

function copyIn(entry: Entry, object: object): void {
  entry.mirrors!.updateSymbols();
  copyVariables(entry, object);
  entry.running++;
}

/**
 * Makes variables the same in the global object and the contextified object. The engine passes only the first assignments on;
 * later ones change the global object alone. When both sides have changed, the newer value is that of the script that runs.
 */
function copyVariables({ declared, running, global }: Entry, object: any): void {
  const names = Object.keys(declared);
  if (names.length === 0) return;
  const values: unknown[] = plainly(() => names.map((name) => global[name] as unknown));
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    const inside = values[index];
    const outside: unknown = object[name];
    let value = inside;
    if (!Object.is(inside, outside)) {
      const last = declared[name];
      const isNewer = !Object.is(inside, last) && (running > 0 || Object.is(outside, last));
      // Properties that became read-only in between are left.
      if (isNewer && isWritable(object, name)) Reflect.set(object, name, inside);
      else {
        plainly(() => Reflect.set(global, name, outside));
        value = outside;
      }
    }
    declared[name] = value;
  }
}

function isWritable(object: object, name: string): boolean {
  return Reflect.getOwnPropertyDescriptor(object, name)?.writable === true;
}

/** As at the beginning of a script, with symbols that the object inherits. */
function shareAllSymbols(entry: Entry, object: unknown): void {
  const { global, ownSymbols } = entry;
  entry.mirrors!.updateSymbols();
  plainly(() => symbols.inheritSymbols(global, object, ownSymbols));
  // The global object may have got members of a prototype.
  noteOwnNames(entry);
}

/** `mayDeclare`: the global object may have got names without our code, which its list shows. */
function copyOut(entry: Entry, object: object, mayDeclare = true): void {
  const { declared, global, mirrors } = entry;
  copyVariables(entry, object);
  entry.running--;
  mirrors!.updateSymbols();
  if (!mayDeclare && mirrors!.changeCount === entry.changeCount) return;
  const names = ownNames(global);
  if (names.length === entry.nameCount && mirrors!.changeCount === entry.changeCount) return;
  const known = knownNames(entry);
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    if (known.has(name) || mirrors!.has(name)) continue;
    known.add(name);
    const own = plainly(() => reflection.getOwnPropertyDescriptor(global, name));
    if (own === undefined || (Object.hasOwn(object, name) && Object.hasOwn(declared, name))) continue;
    if (!Object.hasOwn(object, name) && !Reflect.defineProperty(object, name, { ...own, configurable: true })) continue;
    if (!own.configurable) declared[name] = own.value;
    else if (plainly(() => Reflect.deleteProperty(global, name))) known.delete(name);
  }
  noteSearched(entry);
}

/** What the global object has now stays there. */
function noteOwnNames(entry: Entry): void {
  const names = ownNames(entry.global);
  const known = knownNames(entry);
  for (let index = 0; index < names.length; index++) if (!entry.mirrors!.has(names[index]!)) known.add(names[index]!);
  noteSearched(entry);
}

function knownNames(entry: Entry): Set<string> {
  const { ownNames: names } = entry;
  if (!Array.isArray(names)) return names;
  const known = pinned(new Set<string>());
  for (let index = 0; index < names.length; index++) known.add(names[index]!);
  entry.ownNames = known;
  return known;
}

function noteSearched(entry: Entry): void {
  entry.nameCount = ownNames(entry.global).length;
  entry.changeCount = entry.mirrors!.changeCount;
}
