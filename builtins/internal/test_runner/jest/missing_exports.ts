// Exports that the factory of a `vi.mock` did not return: using them throws, as in Vitest, where they would be undefined.

/** What code reads of any object to find out what it is. */
const PROBED = new Set(["then", "__esModule", "toJSON", "constructor", "asymmetricMatch", "nodeType", "$$typeof"]);

/** What the environment of such a module inherits from: reads throw. `has`: whether the mock has an export. */
export function missingExportsOf(specifier: string, has: (name: string) => boolean): object {
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      if (typeof name === "symbol" || PROBED.has(name) || has(name)) return undefined;
      throw new Error(messageOf(specifier, name));
    },
  });
}

/** A namespace for destructuring: values that are missing throw when they are used, as imports do. */
export function destructurable(specifier: string, namespace: object): object {
  return new Proxy(namespace, {
    get: (target, name) =>
      typeof name === "symbol" || name in target
        ? (target as Record<PropertyKey, unknown>)[name]
        : throwing(new Error(messageOf(specifier, name))),
  });
}

const TRAPS = ["apply", "construct", "get", "set", "has", "ownKeys", "deleteProperty", "getPrototypeOf"] as const;

function throwing(error: Error): object {
  const fail = (): never => {
    throw error;
  };
  return new Proxy(function () {}, Object.fromEntries(TRAPS.map((trap) => [trap, fail])));
}

function messageOf(specifier: string, name: string): string {
  return `[vitest] No "${name}" export is defined on the "${specifier}" mock. Did you forget to return it from "vi.mock"?
If you need to partially mock a module, you can use "importOriginal" helper inside:

vi.mock(import(${JSON.stringify(specifier)}), async (importOriginal) => {
  const actual = await importOriginal()
  return {
    ...actual,
    // your mocked methods
  }
})
`;
}
