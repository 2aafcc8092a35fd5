// Accessors in the global object of a context that read and write properties of its contextified object. The engine calls our code for
// names that its global object does not have. For those that it has, it knows itself which are enumerable, which cannot be deleted or
// assigned, and whether a key is a name or a symbol; so these are made
// - for a name, before a script assigns it, and for all names before they are enumerated;
// - for symbols, when a script begins and when it ends.
// A variable that a script declares is the global object's own, except when there is such an accessor before.
import { pinned, safe } from "internal:core/bootstrap";
import { markStanding } from "internal:core/lazy_members";
import * as native from "native:contexts";

interface Mirror {
  /** What the global object has itself, such as a builtin of that name. */
  hidden: PropertyDescriptor | undefined;
  /** A constant is mirrored by its value. */
  get: (() => unknown) | undefined;
}

const { create, defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols, hasOwn } = safe;
const { deleteProperty, isExtensible, reflectDefineProperty: tryDefine, reflectGet } = safe;
const { set: reflectSet } = Reflect;
const { get: descriptionOf } = getOwnPropertyDescriptor(Symbol.prototype, "description")!;

/** Calls `work` while global objects of contexts are plain objects. */
export const plainly = <Result>(work: () => Result): Result => native.withPlainGlobals(work) as Result;

export class Mirrors {
  readonly #global: object;
  readonly #target: object;
  readonly #mirrors = pinned(new Map<PropertyKey, Mirror>());
  /** What the engine reads: false means that `#assign` has to be called before each assignment. */
  readonly #mirrored: Record<string, boolean> = create(null);
  /** Symbols that the global object has itself. */
  readonly #ownSymbols: Set<symbol>;
  /** A script that is strict runs. */
  isStrict = false;
  /** Makes the error of an assignment that the global object refuses. */
  refusal: (name: string) => Error = (name) => new TypeError(name);
  /** Changed whenever the global object gets or loses a property here. */
  changeCount = 0;

  constructor(global: object, target: object, ownSymbols: Set<symbol>) {
    this.#global = global;
    this.#target = target;
    this.#ownSymbols = ownSymbols;
    native.setMirror(
      global,
      this.#mirrored,
      (name) => this.#assign(name),
      (name) => this.#remove(name),
      (name) => this.#drop(name),
      () => this.#list(),
    );
  }

  has(key: PropertyKey): boolean {
    return this.#mirrors.has(key);
  }

  /** Whether the global object itself has `key`. */
  isOwn(key: PropertyKey): boolean {
    const mirror = this.#mirrors.get(key);
    return mirror === undefined ? plainly(() => hasOwn(this.#global, key)) : mirror.hidden !== undefined;
  }

  /** Mirrors properties that a script is going to declare as variables: they have their values from the beginning. */
  mirrorDeclared(names: string[]): void {
    for (let index = 0; index < names.length; index++) if (!this.has(names[index]!)) this.#assign(names[index]!);
  }

  /** Functions that scripts declared under mirrored names have taken their place. Calls `moved` for each with its value. */
  takeDeclared(moved: (name: string, variable: PropertyDescriptor) => void): void {
    this.#mirrors.forEach(({ get }, key) => {
      if (typeof key === "symbol" || get === undefined) return;
      const own = this.#own(key);
      if (own === undefined || own.get === get) return;
      this.#forget(key);
      moved(key as string, own);
    });
  }

  /** Mirrors symbols that the contextified object got, and drops those that either side has lost. */
  updateSymbols(): void {
    const present = getOwnPropertySymbols(this.#target);
    if (present.length === 0 && this.#mirrors.size === 0) return;
    this.#mirrors.forEach((_mirror, key) => {
      if (typeof key !== "symbol") return;
      if (!hasOwn(this.#target, key)) this.#drop(key);
      else if (this.#own(key) === undefined) {
        this.#forget(key);
        deleteProperty(this.#target, key);
      }
    });
    for (let index = 0; index < present.length; index++) this.mirrorSymbol(present[index]!);
  }

  /** Mirrors a symbol that was defined in the contextified object. */
  mirrorSymbol(key: symbol): void {
    if (this.#mirrors.has(key) || this.#ownSymbols.has(key)) return;
    const shown = getOwnPropertyDescriptor(this.#target, key);
    if (shown !== undefined) this.#make(key, shown.enumerable === true, true);
  }

  /** Called before a name is assigned that is not mirrored or read-only. True: it is a variable of scripts. */
  #assign(name: string): boolean {
    // The accessor that the global object inherits.
    if (name === "__proto__") return false;
    const own = this.#own(name);
    if (own !== undefined && !own.configurable) {
      // The engine's message does not name them.
      if (own.writable === false && this.isStrict) throw this.refusal(name);
      return own.writable === true;
    }
    const shown = getOwnPropertyDescriptor(this.#target, name);
    if (shown === undefined && !isExtensible(this.#target)) return false;
    if (shown?.writable === false) this.#makeReadOnly(name, shown);
    else this.#make(name, shown === undefined || shown.enumerable === true, true);
    return false;
  }

  /** Called before a name is deleted: the engine then deletes the global object's own property. It refuses to delete a variable. */
  #remove(name: string): void {
    if (!(name in this.#target)) {
      this.#drop(name);
      return;
    }
    const isEnumerable = getOwnPropertyDescriptor(this.#target, name)?.enumerable === true;
    if (this.#mayBeSymbol(name)) {
      // What the engine deletes is the accessor or the symbol.
      this.#make(name, isEnumerable, true);
      return;
    }
    if (!deleteProperty(this.#target, name)) {
      this.#make(name, isEnumerable, false);
      return;
    }
    if (this.has(name)) this.#forget(name);
  }

  /** Mirrors all enumerable names. Returns them, variables first, as the engine lists its own. */
  #list(): string[] {
    this.#mirrors.forEach((_mirror, key) => {
      if (typeof key === "symbol") return;
      if (!hasOwn(this.#target, key)) this.#drop(key);
      else if (this.#own(key) === undefined) {
        this.#forget(key);
        deleteProperty(this.#target, key);
      }
    });
    const variables: string[] = [];
    const others: string[] = [];
    const names = getOwnPropertyNames(this.#target);
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      const isEnumerable = getOwnPropertyDescriptor(this.#target, name)?.enumerable === true;
      const own = this.#own(name);
      if (isEnumerable) add(own?.configurable === false && !this.has(name) ? variables : others, name);
      if (own !== undefined && !own.configurable) continue;
      if (this.has(name) ? own?.enumerable !== isEnumerable : isEnumerable) this.#make(name, isEnumerable, true);
    }
    for (let index = 0; index < others.length; index++) add(variables, others[index]!);
    return variables;
  }

  #own(key: PropertyKey): PropertyDescriptor | undefined {
    return plainly(() => getOwnPropertyDescriptor(this.#global, key));
  }

  #make(key: PropertyKey, enumerable: boolean, configurable: boolean): void {
    const mirror = this.#mirrors.get(key) ?? { hidden: this.#own(key), get: undefined };
    const { hidden } = mirror;
    const get = (): unknown => {
      if (hidden !== undefined && !(key in this.#target)) return hidden.value;
      const value: unknown = reflectGet(this.#target, key);
      // Inside, the object is its global.
      return value === this.#target ? this.#global : value;
    };
    const set = (value: unknown): void => void reflectSet(this.#target, key, value);
    mirror.get = get;
    markStanding(get, () => getOwnPropertyDescriptor(this.#target, key));
    this.#put(key, mirror, { get, set, enumerable, configurable }, true);
  }

  /** The engine refuses assignments, and throws in strict code. */
  #makeReadOnly(name: string, { value, enumerable, configurable }: PropertyDescriptor): void {
    const mirror = this.#mirrors.get(name) ?? { hidden: this.#own(name), get: undefined };
    if (!configurable) {
      this.#put(name, mirror, { value, writable: false, enumerable, configurable: false }, false);
      return;
    }
    const get = (): unknown => reflectGet(this.#target, name);
    mirror.get = get;
    this.#put(name, mirror, { get, set: undefined, enumerable, configurable: true }, false);
  }

  #put(key: PropertyKey, mirror: Mirror, descriptor: PropertyDescriptor, isSettable: boolean): void {
    if (!plainly(() => tryDefine(this.#global, key, descriptor))) return;
    this.#mirrors.set(key, mirror);
    if (typeof key !== "symbol") this.#mirrored[key as string] = isSettable;
    this.changeCount++;
  }

  /** The global object has its own property again, if it had one. */
  #drop(key: PropertyKey): void {
    const mirror = this.#mirrors.get(key);
    if (mirror === undefined) return;
    this.#forget(key);
    const { hidden } = mirror;
    plainly(() => (hidden === undefined ? deleteProperty(this.#global, key) : tryDefine(this.#global, key, hidden)));
  }

  #forget(key: PropertyKey): void {
    this.#mirrors.delete(key);
    if (typeof key !== "symbol") deleteProperty(this.#mirrored, key);
    this.changeCount++;
  }

  /** The engine passes the description of a symbol as if it was a name. */
  #mayBeSymbol(name: string): boolean {
    const symbols = getOwnPropertySymbols(this.#target);
    for (let index = 0; index < symbols.length; index++)
      if (safe.apply(descriptionOf!, symbols[index], []) === name) return true;
    return false;
  }
}

function add(names: string[], value: string): void {
  defineProperty(names, names.length, { value, writable: true, enumerable: true, configurable: true });
}
