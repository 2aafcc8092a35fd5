// Arguments that are options of a constructor of `Intl`, read once and in the order of the standard. Which options a constructor reads
// is the engine's own knowledge: it is observed once for each.
import { safe } from "internal:core/bootstrap";
import { engineIntl } from "internal:ecmascript/intl/engine";
import { append } from "internal:ecmascript/intl/lists";

const SEPARATOR = "\0";

/** A constructor of the engine. */
export type EngineConstructor = new (locales: unknown, options: unknown) => object;

/** Options that were read. */
export interface ReadOptions {
  /** What the engine's constructor is called with. */
  values: unknown;
  /** The same for equal options; null when the engine must look at a value: an object, a symbol, a bigint. */
  key: string | null;
}

const NOTHING: ReadOptions = { values: undefined, key: "" };

/** The options of one constructor. */
export class OptionReader {
  #names: string[] | undefined;
  #construct: EngineConstructor;

  constructor(construct: EngineConstructor) {
    this.#construct = construct;
  }

  /** Reads the options. An argument that is not an object or undefined is left to the engine. */
  read(options: unknown): ReadOptions {
    if (options === undefined) return NOTHING;
    if (typeof options !== "object" || options === null) return { values: options, key: null };
    const names = (this.#names ??= this.#observe());
    const values = safe.create(null) as Record<string, unknown>;
    let key = SEPARATOR;
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      const value = (options as Record<string, unknown>)[name];
      if (value === undefined) continue;
      values[name] = value;
      if (typeof value === "string" && !safe.includes(value, SEPARATOR)) key += `${index}=${value}${SEPARATOR}`;
      else if (typeof value === "number" || typeof value === "boolean") key += `${index}:${value}${SEPARATOR}`;
      else return { values: leaveFrom(index + 1, names, values, options), key: null };
    }
    return { values, key };
  }

  #observe(): string[] {
    const needsType = this.#construct === (engineIntl.DisplayNames as unknown);
    const names: string[] = [];
    const handler: ProxyHandler<object> = {
      get(_, name) {
        append(names, name as string);
        // `Intl.DisplayNames` cannot be made without.
        return needsType && name === "type" ? "language" : undefined;
      },
    };
    new this.#construct("en", new Proxy({}, handler));
    return names;
  }
}

/** Lets the engine read options from `names[start]` on, after it has converted those that were read: converting an object calls it. */
function leaveFrom(start: number, names: readonly string[], values: object, options: object): object {
  for (let index = start; index < names.length; index++) {
    const name = names[index]!;
    const get = (): unknown => (options as Record<string, unknown>)[name];
    safe.defineProperty(values, name, { get, enumerable: true, configurable: true });
  }
  return values;
}
