// The global object of a program. Nothing is evaluated for a global that is not used: each is an accessor that
// replaces itself by the value on first use.
import { EngineDate, safe, load, ownStatics } from "internal:core/bootstrap";
import { type Home } from "internal:core/program";
import { install as installErrorStatics, nativeNames } from "internal:core/stack/install";
import { installIteratorFunctions } from "internal:ecmascript/iterator_functions";
import defer * as assignments from "internal:core/assignments";
import defer * as errors from "internal:core/errors";
import defer * as circles from "internal:core/json_circles";
import defer * as json from "internal:core/json_parse";
import defer * as cubeRoots from "internal:ecmascript/cube_root";
import defer * as localeFormats from "internal:ecmascript/locale_formats";
import defer * as globalDescriptors from "internal:startup/global_descriptors";
import defer * as ownProperties from "internal:core/stack/own_properties";
import { setAssignmentMessages } from "native:engine";

/** The getters of members whose value is made on first use. */
export const lazyGetters: (() => unknown)[] = [];

/** Global names by the builtin that exports them under the same name. */
const LAZY: Record<string, string[]> = {
  "internal:core/timers": [
    "clearImmediate",
    "setImmediate",
    "clearInterval",
    "clearTimeout",
    "setInterval",
    "setTimeout",
  ],
  "internal:core/ticks": ["queueMicrotask"],
  "internal:ecmascript/uri_components": ["decodeURIComponent", "encodeURIComponent"],
  "internal:ecmascript/temporal/namespace": ["Temporal"],
  "web:url": ["URL", "URLSearchParams"],
  "web:encoding": ["TextEncoder", "TextDecoder"],
  "web:encoding_streams": ["TextEncoderStream", "TextDecoderStream"],
  "web:event": ["Event", "CustomEvent"],
  "web:event_target": ["EventTarget"],
  "web:abort": ["AbortController", "AbortSignal"],
  "web:dom_exception": ["DOMException", "QuotaExceededError"],
  "web:blob": ["Blob", "File"],
  "web:form_data": ["FormData"],
  "web:fetch": ["fetch"],
  "web:websocket": ["WebSocket"],
  "web:close_event": ["CloseEvent"],
  "web:headers": ["Headers"],
  "web:request": ["Request"],
  "web:response": ["Response"],
  "web:base64": ["atob", "btoa"],
  "web:structured_clone": ["structuredClone"],
  "web:message_channel": ["MessageChannel", "MessagePort"],
  "web:broadcast_channel": ["BroadcastChannel"],
  "web:message_event": ["MessageEvent"],
  "web:error_event": ["ErrorEvent"],
  "web:performance": [
    "performance",
    "Performance",
    "PerformanceEntry",
    "PerformanceMark",
    "PerformanceMeasure",
    "PerformanceObserver",
    "PerformanceObserverEntryList",
    "PerformanceResourceTiming",
  ],
  "web:crypto": ["crypto", "Crypto", "SubtleCrypto"],
  "web:crypto_key": ["CryptoKey"],
  "web:navigator": ["navigator", "Navigator"],
  "web:compression_streams": ["CompressionStream", "DecompressionStream"],
  "web:url_pattern": ["URLPattern"],
  "web:storage": ["Storage", "sessionStorage"],
  "web:streams": [
    "ReadableStream",
    "ReadableStreamDefaultReader",
    "ReadableStreamBYOBReader",
    "ReadableStreamBYOBRequest",
    "ReadableByteStreamController",
    "ReadableStreamDefaultController",
    "WritableStream",
    "WritableStreamDefaultController",
    "WritableStreamDefaultWriter",
    "TransformStream",
    "TransformStreamDefaultController",
    "ByteLengthQueuingStrategy",
    "CountQueuingStrategy",
  ],
};

/** Defines a global that `make` computes when it is first read. `isAccessor`: its descriptor is that of an accessor. */
export function defineLazy(name: string, make: () => unknown, isEnumerable: boolean, isAccessor = false): void {
  let isMade = false;
  let value: unknown;
  const descriptor = {
    get() {
      if (isMade) return value;
      value = make();
      isMade = true;
      replaceByValue(name, value, isEnumerable);
      return value;
    },
    set(assigned: unknown) {
      assign(this, name, assigned, isEnumerable);
    },
    enumerable: isEnumerable,
    configurable: true,
  };
  if (!isAccessor) lazyGetters[lazyGetters.length] = descriptor.get;
  safe.defineProperty(globalThis, name, descriptor);
}

/** Removes a global. */
export function deleteGlobal(name: string): void {
  delete (globalThis as Record<string, unknown>)[name];
}

/** Defines a plain global. */
export function define(name: string, value: unknown, isEnumerable: boolean): void {
  safe.defineProperty(globalThis, name, { value, writable: true, enumerable: isEnumerable, configurable: true });
}

// Replaces the accessor by its value. In a frozen global object the accessor remains and returns the same value each time.
function replaceByValue(name: string, value: unknown, isEnumerable: boolean): void {
  safe.reflectDefineProperty(globalThis, name, { value, writable: true, enumerable: isEnumerable, configurable: true });
}

// Does what an assignment to a data property does: an object that inherits from the global object gets its own property.
function assign(receiver: unknown, name: string, value: unknown, isEnumerable: boolean): void {
  const isGlobal = receiver === globalThis || receiver === undefined;
  const target = (isGlobal ? globalThis : receiver) as object;
  if (
    safe.reflectDefineProperty(target, name, {
      value,
      writable: true,
      enumerable: isEnumerable || !isGlobal,
      configurable: true,
    })
  )
    return;
  throw new TypeError(`Cannot assign to read only property '${name}' of object '#<Object>'`);
}

const ENUMERABLE = new Set([
  "clearImmediate",
  "setImmediate",
  "clearInterval",
  "clearTimeout",
  "setInterval",
  "setTimeout",
  "queueMicrotask",
  "structuredClone",
  "atob",
  "btoa",
  "performance",
  "fetch",
  "crypto",
  "navigator",
  "sessionStorage",
]);

/** Installs the globals of a home. `hasOptions`: options of the command line may add some. */
export function installGlobals(home: Home, hasOptions: boolean): void {
  define("global", globalThis, true);
  installErrorStatics();
  // Bun has the engine's messages.
  if (home !== "bun") setAssignmentMessages((object, key) => assignments.messageOf(object, key));
  defineLazy("Date", () => load("internal:ecmascript/dates").install(), false);
  defineLazy("Intl", () => load("internal:ecmascript/intl/constructors").install(), false);
  // Deno's globals are such accessors, too.
  showsAccessors = home === "deno";
  defineMethod(Object, "getOwnPropertyDescriptor", descriptorStatics.getOwnPropertyDescriptor);
  defineMethod(Object, "getOwnPropertyDescriptors", descriptorStatics.getOwnPropertyDescriptors);
  defineMethod(Object, "getOwnPropertyNames", descriptorStatics.getOwnPropertyNames);
  defineMethod(Reflect, "getOwnPropertyDescriptor", descriptorStatics.reflectGetOwnPropertyDescriptor);
  defineMethod(Reflect, "ownKeys", descriptorStatics.ownKeys);
  ownStatics.add(descriptorStatics.getOwnPropertyNames).add(descriptorStatics.ownKeys);
  // As `defineLazy`, but without a call: a function called that often would start the engine's compiler threads.
  for (const module of safe.keys(LAZY)) {
    for (const name of LAZY[module]!) {
      const isEnumerable = ENUMERABLE.has(name);
      const descriptor = {
        get() {
          const value = load(module)[name];
          replaceByValue(name, value, isEnumerable);
          return value;
        },
        set(value: unknown) {
          assign(this, name, value, isEnumerable);
        },
        enumerable: isEnumerable,
        configurable: true,
      };
      lazyGetters[lazyGetters.length] = descriptor.get;
      safe.defineProperty(globalThis, name, descriptor);
    }
  }
  defineMethod(Atomics, "waitAsync", atomicsStatics.waitAsync);
  defineMethod(Math, "cbrt", mathStatics.cbrt);
  defineMethod(Promise, "withResolvers", promiseStatics.withResolvers);
  if (home !== "bun") {
    defineMethod(Promise, "any", promiseStatics["any"]);
    defineMethod(JSON, "parse", jsonStatics.parse);
    defineMethod(JSON, "stringify", jsonStatics.stringify);
  }
  installIteratorFunctions(globalThis);
  defineMethod(EngineDate.prototype, "toTemporalInstant", dateMethods.toTemporalInstant);
  defineMethod(Number.prototype, "toLocaleString", localeMethods.toLocaleString);
  defineMethod(BigInt.prototype, "toLocaleString", localeMethods.toLocaleStringOfBigInt);
  defineMethod(String.prototype, "localeCompare", localeMethods.localeCompare);
  defineMethod(String.prototype, "toLocaleLowerCase", localeMethods.toLocaleLowerCase);
  defineMethod(String.prototype, "toLocaleUpperCase", localeMethods.toLocaleUpperCase);
  const { WebAssembly } = globalThis as { WebAssembly?: unknown };
  defineLazy("WebAssembly", () => load("internal:startup/web_assembly_tasks").prepare(WebAssembly), false);
  defineLazy("localStorage", () => load("web:storage").openLocalStorage(), false, true);
  if (hasOptions) load("internal:startup/flagged_globals").apply();
  defineLazy("process", loadProcess, false);
  defineLazy("Buffer", () => load("internal:node/buffer").Buffer, false);
  defineLazy("console", () => load("internal:node/console/console").globalConsole, false);
  if (home === "bun") defineLazy("Bun", () => load("internal:bun/main").default, true);
  if (home === "deno") defineLazy("Deno", () => load("internal:deno/main").default, false);
  if (home !== "node") load("internal:startup/home_globals").install(home);
  else installNodeGlobals();
}

// What only Node's global object has.
function installNodeGlobals(): void {
  safe.defineProperty(globalThis, Symbol.toStringTag, {
    value: "global",
    writable: false,
    enumerable: false,
    configurable: true,
  });
  let performance: unknown;
  let isPerformanceSet = false;
  const accessors = {
    get crypto(): unknown {
      if ((this as unknown) !== globalThis && (this as unknown) !== undefined && this !== null)
        throw new errors.ERR_INVALID_THIS("nullish or must be the global object");
      return load("web:crypto").crypto;
    },
    get navigator(): unknown {
      return load("web:navigator").navigator;
    },
    // Replaceable (Web IDL §3.3.13), though Node replaces only the value.
    get performance(): unknown {
      if (isPerformanceSet) return performance;
      isPerformanceSet = true;
      return (performance = load("web:performance").performance);
    },
    set performance(value: unknown) {
      isPerformanceSet = true;
      performance = value;
    },
  };
  safe.defineProperties(globalThis, safe.getOwnPropertyDescriptors(accessors));
}

function defineMethod(holder: object, name: string, value: Function): void {
  safe.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  nativeNames.set(value, name);
}

const engineNumberText = withOwnCall(Number.prototype.toLocaleString);
const engineBigIntText = withOwnCall(BigInt.prototype.toLocaleString);
const engineCompare = withOwnCall(String.prototype.localeCompare);
const engineLower = withOwnCall(String.prototype.toLowerCase);
const engineUpper = withOwnCall(String.prototype.toUpperCase);
const engineLocaleLower = withOwnCall(String.prototype.toLocaleLowerCase);
const engineLocaleUpper = withOwnCall(String.prototype.toLocaleUpperCase);

// A call by `call` costs a third of one by `apply`, and a program may replace the `call` of functions that have none of their own.
function withOwnCall<F extends Function>(method: F): F {
  return safe.defineProperty(method, "call", { value: method.call }) as F;
}

// With a locale or options `internal:ecmascript/locale_formats` caches formatters; the rest is the engine's. The parameters have
// defaults so that they do not count in `length`.
const localeMethods = {
  toLocaleString(this: unknown, locales: unknown = undefined, options: unknown = undefined): string {
    if (typeof this === "number" && (locales !== undefined || options !== undefined))
      return localeFormats.formatNumber(this, locales, options);
    return engineNumberText.call(this as number, locales as string, options as Intl.NumberFormatOptions);
  },
  toLocaleStringOfBigInt(this: unknown, locales: unknown = undefined, options: unknown = undefined): string {
    if (typeof this === "bigint") return localeFormats.formatNumber(this, locales, options);
    return engineBigIntText.call(this as bigint, locales as string, options as BigIntToLocaleStringOptions);
  },
  localeCompare(this: unknown, that: unknown, locales: unknown = undefined, options: unknown = undefined): number {
    if (locales === undefined && options === undefined) return engineCompare.call(this as string, that as string);
    if (typeof this === "string" && typeof that === "string")
      return localeFormats.compareStrings(this, that, locales, options);
    return engineCompare.call(this as string, that as string, locales as string, options as Intl.CollatorOptions);
  },
  toLocaleLowerCase(this: unknown, locales: unknown = undefined): string {
    if (typeof this === "string") {
      if (localeFormats.hasCommonCases(locales)) return engineLower.call(this);
      const converted = localeFormats.convertTurkic(this, locales, false);
      if (converted !== undefined) return converted;
    }
    return engineLocaleLower.call(this as string, locales as string);
  },
  toLocaleUpperCase(this: unknown, locales: unknown = undefined): string {
    if (typeof this === "string") {
      if (localeFormats.hasCommonCases(locales)) return engineUpper.call(this);
      const converted = localeFormats.convertTurkic(this, locales, true);
      if (converted !== undefined) return converted;
    }
    return engineLocaleUpper.call(this as string, locales as string);
  },
};
safe.defineProperty(localeMethods.toLocaleStringOfBigInt, "name", { value: "toLocaleString" });

const { getOwnPropertyDescriptor: engineDescriptor, getOwnPropertyDescriptors: engineDescriptors } = Object;
const { getOwnPropertyDescriptor: engineReflectDescriptor, ownKeys: engineOwnKeys } = Reflect;
const { getOwnPropertyNames: engineNames } = Object;
const { isError } = safe;
/** Descriptors of lazy globals are shown as the accessors that they are. */
let showsAccessors = false;

// A request for a descriptor of the global object makes a value that is made on first use, as it is a data property elsewhere. One for
// the properties of an error gives it those of V8.
const descriptorStatics = {
  getOwnPropertyDescriptor(object: unknown, key: PropertyKey): PropertyDescriptor | undefined {
    if (key === "stack" && isError(object)) ownProperties.prepareOwnProperties(object);
    const descriptor = engineDescriptor(object, key);
    return object === globalThis && !showsAccessors ? globalDescriptors.withValue(descriptor, key) : descriptor;
  },
  getOwnPropertyDescriptors(object: unknown): Record<PropertyKey, PropertyDescriptor> {
    if (object === globalThis && !showsAccessors) globalDescriptors.makeValues();
    else if (isError(object)) ownProperties.prepareOwnProperties(object);
    return engineDescriptors(object as object);
  },
  getOwnPropertyNames(object: unknown): string[] {
    if (isError(object)) ownProperties.prepareOwnProperties(object);
    return engineNames(object);
  },
  reflectGetOwnPropertyDescriptor(target: object, propertyKey: PropertyKey): PropertyDescriptor | undefined {
    if (propertyKey === "stack" && isError(target)) ownProperties.prepareOwnProperties(target);
    const descriptor = engineReflectDescriptor(target, propertyKey);
    return target === globalThis && !showsAccessors ? globalDescriptors.withValue(descriptor, propertyKey) : descriptor;
  },
  ownKeys(target: object): (string | symbol)[] {
    if (isError(target)) ownProperties.prepareOwnProperties(target);
    return engineOwnKeys(target);
  },
};
safe.defineProperty(descriptorStatics.reflectGetOwnPropertyDescriptor, "name", { value: "getOwnPropertyDescriptor" });

const EnginePromise = Promise;
const engineWithResolvers = Promise.withResolvers;

const promiseStatics = {
  // ECMA-262 §27.2.4.9. The engine names the functions, which the standard leaves anonymous.
  withResolvers(this: PromiseConstructor): PromiseWithResolvers<unknown> {
    if (this !== EnginePromise) return safe.apply(engineWithResolvers, this, []) as PromiseWithResolvers<unknown>;
    let resolve!: (value: unknown) => void;
    let reject!: (reason?: unknown) => void;
    const promise = new EnginePromise((first, second) => {
      resolve = first;
      reject = second;
    });
    return { promise, resolve, reject };
  },
  // The engine's AggregateError has no message.
  ["any"](this: unknown, iterable: Iterable<unknown>): unknown {
    return load("internal:ecmascript/promise_any").promiseAny(this, iterable);
  },
};

const jsonStatics = {
  // Stacks show the engine's function of the same name.
  parse(text: string, reviver: (key: string, value: unknown) => unknown): unknown {
    try {
      return safe.parseJson(text, reviver);
    } catch (error) {
      json.describeError(error, text);
      throw error;
    }
  },
  stringify(value: unknown, replacer: unknown, space: string | number): string {
    try {
      return safe.stringify(value, replacer as null, space);
    } catch (error) {
      circles.describeCircle(error, value, replacer);
      throw error;
    }
  },
};

const engineGetTime = EngineDate.prototype.getTime;

const dateMethods = {
  toTemporalInstant(this: Date): object {
    return load("internal:ecmascript/temporal/namespace").instantOfTime(safe.apply(engineGetTime, this, []));
  },
};

const mathStatics = {
  cbrt(x: unknown): number {
    return cubeRoots.cubeRoot(+(x as number));
  },
};

const atomicsStatics = {
  waitAsync(view: unknown, index: unknown, value: unknown, timeout: unknown): object {
    return load("internal:ecmascript/wait_async").waitAsync(view, index, value, timeout);
  },
};

function loadProcess(): unknown {
  return load("internal:node/process").default;
}
