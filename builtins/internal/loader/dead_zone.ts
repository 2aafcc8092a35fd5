// Reads of exports in an import cycle before their module ran. The engine's error does not name the export, so the
// getters of such a module throw the error until the module is evaluated.
import { pinned, safe } from "internal:core/bootstrap";
import { type SourceModule } from "internal:loader/records";

const guarded = pinned(new WeakMap<SourceModule, PropertyDescriptorMap>());

/** Replaces the getters that a module publishes by guards. */
export function add(module: SourceModule, getters: object): void {
  const originals = safe.getOwnPropertyDescriptors(getters) as PropertyDescriptorMap;
  guarded.set(module, originals);
  for (const name of safe.keys(originals)) {
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
    safe.defineProperty(getters, name, { get, enumerable: true, configurable: true });
  }
}

/** Restores the module's own getters after it is evaluated, so that reads have no extra cost. */
export function remove(module: SourceModule): void {
  const originals = guarded.get(module);
  if (originals === undefined) return;
  guarded.delete(module);
  safe.defineProperties(module.environment, originals);
}
