// The engine's objects of `Intl`, each shared by all the program's objects for equal arguments: the engine opens ICU's data for each of
// its objects, which takes 2 to 100 µs. They cannot change, and programs cannot reach them.
import { type AnyFunction, pinned, safe } from "internal:core/bootstrap";
import { onTimeZoneChange } from "internal:core/process/time_zone";
import { BoundedCache } from "internal:ecmascript/intl/bounded_cache";
import defer * as durations from "internal:ecmascript/intl/durations";
import type { DurationFormatter } from "internal:ecmascript/intl/durations";
import { engineIntl } from "internal:ecmascript/intl/engine";
import { readLocales } from "internal:ecmascript/intl/locale_lists";
import { type EngineConstructor, OptionReader } from "internal:ecmascript/intl/options";

/** ICU's data of one object are up to 100 kB. */
const SHARED_MAX = 64;

/** One object of the engine. */
export class SharedObject {
  engine: object;
  /** What `resolvedOptions` returns, once it was called. */
  resolved: object | undefined = undefined;
  /** The engine's `format` or `compare` of the object, once it was used. */
  bound: AnyFunction | undefined = undefined;
  /** What formats with a DurationFormat, once it was used; null: the engine. */
  durationFormatter: DurationFormatter | null | undefined = undefined;
  objects: SharedObjects;

  constructor(engine: object, objects: SharedObjects) {
    this.engine = engine;
    this.objects = objects;
  }
}

/** The objects of one constructor. */
export class SharedObjects {
  #cache = new BoundedCache<SharedObject>(SHARED_MAX);
  #construct: EngineConstructor;
  #options: OptionReader;
  /** The engine's getter of `format` or `compare`. */
  #getBound: Function | undefined;
  #resolvedOptions: Function;
  /** The last tag without options, and its object. */
  #lastTag = "";
  #last: SharedObject | undefined = undefined;

  constructor(construct: EngineConstructor) {
    this.#construct = construct;
    this.#options = new OptionReader(construct);
    const { format, compare, resolvedOptions } = safe.getOwnPropertyDescriptors(construct.prototype) as Record<
      string,
      PropertyDescriptor
    >;
    this.#getBound = (format ?? compare)?.get;
    this.#resolvedOptions = resolvedOptions!.value as Function;
  }

  /** The shared object for these arguments. */
  of(locales: unknown, options: unknown): SharedObject {
    if (options !== undefined || typeof locales !== "string") return this.#find(locales, options);
    // Most programs have one locale.
    if (this.#last !== undefined && locales === this.#lastTag) return this.#last;
    this.#last = this.#find(locales, undefined);
    this.#lastTag = locales;
    return this.#last;
  }

  #find(locales: unknown, options: unknown): SharedObject {
    const list = readLocales(locales);
    const read = this.#options.read(options);
    if (list.key === null || read.key === null) return this.#make(list.locales, read.values);
    const key = list.key + read.key;
    let shared = this.#cache.get(key);
    if (shared === undefined) {
      shared = this.#make(list.locales, read.values);
      this.#cache.set(key, shared);
    }
    return shared;
  }

  #make(locales: unknown, options: unknown): SharedObject {
    return new SharedObject(new this.#construct(locales, options), this);
  }

  /** The engine's `format` or `compare` of an object. */
  boundOf(shared: SharedObject): AnyFunction {
    return (shared.bound ??= safe.apply(this.#getBound!, shared.engine, []) as AnyFunction);
  }

  durationFormatterOf(shared: SharedObject): DurationFormatter | null {
    if (shared.durationFormatter === undefined) {
      const resolved = safe.apply(this.#resolvedOptions, shared.engine, []) as Record<string, string>;
      shared.durationFormatter = durations.DurationFormatter.of(resolved);
    }
    return shared.durationFormatter;
  }

  clear(): void {
    this.#cache.clear();
    this.#last = undefined;
  }
}

const objectsByName = pinned(new Map<string, SharedObjects>());

/** The objects of a constructor of `Intl`, by its name. */
export function sharedObjects(name: string): SharedObjects {
  let objects = objectsByName.get(name);
  if (objects === undefined) {
    const made = new SharedObjects((engineIntl as unknown as Record<string, EngineConstructor>)[name]!);
    objects = made;
    objectsByName.set(name, objects);
    // Formatters have the time zone that was set when they were made.
    if (name === "DateTimeFormat") onTimeZoneChange(() => made.clear());
  }
  return objects;
}

class Returned {
  constructor(object: object) {
    return object;
  }
}

/** Gives an object of the program its shared object, as a private member. */
export class Stamp extends Returned {
  #shared: SharedObject;
  #bound: Function | undefined;

  constructor(object: object, shared: SharedObject) {
    super(object);
    this.#shared = shared;
  }

  /** The shared object, one of `objects`, of an object of the program; undefined for other values. */
  static sharedOf(value: unknown, objects: SharedObjects): SharedObject | undefined {
    if (typeof value !== "object" || value === null || !(#shared in value)) return undefined;
    const shared = value.#shared;
    return shared.objects === objects ? shared : undefined;
  }

  /** The function that `format` or `compare` is for an object of the program, which is its own. */
  static boundOf(value: object, bind: (shared: SharedObject) => Function): Function {
    const stamp = value as Stamp;
    return (stamp.#bound ??= bind(stamp.#shared));
  }
}
