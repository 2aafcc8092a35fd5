// Other values for the exports of modules that are loaded: spies on namespaces (`import * as ns`), and mocks of modules that
// others have imported. Only the test runner uses it; code inside the module continues to call its own functions.
import { moduleOfNamespace } from "internal:loader/namespace";
import type { Environment, Module } from "internal:loader/records";

/** A function that sets the export `key` of a namespace object for all importers; null when `object` is no namespace. */
export function replaceExport(object: object, key: PropertyKey): ((value: unknown) => void) | null {
  const module = moduleOfNamespace(object);
  if (module === undefined || typeof key !== "string") return null;
  return setterOf(module, key);
}

/** Sets the exports that `values` has. */
export function replaceExports(module: Module, values: Record<string, unknown>): void {
  for (const name of Object.keys(values)) setterOf(module, name)?.(values[name]);
}

function setterOf(module: Module, key: string): ((value: unknown) => void) | null {
  const resolution = module.resolveExport(key);
  if (resolution === null || resolution === "ambiguous" || resolution.name === null) return null;
  const environment: Environment = resolution.module.environmentObject();
  const { name } = resolution;
  return (value) =>
    void Object.defineProperty(environment, name, { value, writable: true, enumerable: true, configurable: true });
}
