// Functions of module files that a realm has compiled, for a realm that loads the same files again and again, as one that runs
// several test files does: a file that has not changed is neither read nor compiled again, and its optimized code stays.
// Calling a module's function again makes new instances of everything that it declares.
import { type AnyFunction, pinned, safe } from "internal:core/bootstrap";
import { type CodeSource, setCodeSource } from "internal:loader/chain";
import { type Loaded, type ModuleForm, type SourceGoal, changedMs, compile, loadFile, release } from "native:modules";

/** A file that changed a shorter time ago, in milliseconds, could change again without getting another time. */
const SETTLED_MS = 100;
/** Code that so many uses of the realm have not needed is dropped. */
const UNUSED_MAX = 20;

interface Entry {
  readonly id: number;
  readonly key: string;
  readonly path: string;
  readonly goal: SourceGoal;
  readonly changedMs: number;
  readonly record: string;
  /** Of the transformed source that was not compiled yet; 0: it was. */
  handle: number;
  /** Of the first function: frames show it. */
  url: string | null;
  readonly functions: Map<ModuleForm, AnyFunction>;
  lastUse: number;
}

class CodeCache implements CodeSource {
  readonly #byKey = pinned(new Map<string, Entry>());
  /** By the handles that callers have: negative numbers, which the native functions do not use. */
  readonly #byId = pinned(new Map<number, Entry>());
  #count = 0;
  #use = 0;

  loadFile(path: string, goal: SourceGoal): Loaded {
    const key = `${goal}${path}`;
    const changed = changedMs(path);
    const known = this.#byKey.get(key);
    if (known !== undefined && known.changedMs === changed) {
      known.lastUse = this.#use;
      return { handle: known.id, record: known.record };
    }
    const loaded = loadFile(path, goal);
    if (loaded.handle === 0 || changed < 0 || safe.now() - changed < SETTLED_MS) return loaded;
    const { handle, record } = loaded;
    const id = -++this.#count;
    const entry: Entry = {
      id,
      key,
      path,
      goal,
      changedMs: changed,
      record,
      handle,
      url: null,
      functions: pinned(new Map<ModuleForm, AnyFunction>()),
      lastUse: this.#use,
    };
    this.#byKey.set(key, entry);
    this.#byId.set(id, entry);
    return { handle: id, record };
  }

  compile(handle: number, form: ModuleForm, url: string): AnyFunction {
    const entry = this.#byId.get(handle);
    if (entry === undefined) return compile(handle, form, url);
    entry.url ??= url;
    if (entry.url !== url) return compile(takeHandle(entry), form, url);
    let compiled = entry.functions.get(form);
    if (compiled === undefined) entry.functions.set(form, (compiled = compile(takeHandle(entry), form, url)));
    return compiled;
  }

  release(handle: number): void {
    if (handle > 0) release(handle);
  }

  /** The realm is used again. Drops the code of the file `main`, which runs once, and what was not needed for long. */
  beginUse(main: string): void {
    this.#use++;
    for (const entry of this.#byId.values()) {
      const isCurrent = this.#byKey.get(entry.key) === entry;
      if (isCurrent && entry.path !== main && entry.lastUse + UNUSED_MAX >= this.#use) continue;
      this.#byId.delete(entry.id);
      if (isCurrent) this.#byKey.delete(entry.key);
      if (entry.handle > 0) release(entry.handle);
    }
  }
}

/** A handle of the file's transformed source, which the caller uses up. */
function takeHandle(entry: Entry): number {
  const { handle } = entry;
  entry.handle = 0;
  return handle > 0 ? handle : loadFile(entry.path, entry.goal).handle;
}

let cache: CodeCache | undefined;

/** From now on, the realm keeps the functions of module files. */
export function keepCode(): void {
  setCodeSource((cache ??= new CodeCache()));
}

/** The realm is used again, after it ran the file `main`. */
export function beginUse(main: string): void {
  cache?.beginUse(main);
}
