// Links the builtins: finds one by its name, evaluates it on first use, and passes it the environments of its imports.
// The only builtin that imports no other. `internal:loader` links the modules of programs.
import type { Services } from "internal:core/services";
import type { Frame } from "internal:core/async/context";

/** A function of any signature: a native, or a callback that is only passed on. */
export type AnyFunction = (...args: any[]) => any;

/** The cell of the asynchronous context, which lowered `await`s read and write (`internal:core/async/context`). */
class AsyncCell {
  /** The current frame. */
  f: Frame = undefined;
  /** Whether the thread's first task, which evaluates the main module, is running. */
  isMain = true;
  /** Called when an `await` restores a frame that the end of the task has to reset. */
  left: () => void = () => undefined;
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
  /** Returns the object that `for await` and an asynchronous `yield*` iterate over in place of `iterable`. */
  i(iterable: unknown): object {
    return load("internal:core/async/async_iteration").asyncIterable(iterable, false);
  }
}
export const asyncCell = new AsyncCell();

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
    else Object.defineProperties(record.environment, Object.getOwnPropertyDescriptors(exports));
    this.e = record.environment;
  }
  /** Publishes the exports of `export * from` a builtin. */
  star(environment: object): void {
    const record = this.#record;
    record.environment ??= { __proto__: null } as object;
    const { missingExport } = environment as { missingExport?: (name: string) => unknown };
    if (missingExport !== undefined) Object.setPrototypeOf(record.environment, onDemand(missingExport));
    for (const name of Object.keys(environment)) {
      if (name !== "default")
        Object.defineProperty(record.environment, name, Object.getOwnPropertyDescriptor(environment, name)!);
    }
  }
  /** The namespace of a request; for builtins it is the environment itself. */
  ns(index: number): object {
    const { name } = this.#record.requests[index]!;
    return load(name);
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
  return new Proxy(Object.create(null), {
    get(_target, name, environment) {
      const value = typeof name === "string" ? missingExport(name) : undefined;
      if (value !== undefined) Object.defineProperty(environment, name, { value });
      return value;
    },
  });
}

interface Request {
  name: string;
  deferred: boolean;
}

interface BuiltinRecord {
  id: string;
  requests: Request[];
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
export const { decodeURIComponent: engineDecode, encodeURIComponent: engineEncode } = globalThis;

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
const records = new Map<string, BuiltinRecord>();
const areas = new Map<string, object>();

/** In-flight requests of asynchronous natives, by their number. */
export const pendingRequests = new Map<number, Settle>();

/** The environment of the builtin or native area `id`, which is evaluated on first use. Throws for an unknown name. */
export function load(id: string): any {
  const record = records.get(id);
  if (record !== undefined) {
    // Inside a cycle: return the object that the exports will be defined on.
    return (record.environment ??= { __proto__: null } as object);
  }
  if (id.startsWith("native:")) return loadNatives(id.slice("native:".length));
  return evaluate(id);
}

/** Whether the builtin was evaluated. */
export function isLoaded(id: string): boolean {
  return records.has(id);
}

/** Whether there is a builtin of that name. */
export function isBuiltin(id: string): boolean {
  return realm.hasBuiltin!(id);
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
  const record: BuiltinRecord = { id, requests: [], environment: null, isLoaded: false };
  records.set(id, record);
  try {
    compiled[0].apply(undefined, parametersOf(record, compiled));
  } catch (error) {
    // A nearly exhausted stack can end any evaluation: the next use evaluates the module again.
    records.delete(id);
    throw error;
  }
  record.isLoaded = true;
  return (record.environment ??= {});
}

function loadAs(id: string, target: string): object {
  const environment = load(target);
  records.set(id, records.get(target)!);
  return environment;
}

function parametersOf(record: BuiltinRecord, compiled: CompiledBuiltin): unknown[] {
  const parameters: unknown[] = [new BuiltinContext(record)];
  // No function call per request: a function called that often at start-up would start the engine's compiler threads.
  for (let index = 1; index < compiled.length; index++) {
    const request = compiled[index] as string;
    const deferred = request[0] === "~";
    const name = deferred ? request.slice(1) : request;
    record.requests.push({ name, deferred });
    if (deferred) {
      let environment: object | undefined;
      parameters.push(() => (environment ??= load(name)));
    } else parameters.push(load(name));
  }
  return parameters;
}

function loadNatives(name: string): object {
  const known = areas.get(name);
  if (known !== undefined) return known;
  const natives: Natives | null = name === "realm" ? realm : realm.area!(name);
  if (natives === null) throw new Error(`this build of Brio has no native functions called '${name}'`);
  areas.set(name, natives);
  for (const asyncName of natives["~async"] as unknown as string[]) natives[asyncName] = promising(natives[asyncName]!);
  return natives;
}

/** Wraps a native that returns the number of a request in a function that returns a promise; `.start` is the native. */
function promising(start: StartNative): (...args: unknown[]) => Promise<unknown> {
  function op(...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      pendingRequests.set(start(...args), { resolve, reject });
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
    requests: [],
    environment: {
      load,
      services,
      provideServices,
      EngineDate,
      engineDecode,
      engineEncode,
      isLoaded,
      isBuiltin,
      builtinNames,
      pendingRequests,
      asyncCell,
      asyncIterator,
      iterator,
      default: boot,
    },
    isLoaded: true,
  };
  records.set(self.id, self);
  return load(entry).default(argument);
}
