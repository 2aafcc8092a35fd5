// `import(specifier, options)` (ECMA-262 §13.3.10): everything that fails rejects the promise.
import { evaluate } from "internal:loader/evaluate";
import { link } from "internal:loader/link";
import { type Attributes, loadFrom } from "internal:loader/load";
import { pathOfFileUrl } from "internal:loader/file_url";
import { deferredNamespaceOf, namespaceOf } from "internal:loader/namespace";
import { ERR_IMPORT_ATTRIBUTE_UNSUPPORTED } from "internal:errors";

/** Imports for the module at path or URL `parent`. */
export function importFrom(parent: string, specifier: unknown, options: unknown, isDeferred: boolean): Promise<object> {
  let text: string;
  let attributes: Attributes;
  try {
    text = `${specifier as string}`;
    attributes = attributesOf(options);
  } catch (error) {
    return Promise.reject(error);
  }
  return importText(pathOfFileUrl(parent) ?? parent, text, attributes, isDeferred);
}

/** `import.source`: no kind of module has a source-phase object yet (proposal-source-phase-imports, GetModuleSource). */
export function importSource(parent: string, specifier: unknown, options: unknown): Promise<object> {
  let text: string;
  let attributes: Attributes;
  try {
    text = `${specifier as string}`;
    attributes = attributesOf(options);
  } catch (error) {
    return Promise.reject(error);
  }
  return new Promise((_resolve, reject) => {
    Promise.resolve().then(() => {
      loadFrom(text, pathOfFileUrl(parent) ?? parent, attributes);
      throw new SyntaxError(`Source phase import object is not defined for module '${text}'`);
    }).catch(reject);
  });
}

/** The `import` of a CommonJS module or a script, with its phases as methods. */
export function importerFor(parent: string): (specifier: unknown, options?: unknown) => Promise<object> {
  const importer: any = (specifier: unknown, options?: unknown) => importFrom(parent, specifier, options, false);
  importer.defer = (specifier: unknown, options?: unknown) => importFrom(parent, specifier, options, true);
  importer.source = (specifier: unknown, options?: unknown) => importSource(parent, specifier, options);
  return importer;
}

function importText(parent: string, specifier: string, attributes: Attributes, isDeferred: boolean): Promise<object> {
  return new Promise((resolve, reject) => {
    // Loading is another job: nothing of the imported graph runs inside the caller.
    Promise.resolve().then(() => {
      const module = loadFrom(specifier, parent, attributes);
      link(module);
      if (isDeferred) return resolve(deferredNamespaceOf(module));
      const pending = evaluate(module);
      if (pending === undefined) resolve(namespaceOf(module));
      else pending.then(() => resolve(namespaceOf(module)), reject);
    }).catch(reject);
  });
}

function attributesOf(options: unknown): Attributes {
  if (options === undefined) return {};
  if (typeof options !== "object" || options === null) throw new TypeError("The second argument of import() must be an object");
  const given = (options as { with?: unknown }).with;
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null) throw new TypeError("The `with` option of import() must be an object");
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string") throw new TypeError("Import attribute values must be strings");
    if (name !== "type") throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(name, value);
    attributes[name] = value;
  }
  return attributes;
}
