// Reads of exports in an import cycle before their module ran. The engine's error says neither which name it was nor who
// read it, so the getters of such a module make the error until the module is evaluated.
import { type SourceModule } from "internal:loader/records";

const guarded = new WeakMap<SourceModule, PropertyDescriptorMap>();

/** Puts guards in place of the getters that a module publishes. */
export function add(module: SourceModule, getters: object): void {
  const originals = Object.getOwnPropertyDescriptors(getters) as PropertyDescriptorMap;
  guarded.set(module, originals);
  for (const name of Object.keys(originals)) {
    const read = originals[name]!.get!;
    const get = (): unknown => {
      try {
        return read();
      } catch (error) {
        throw error instanceof ReferenceError
          ? new ReferenceError(`Cannot access '${name}' before initialization`)
          : error;
      }
    };
    Object.defineProperty(getters, name, { get, enumerable: true, configurable: true });
  }
}

/** Puts the module's own getters back: it is evaluated, and reading them costs nothing then. */
export function remove(module: SourceModule): void {
  const originals = guarded.get(module);
  if (originals === undefined) return;
  guarded.delete(module);
  Object.defineProperties(module.environment, originals);
}
