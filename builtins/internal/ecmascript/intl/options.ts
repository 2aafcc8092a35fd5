// Arguments that are options of a constructor of `Intl`, read once and in the order of the standard. Which options a constructor reads
// is the engine's own knowledge: it is observed once for each.
import { safe } from "internal:core/bootstrap";
import { engineIntl } from "internal:ecmascript/intl/engine";

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
    let arePrimitive = true;
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      const value = (options as Record<string, unknown>)[name];
      if (value === undefined) continue;
      values[name] = value;
      if (typeof value === "string" && !safe.includes(value, SEPARATOR)) key += `${index}=${value}${SEPARATOR}`;
      else if (typeof value === "number" || typeof value === "boolean") key += `${index}:${value}${SEPARATOR}`;
      else arePrimitive = false;
    }
    return { values, key: arePrimitive ? key : null };
  }

  #observe(): string[] {
    const needsType = this.#construct === (engineIntl.DisplayNames as unknown);
    const names: string[] = [];
    const handler: ProxyHandler<object> = {
      get(_, name) {
        names[names.length] = name as string;
        // `Intl.DisplayNames` cannot be made without.
        return needsType && name === "type" ? "language" : undefined;
      },
    };
    new this.#construct("en", new Proxy({}, handler));
    return names;
  }
}
