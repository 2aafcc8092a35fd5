// The modules of a ShadowRealm: ES modules and JSON from files, evaluated in the realm, one instance for each file. The hooks and
// preloaded modules of the program are not theirs, and neither are builtins.
import {
  ERR_IMPORT_ATTRIBUTE_MISSING,
  ERR_UNKNOWN_BUILTIN_MODULE,
  ERR_UNKNOWN_MODULE_FORMAT,
} from "internal:core/errors";
import { safe } from "internal:core/bootstrap";
import { fileUrl } from "internal:core/file_url";
import * as problems from "internal:loader/errors";
import { evaluate } from "internal:loader/evaluate";
import { link } from "internal:loader/link";
import { namespaceOf } from "internal:loader/namespace";
import { type Module, SourceModule, SyntheticModule } from "internal:loader/records";
import { resolve } from "internal:loader/resolve";
import { evaluateModuleText, type Importer, importerIn } from "internal:node/vm/contexts";
import type { Realm } from "internal:node/vm/shadow_realm";
import { VmModuleContext } from "internal:node/vm/source_text_module";
import { SourceGoal, loadSource, moduleText, readModuleText } from "native:modules";
import { cwd } from "native:process";

const loaded = new WeakMap<Realm, Map<string, Module>>();

/** Where requests of code without a file begin. */
export function folderOfProcess(): string {
  return `${cwd()}/`;
}

/** Evaluates a module and what it imports; returns its namespace. */
export async function load(realm: Realm, specifier: string, parent: string): Promise<object> {
  const module = moduleFor(realm, specifier, parent, []);
  link(module);
  await evaluate(module as SourceModule);
  return namespaceOf(module);
}

/** The `import` of code in a realm. */
export function importerOf(realm: Realm, parent: string): Importer {
  return async (specifier) => load(realm, `${specifier as string}`, parent);
}

function moduleFor(
  realm: Realm,
  specifier: string,
  parent: string,
  attributes: readonly (readonly [string, string])[],
): Module {
  const { format, path, suffix } = resolve(specifier, parent, false);
  if (format === "builtin") {
    // Builtins have no instance in the realm.
    if (safe.startsWith(specifier, "node:")) throw new ERR_UNKNOWN_BUILTIN_MODULE(specifier);
    throw new Error(`Cannot find package '${specifier}' imported from ${parent}`);
  }
  const url = fileUrl(path) + suffix;
  let modules = loaded.get(realm);
  if (modules === undefined) loaded.set(realm, (modules = new Map()));
  let module = modules.get(url);
  if (module !== undefined) return module;
  if (format === "json") {
    if (!attributes.some(([key, value]) => key === "type" && value === "json"))
      throw new ERR_IMPORT_ATTRIBUTE_MISSING(url, "type", "json");
    module = jsonModule(realm, url, path);
  } else if (format === "module" || format === "detect") {
    module = sourceModule(realm, url, path);
  } else throw new ERR_UNKNOWN_MODULE_FORMAT(format, url);
  modules.set(url, module);
  if (module instanceof SourceModule) {
    for (const request of module.requests)
      request.module = moduleFor(realm, request.specifier, path, request.attributes);
  }
  return module;
}

function jsonModule(realm: Realm, url: string, path: string): Module {
  return new SyntheticModule(url, ["default"], (module) => {
    const parse = evaluateModuleText(realm.context, "JSON.parse", "internal:node/vm/shadow_realm_modules");
    module.environmentObject().default = parse(readModuleText(path));
  });
}

function sourceModule(realm: Realm, url: string, path: string): SourceModule {
  const { handle, record } = loadSource(readModuleText(path), path, SourceGoal.ES_MODULE);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxError({ ...parsed.error, file: path });
  const module = new SourceModule(url, path, handle, parsed);
  const importer = importerIn(realm.context, importerOf(realm, path));
  const refuse = importerIn(realm.context, async () => {
    throw problems.noSource(url);
  });
  module.host = {
    compile: (compiled, form) => evaluateModuleText(realm.context, moduleText(compiled, form, path), path),
    contextOf: (of) => new VmModuleContext(of, importer, refuse, (meta) => void safe.assign(meta, { url })),
  };
  return module;
}
