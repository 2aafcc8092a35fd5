// Globals that reach out of the program, under a policy with lists of packages: a package that lacks the capability gets
// a function that refuses, and a `Bun` or `Deno` whose members refuse.
import { safe } from "internal:core/bootstrap";
import * as guard from "internal:core/package_guard";
import { OF_GLOBALS, OF_MEMBERS } from "internal:core/package_capabilities";

/** Guards the globals of this thread. */
export function install(): void {
  for (const [name, needed] of safe.entries(OF_GLOBALS))
    guardGlobal(name, (value, above) => {
      const lack = guard.lackOfCaller(needed, above);
      return lack === null ? value : refusing(value as Function, lack, name);
    });
  for (const [name, members] of safe.entries(OF_MEMBERS))
    guardGlobal(name, (value, above) => {
      const lacks = members.map(([pattern, needed]) => ({ pattern, lack: guard.lackOfCaller(needed, above) }));
      return lacks.every(({ lack }) => lack === null) ? value : viewOf(value as object, name, lacks);
    });
}

type Lack = ReturnType<typeof guard.lackOfCaller>;

function guardGlobal(name: string, limited: (value: unknown, above: Function) => unknown): void {
  const own = safe.getOwnPropertyDescriptor(globalThis, name);
  if (own === undefined) return;
  let isMade = own.get === undefined;
  let value: unknown = own.value;
  const accessor = {
    get(): unknown {
      if (!isMade) {
        value = safe.apply(own.get!, globalThis, []);
        isMade = true;
        // The first read of a lazy global replaces its accessor.
        safe.defineProperty(globalThis, name, descriptor);
      }
      return typeof value === "function" || (typeof value === "object" && value !== null)
        ? limited(value, descriptor.get!)
        : value;
    },
    set(assigned: unknown): void {
      value = assigned;
      isMade = true;
    },
  };
  const descriptor: PropertyDescriptor = {
    get: accessor.get,
    set: accessor.set,
    enumerable: own.enumerable === true,
    configurable: true,
  };
  safe.defineProperty(globalThis, name, descriptor);
}

/** A function with the name of `value` that throws the refusal; `fetch` rejects. */
function refusing(value: Function, lack: NonNullable<Lack>, name: string): unknown {
  const refuse = function (): unknown {
    const error = guard.refusalOf(lack, name);
    if (name === "fetch") return Promise.reject(error);
    throw error;
  };
  safe.defineProperty(refuse, "name", { value: value.name, configurable: true });
  return refuse;
}

/** `Bun` or `Deno` without what the package lacks: those members throw the refusal when they are read. */
function viewOf(value: object, name: string, lacks: { pattern: RegExp; lack: Lack }[]): object {
  const view = {};
  for (const key of safe.ownKeys(value)) {
    const found = typeof key === "string" ? lacks.find(({ pattern }) => pattern.test(key)) : undefined;
    const lack = found?.lack ?? null;
    const get =
      lack === null
        ? () => (value as Record<PropertyKey, unknown>)[key]
        : () => {
            throw guard.refusalOf(lack, `${name}.${key as string}`);
          };
    safe.defineProperty(view, key, { get, enumerable: true, configurable: true });
  }
  return view;
}
