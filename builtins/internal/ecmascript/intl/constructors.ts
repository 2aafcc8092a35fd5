// `Intl`, whose constructors make objects that share the engine's objects for equal arguments (`internal:ecmascript/intl/shared_objects`),
// and whose functions of lists of locales cache results. Objects of subclasses are the engine's own: the methods accept both.
import { type AnyFunction, EngineIntl, safe } from "internal:core/bootstrap";
import { nativeNames } from "internal:core/stack/install";
import defer * as durationFormats from "internal:ecmascript/intl/durations";
import { engineIntl } from "internal:ecmascript/intl/engine";
import { copyOf } from "internal:ecmascript/intl/lists";
import { CachedTags } from "internal:ecmascript/intl/locale_lists";
import type { EngineConstructor } from "internal:ecmascript/intl/options";
import { type SharedObject, type SharedObjects, sharedObjects, Stamp } from "internal:ecmascript/intl/shared_objects";

const NAMES = [
  "Collator",
  "DateTimeFormat",
  "DisplayNames",
  "DurationFormat",
  "ListFormat",
  "NumberFormat",
  "PluralRules",
  "RelativeTimeFormat",
  "Segmenter",
];
/** Constructors that may be called without `new`. */
const CALLABLE = "Collator DateTimeFormat NumberFormat";

const { isPrototypeOf } = Object.prototype;

type Method = (this: unknown, first?: unknown, second?: unknown) => unknown;

let durations: SharedObjects | undefined;

/** Replaces the constructors, once, and returns `Intl`. */
export function install(): unknown {
  for (const name of NAMES) {
    const engine = (engineIntl as unknown as Record<string, EngineConstructor | undefined>)[name];
    if (engine === undefined) continue;
    const objects = sharedObjects(name);
    if (name === "DurationFormat") durations = objects;
    const made = makeConstructor(name, engine, objects);
    define(EngineIntl, name, made);
    installStatics(made, engine as unknown as typeof Intl.NumberFormat);
    installMethods(engine.prototype as object, made, objects);
  }
  const { getCanonicalLocales } = engineIntl;
  const canonical = new CachedTags((locales) => getCanonicalLocales(locales));
  const functions = {
    getCanonicalLocales(locales: unknown) {
      return canonical.of(locales);
    },
  };
  defineNative(EngineIntl, "getCanonicalLocales", functions.getCanonicalLocales);
  return EngineIntl;
}

function makeConstructor(name: string, engine: EngineConstructor, objects: SharedObjects): Function {
  const isCallable = safe.includes(CALLABLE, name);
  const made = function (this: object, locales: unknown, options: unknown): unknown {
    if (new.target === made) {
      new Stamp(this, objects.of(locales, options));
      return this;
    }
    if (new.target !== undefined) return safe.construct(engine, [locales, options], new.target as Function);
    // Throws for the constructors that need `new`.
    const isPlain = isCallable && !safe.apply(isPrototypeOf, engine.prototype, [this]);
    return isPlain
      ? new (made as unknown as EngineConstructor)(locales, options)
      : safe.apply(engine as unknown as Function, this, [locales, options]);
  };
  safe.defineProperties(made, {
    name: { value: name },
    length: { value: engine.length },
    prototype: { value: engine.prototype, writable: false },
  });
  nativeNames.set(made, name);
  return made;
}

function installStatics(made: Function, engine: typeof Intl.NumberFormat): void {
  const supported = new CachedTags((locales) => engine.supportedLocalesOf(locales as string));
  const statics = {
    supportedLocalesOf(locales: unknown, options: unknown = undefined) {
      return options === undefined
        ? supported.of(locales)
        : engine.supportedLocalesOf(locales as string, options as object);
    },
  };
  defineNative(made, "supportedLocalesOf", statics.supportedLocalesOf);
}

function installMethods(prototype: object, made: Function, objects: SharedObjects): void {
  const descriptors = safe.getOwnPropertyDescriptors(prototype) as Record<string, PropertyDescriptor>;
  for (const name of safe.keys(descriptors)) {
    const { get, value } = descriptors[name]!;
    if (get !== undefined) {
      const getter = boundGetter(objects, name, get as Method);
      nativeNames.set(getter, `get ${name}`);
      safe.defineProperty(prototype, name, { ...descriptors[name], get: getter as () => unknown });
    } else if (name === "format" && objects === durations)
      defineNative(prototype, name, formatOfDuration(objects, value as Method));
    else if (name === "resolvedOptions") defineNative(prototype, name, resolvedOptions(objects, value as Method));
    else if (name !== "constructor") defineNative(prototype, name, methodOf(objects, name, value as Method));
  }
  define(prototype, "constructor", made);
}

// The engine's methods accept its own objects, and refuse those that have no shared object of the kind.

function methodOf(objects: SharedObjects, name: string, engine: Method): Function {
  const call = withOwnCall(engine);
  const unary = {
    [name](this: unknown, first: unknown) {
      return call.call(Stamp.sharedOf(this, objects)?.engine ?? this, first);
    },
  };
  const binary = {
    [name](this: unknown, first: unknown, second: unknown) {
      return call.call(Stamp.sharedOf(this, objects)?.engine ?? this, first, second);
    },
  };
  return engine.length === 2 ? binary[name]! : unary[name]!;
}

function resolvedOptions(objects: SharedObjects, engine: Method): Function {
  const call = withOwnCall(engine);
  const methods = {
    resolvedOptions(this: unknown) {
      const shared = Stamp.sharedOf(this, objects);
      if (shared === undefined) return call.call(this);
      return copyOfResolved((shared.resolved ??= call.call(shared.engine) as object));
    },
  };
  return methods.resolvedOptions;
}

function formatOfDuration(objects: SharedObjects, engine: Method): Function {
  const call = withOwnCall(engine);
  const methods = {
    format(this: unknown, duration: unknown) {
      const shared = Stamp.sharedOf(this, objects);
      if (shared === undefined || typeof duration !== "object" || duration === null)
        return call.call(shared?.engine ?? this, duration);
      const formatter = objects.durationFormatterOf(shared);
      if (formatter === null) return call.call(shared.engine, duration);
      const fields = durationFormats.readFields(duration);
      return formatter.format(fields) ?? call.call(shared.engine, fields);
    },
  };
  return methods.format;
}

function copyOfResolved(resolved: { pluralCategories?: string[] }): object {
  const { pluralCategories } = resolved;
  return pluralCategories === undefined ? { ...resolved } : { ...resolved, pluralCategories: copyOf(pluralCategories) };
}

/** `format` and `compare` are getters of a function of the object, the same each time. */
function boundGetter(objects: SharedObjects, name: string, engine: Method): Function {
  const call = withOwnCall(engine);
  const bind = (shared: SharedObject): Function => {
    const bound = objects.boundOf(shared);
    return name === "compare" ? anonymousBinary(bound) : anonymousUnary(bound);
  };
  const accessors = {
    get [name](): unknown {
      if (Stamp.sharedOf(this, objects) === undefined) return call.call(this);
      return Stamp.boundOf(this, bind);
    },
  };
  return safe.getOwnPropertyDescriptor(accessors, name)!.get!;
}

function anonymousUnary(bound: AnyFunction): Function {
  return (value: unknown) => bound(value);
}

function anonymousBinary(bound: AnyFunction): Function {
  return (left: unknown, right: unknown) => bound(left, right);
}

// A call by `call` costs a third of one by `apply`, and a program may replace the `call` of functions that have none of their own.
function withOwnCall<F extends Function>(method: F): F {
  return safe.defineProperty(method, "call", { value: safe.call }) as F;
}

function define(holder: object, name: string, value: unknown): void {
  safe.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
}

function defineNative(holder: object, name: string, value: Function): void {
  nativeNames.set(value, name);
  define(holder, name, value);
}
