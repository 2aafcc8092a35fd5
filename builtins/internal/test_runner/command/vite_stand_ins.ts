// What configurations import as Vite bundles them: stand-ins for `vite`, `vitest/config` and plugins, which need not be installed
// to read a configuration (no plugin runs), and JSON without attributes.
import * as hooks from "internal:loader/hooks";
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as nodeProcess from "internal:node/process";
import { variablesOfFiles } from "internal:test_runner/dialects/vite_env_files";
import { readText } from "internal:test_runner/command/project_config";

type Members = Record<string, unknown>;

const PACKAGES = /^(?:vite|vitest\/config)$/;
const PLUGINS = /^(?:@vitejs\/|vite-|@vitest\/|@cloudflare\/vitest|unplugin-|@sveltejs\/vite)/;

/** Where the source of a stand-in finds its exports. */
const EXPORTS = Symbol.for("brio.viteStandIns");

interface ResolveContext {
  parentURL?: string;
  conditions: string[];
  importAttributes?: { type?: string };
}

/** Of the URLs of stand-ins: the name of the package and, behind "?", the names that are imported; or the URL of a JSON file. */
const SCHEME = "brio-stand-in:";

let isInstalled = false;

/** From now on, modules of this realm that import Vite or plugins get the stand-ins. */
export function installStandIns(): void {
  if (isInstalled) return;
  isInstalled = true;
  Object.defineProperty(globalThis, EXPORTS, { value: { known, unused } });
  hooks.register({
    resolve(specifier: string, context: ResolveContext, next: (name: string, context: object) => { url: string }) {
      if (PACKAGES.test(specifier) || PLUGINS.test(specifier)) {
        const names = namesImported(specifier, context.parentURL);
        return { url: `${SCHEME}${specifier}?${names.join()}`, format: "module", shortCircuit: true };
      }
      const found = next(specifier, context);
      const isJson = found.url.endsWith(".json") && context.importAttributes?.type === undefined;
      return isJson && context.conditions.includes("import")
        ? { url: `${SCHEME}${found.url}`, format: "module", shortCircuit: true }
        : found;
    },
    load(url: string, context: object, next: (url: string, context: object) => object) {
      if (!url.startsWith(SCHEME)) return next(url, context);
      const [specifier, names] = url.slice(SCHEME.length).split("?");
      const source =
        names === undefined ? sourceOfJson(pathOfFileUrl(specifier!)!) : sourceOf(specifier!, names.split(","));
      return { format: "module", source, shortCircuit: true };
    },
    changes: (url: string) => url.startsWith(SCHEME),
  } as never);
}

/** A module with our functions and, for the other names that its importer needs, a value that does nothing. */
function sourceOf(specifier: string, names: string[]): string {
  const own = PACKAGES.test(specifier) ? Object.keys(known) : [];
  const others = new Set(names.filter((name) => name !== "" && name !== "default" && !own.includes(name)));
  const place = `globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(EXPORTS))})]`;
  return [
    `const { known, unused } = ${place};`,
    ...own.map((name) => `export const ${name} = known.${name};`),
    ...[...others].map((name) => `export const ${name} = unused;`),
    `export default ${own.length > 0 ? "known" : "unused"};`,
  ].join("\n");
}

/** A module of a JSON file that is imported without an attribute, as bundlers do; its members are exports, too. */
function sourceOfJson(file: string): string {
  const text = readText(file) ?? "";
  const value = JSON.parse(text) as unknown;
  const names = isPlain(value) ? Object.keys(value).filter((name) => name !== "default" && name.isWellFormed()) : [];
  const members = names.map((name, index) => `const _${index} = value[${JSON.stringify(name)}];`);
  const exported = names.map((name, index) => `_${index} as ${JSON.stringify(name)}`);
  return [
    `const value = ${JSON.stringify(value)};`,
    ...members,
    `export { value as default, ${exported.join()} };`,
  ].join("\n");
}

/** The names that a module takes from another: in `import`, `import()` and `require`. */
function namesImported(specifier: string, parent: string | undefined): string[] {
  const file = parent === undefined ? null : pathOfFileUrl(parent);
  const source = file === null ? "" : (readText(file) ?? "");
  const from = new RegExp(
    `\\{([^{}]*)\\}\\s*(?:from\\s*|=\\s*(?:await\\s+import|require)\\s*\\(\\s*)["']${RegExp.escape(specifier)}["']`,
    "g",
  );
  return [...source.matchAll(from)]
    .flatMap(([, names]) => names!.split(","))
    .map((entry) => /^\s*([\w$]+)\s*(?:$|as\b|:)/.exec(entry)?.[1] ?? "");
}

/** Can be called, constructed, spread and read: a plugin, or a function of one. */
const unused: unknown = new Proxy(function unusedPlugin() {}, {
  get: (target, name) => {
    if (name === Symbol.iterator) return () => [].values();
    if (name === Symbol.toPrimitive) return () => "";
    // It is awaited where it is a plugin.
    if (name === "then") return undefined;
    return name === "prototype" ? Reflect.get(target, name) : unused;
  },
  apply: () => unused,
  construct: () => unused as object,
});

const DEFAULT_INCLUDE = ["**/*.{test,spec}.?(c|m)[jt]s?(x)"];
const DEFAULT_EXCLUDE = ["**/node_modules/**", "**/.git/**"];

const known = {
  defineConfig: same,
  defineProject: same,
  defineWorkspace: same,
  searchForWorkspaceRoot: same,
  normalizePath: (file: string): string => file.replaceAll("\\", "/"),
  loadEnv,
  mergeConfig: (one: unknown, other: unknown): unknown => merge(one, other, ""),
  defaultInclude: DEFAULT_INCLUDE,
  defaultExclude: DEFAULT_EXCLUDE,
  configDefaults: { include: DEFAULT_INCLUDE, exclude: DEFAULT_EXCLUDE, coverage: { exclude: [] } },
  coverageConfigDefaults: { exclude: [] },
};

function same<Value>(config: Value): Value {
  return config;
}

/** The variables of the files and of the process that begin with one of the prefixes. https://vite.dev/guide/api-javascript#loadenv */
function loadEnv(mode: string, folder: string, prefixes: string | string[] = "VITE_"): Record<string, string> {
  const list = [prefixes].flat();
  const env = nodeProcess.default.env as Record<string, string>;
  const own = Object.entries(env).filter(([name]) => list.some((prefix) => name.startsWith(prefix)));
  return { ...variablesOfFiles(folder, mode, list, env), ...Object.fromEntries(own) };
}

/** https://vite.dev/guide/api-javascript#mergeconfig */
function merge(one: unknown, other: unknown, name: string): unknown {
  if (one === undefined || one === null) return other;
  if (other === undefined || other === null) return one;
  if (name === "alias") return [...aliasEntries(other), ...aliasEntries(one)];
  if (Array.isArray(one) || Array.isArray(other)) return [one, other].flat();
  if (!isPlain(one) || !isPlain(other)) return other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(one[key], other[key], key)]));
}

function aliasEntries(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return Object.entries(value as Members).map(([find, replacement]) => ({ find, replacement }));
}

function isPlain(value: unknown): value is Members {
  return Object.prototype.toString.call(value) === "[object Object]";
}
