// The modules of a test file's realm: `vitest` and `@jest/globals` are the runner's, aliases of a configuration apply, and a
// file with hoisted mocks is rewritten. Hooks are registered only for what the file needs.
import { jestGlobals, vitestModule, vitestSuite, vitestWithoutChai } from "internal:test_runner/dialects/faces";
import defer * as assets from "internal:test_runner/dialects/vite_assets";
import defer * as jestAsyncResolver from "internal:test_runner/dialects/jest_async_resolver";
import defer * as jestResolvers from "internal:test_runner/dialects/jest_resolver";
import defer * as jestTransforms from "internal:test_runner/dialects/jest_transforms";
import defer * as jestSnapshots from "internal:test_runner/dialects/jest_snapshot_module";
import defer * as mochaModules from "internal:test_runner/dialects/mocha_module";
import defer * as moduleMocks from "internal:test_runner/jest/module_mocks";
import defer * as hoisting from "internal:test_runner/dialects/hoist";
import defer * as mixed from "internal:test_runner/dialects/mixed_modules";
import { setNameMap } from "internal:test_runner/jest/module_names";
import { type Job, PACKAGES } from "internal:test_runner/dialects/protocol";
import { isBuiltin, isLoaded } from "internal:core/bootstrap";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as hooks from "internal:loader/hooks";
import { allowMissingNames } from "internal:loader/link";
import { importCommonJsByRunning } from "internal:loader/load";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import defer * as benchmarks from "internal:test_runner/bench/registry";
import defer * as bunCommonJs from "internal:loader/bun_commonjs";
import { formatOf, readModuleText } from "native:modules";

interface HookResult {
  url: string;
  format?: string | undefined;
  shortCircuit?: boolean;
  source?: unknown;
}
interface ResolveContext {
  parentURL?: string;
  conditions: string[];
  importAttributes?: Record<string, string>;
}
type NextResolve = (specifier: string, context: object) => HookResult;
type NextLoad = (url: string, context: object) => HookResult;

const SCHEME = "brio-test:";
/** Before the URL of an asset of Vite. */
const ASSET_SCHEME = `${SCHEME}asset:`;
/** Modules of the runner, by the names that programs import. */
const OWN: Record<string, string> = {
  vitest: "vitest",
  "@jest/globals": "jest",
  "@vitest/expect": "vitest",
  "vitest/index": "vitest",
  "vitest/suite": "suite",
};
/** The module `vitest` for importers that use nothing of Chai. */
const WITHOUT_CHAI = "vitest-without-chai";
/** What a module has to have in its source to use Chai's exports, or to pass them on. */
const USES_CHAI = /\b(?:assert|chai|should)\b|\b(?:export|import)\s*\*/;
const MOCHA = "mocha";
const JEST_SNAPSHOT = "jest-snapshot";
const HAND_OVER = "brio.testModule";

/** What has to be in a source that has hoisted calls. */
const HOISTED_CALL = /\b(?:vi|vitest|jest)\s*\.\s*(?:mock|unmock|hoisted|deepUnmock|enableAutomock|disableAutomock)\b/;

/** What a bundler would turn into a name or styles; also where the file is not found. */
const ASSET = /^[./].*\.(?:css|scss|sass|less|styl|svg|png|jpe?g|gif|webp|avif|woff2?|ttf|mp[34])$/;
const ASSET_NAME = "asset";

/** Installs the hooks of a file. Returns a function that removes them. */
export function installModules(job: Job): () => void {
  const source = readSource(job.file);
  const hoists = HOISTED_CALL.test(source);
  const isBench = isLoaded("internal:test_runner/bench/registry") && benchmarks.isBenchRun();
  const isMocha = job.dialect === "mocha";
  const isVitest = job.dialect === "vitest";
  const isJest = job.dialect === "jest";
  const needsOwn = isBench || isVitest || isJest || mayImportRunner(job, source);
  const aliases = job.aliases.map(([pattern, target]): [RegExp, string] => [new RegExp(pattern), target]);
  setNameMap({ aliases, folders: job.moduleFolders.filter((folder) => folder !== PACKAGES) });
  if (job.importsAsRequire) {
    importCommonJsByRunning();
    allowMissingNames();
  }
  const mixes = isJest || (isMocha && job.importsAsRequire);
  if (!hoists && !needsOwn && !mixes && aliases.length === 0) return () => {};
  const removeOwn = needsOwn ? installOwn(job) : undefined;
  if (isJest) bunCommonJs.useFunctionsAsNamespaces();
  const file = fileUrl(job.file);
  const transforms =
    job.transforms === null ? null : new jestTransforms.Transforms(job.transforms, job.transformerPort);
  // As in Jest, places are those before the transformers.
  if (transforms !== null) sourceMaps.setSupport(true);
  const find = finder(job);
  const resolve = (specifier: string, context: ResolveContext, next: NextResolve): HookResult => {
    if (isBench && specifier === "mitata") return moduleOfRunner("mitata");
    if (isMocha && specifier === MOCHA && !readsInstalled) return moduleOfRunner(MOCHA);
    if (isJest && specifier === JEST_SNAPSHOT && !readsInstalled && !usesOtherSnapshots(context))
      return moduleOfRunner(JEST_SNAPSHOT);
    if (needsOwn && Object.hasOwn(OWN, specifier)) {
      const isPlain = OWN[specifier] === "vitest" && !usesChai(context.parentURL, file, source);
      return moduleOfRunner(isPlain ? WITHOUT_CHAI : OWN[specifier]!);
    }
    for (const [index, [pattern, target]] of aliases.entries()) {
      if (!pattern.test(specifier)) continue;
      try {
        const replaced = specifier.replace(pattern, target);
        return isVitest ? viteModule(replaced, context, find, next) : find(replaced, context, next);
      } catch (error) {
        // Jest's names may have several targets.
        if (aliases[index + 1]?.[0].source !== pattern.source) throw error;
      }
    }
    const found = isVitest ? viteModule(specifier, context, find, next) : find(specifier, context, next);
    return asInNode(asJson(found, context), context);
  };
  const load = (url: string, context: object, next: NextLoad): HookResult => {
    const made = url.startsWith(SCHEME) ? sourceOfScheme(url, job.root) : undefined;
    if (made !== undefined) return { url, format: "module", shortCircuit: true, source: made };
    const transformed = transforms?.module(url, pathOfFileUrl(url), isRequired(context)) ?? null;
    if (transformed !== null) {
      // What a compiler left as a module has its calls where they were.
      const isOpen = hoists && url.startsWith(file) && transformed.format === "module";
      return isOpen ? hoisted(transformed, transformed.source, isVitest) : transformed;
    }
    if (hoists && url.startsWith(file) && !url.includes("brio-mock"))
      return hoisted(next(url, context), source, isVitest);
    return mixes && mayMix(url) ? asModule(next(url, context), url) : next(url, context);
  };
  const changes = (url: string): boolean =>
    transforms?.changes(pathOfFileUrl(url)) === true || (hoists && url.startsWith(file)) || isOfRunner(url, mixes);
  const registered = { resolve, load, changes } as never;
  hooks.register(registered);
  if (isJest) waitForAsync(job);
  return () => {
    hooks.deregister(registered);
    transforms?.end();
    removeOwn?.();
  };
}

/** Whether a file of another dialect may import what Vitest, Jest or Mocha export. Others than Mocha's import it only there. */
function mayImportRunner({ dialect, setupFiles, setupFilesAfterEnv }: Job, source: string): boolean {
  if (setupFiles.length + setupFilesAfterEnv.length > 0) return true;
  return dialect === "mocha" && /["']mocha["']/.test(source);
}

const CODE = /\.[cm]?[jt]sx?$/;

/** A module in Vitest, where files that are no modules have a value: https://vite.dev/guide/assets */
function viteModule(specifier: string, context: ResolveContext, find: Find, next: NextResolve): HookResult {
  const mayBeAsset = specifier.includes("?") || (/\.\w+$/.test(specifier) && !CODE.test(specifier));
  if (!mayBeAsset) return find(specifier, context, next);
  const [plain, query] = assets.splitQuery(specifier);
  let result: HookResult;
  try {
    result = find(plain, context, next);
  } catch (error) {
    if (ASSET.test(specifier)) return { url: SCHEME + ASSET_NAME, format: "module", shortCircuit: true };
    throw error;
  }
  const isFile = result.url.startsWith("file:");
  if (!isFile || !assets.isAsset(result.url, query)) return result;
  return { url: `${ASSET_SCHEME}${query}:${result.url}`, format: "module", shortCircuit: true };
}

/** Whether the module that imports `vitest` may use Chai through it. */
function usesChai(parent: string | undefined, testFile: string, testSource: string): boolean {
  if (parent === undefined) return true;
  if (parent === testFile) return USES_CHAI.test(testSource);
  const path = parent.startsWith("file:") ? pathOfFileUrl(parent.replace(/[?#].*$/, "")) : null;
  return path === null || USES_CHAI.test(readSource(path));
}

/** Whether a module may import other members of `jest-snapshot` than ours by their names. */
function usesOtherSnapshots({ parentURL = "", conditions }: ResolveContext): boolean {
  if (conditions.includes("require")) return true;
  const path = parentURL.startsWith("file:") ? pathOfFileUrl(parentURL.replace(/[?#].*$/, "")) : null;
  return path !== null && jestSnapshots.USES_OTHERS.test(readSource(path));
}

/** Whether the runner makes a module, or may change its source. */
function isOfRunner(url: string, mixes: boolean): boolean {
  return url.startsWith(SCHEME) || (mixes && mayMix(url));
}

/** Whether a file may have statements of ES modules and write to `exports`. */
function mayMix(url: string): boolean {
  return /^file:.*\.[jt]sx?$/.test(url) && !url.includes("/node_modules/");
}

function moduleOfRunner(name: string): HookResult {
  return { url: SCHEME + name, format: "module", shortCircuit: true };
}

function isRequired({ conditions }: { conditions?: readonly string[] }): boolean {
  return conditions?.includes("require") === true;
}

/** A resolver that only waits. */
function waitForAsync({ resolver, root }: Job): void {
  if (resolver !== null && new jestResolvers.Resolver(resolver, root).isWaiting)
    jestAsyncResolver.waitForResolver({ root, resolver });
}

/** The source of a module that the runner makes. */
function sourceOfScheme(url: string, root: string): string {
  if (url.startsWith(COMMONJS_SCHEME)) return sourceOfCommonJs(url.slice(COMMONJS_SCHEME.length));
  if (url.startsWith(JSON_SCHEME)) return sourceOfJson(url.slice(JSON_SCHEME.length));
  if (url.startsWith(ASSET_SCHEME)) return assets.sourceOfAsset(url.slice(ASSET_SCHEME.length), root);
  return sourceOf(url.slice(SCHEME.length));
}

type Find = (name: string, context: ResolveContext, next: NextResolve) => HookResult;

/** The resolution of names: that of the runner, unless the project has folders of modules or a resolver. */
function finder({ resolver: file, root, moduleFolders }: Job): Find {
  const resolver = file === null ? null : new jestResolvers.Resolver(file, root);
  const find: Find =
    moduleFolders.length === 0 ? (name, context, next) => next(name, context) : finderInFolders(moduleFolders);
  if (resolver === null || resolver.isWaiting) return find;
  return (name, context, next) => {
    const url = resolver.find(name, context.parentURL ?? "", context.conditions, (request, parent) => {
      const { url: found } = find(request, { ...context, parentURL: fileUrl(parent) }, next);
      return pathOfFileUrl(found) ?? found;
    });
    return url === null ? find(name, context, next) : next(url, context);
  };
}

/** Bare names are found in the folders in their order; `PACKAGES` stands for the folders of packages. */
function finderInFolders(folders: readonly string[]): Find {
  return (name, context, next) => {
    if (!isBare(name) || isBuiltin(`node:${name}`)) return next(name, context);
    let failure: unknown;
    for (const folder of folders) {
      try {
        return next(folder === PACKAGES ? name : `${folder}/${name}`, context);
      } catch (error) {
        if (folder === PACKAGES) failure = error;
      }
    }
    throw failure;
  };
}

/** Before the URL of a CommonJS file that is imported by Node's rules. */
const COMMONJS_SCHEME = `${SCHEME}commonjs:`;
/** ES modules of packages that wrap their CommonJS files. */
const WRAPPER = /\/node_modules\/.*\.mjs$/;

/** A package's ES module that imports a CommonJS file is written for Node: its default is `module.exports`, also with `__esModule`. */
function asInNode(result: HookResult, { parentURL = "", conditions }: ResolveContext): HookResult {
  if (!WRAPPER.test(parentURL) || conditions.includes("require")) return result;
  const path = /^file:.*\.c?js$/.test(result.url) ? pathOfFileUrl(result.url) : null;
  if (path === null || (result.format ?? formatOf(path)) === "module") return result;
  return { url: COMMONJS_SCHEME + result.url, format: "module", shortCircuit: true };
}

function sourceOfCommonJs(url: string): string {
  const path = pathOfFileUrl(url)!;
  const Module = commonjs.Module as unknown as { _load(request: string, parent: unknown, isMain: boolean): unknown };
  const exports = Module._load(path, null, false);
  made[COMMONJS_SCHEME + path] = exports as Record<string, unknown>;
  const isHolder = (typeof exports === "object" || typeof exports === "function") && exports !== null;
  const names = isHolder ? Object.keys(exports).filter((name) => name !== "default") : [];
  const members = names.map(
    (name, index) =>
      `const value${index} = all[${JSON.stringify(name)}];\nexport { value${index} as ${JSON.stringify(name)} };`,
  );
  const key = JSON.stringify(COMMONJS_SCHEME + path);
  return `const all = globalThis[Symbol.for("${HAND_OVER}")](${key});\nexport default all;\n${members.join("\n")}`;
}

function isBare(specifier: string): boolean {
  return !/^[./]|^[\w-]+:/.test(specifier);
}

/** Before the URL of a file of JSON that is imported as a module. */
const JSON_SCHEME = `${SCHEME}json:`;

/** Bundlers import JSON without an attribute, and its members by their names. */
function asJson(result: HookResult, context: ResolveContext): HookResult {
  const isPlain = !/\.json$/.test(result.url) || context.importAttributes?.type !== undefined;
  if (isPlain || context.conditions.includes("require")) return result;
  return { url: JSON_SCHEME + result.url, format: "module", shortCircuit: true };
}

function sourceOfJson(url: string): string {
  const text = readSource(pathOfFileUrl(url)!);
  const data: unknown = JSON.parse(text);
  const names = typeof data === "object" && data !== null && !Array.isArray(data) ? Object.keys(data) : [];
  const members = names
    .filter((name) => name !== "default")
    .map(
      (name, index) =>
        `const value${index} = data[${JSON.stringify(name)}];\nexport { value${index} as ${JSON.stringify(name)} };`,
    );
  return `const data = JSON.parse(${JSON.stringify(text)});\nexport default data;\n${members.join("\n")}`;
}

function readSource(file: string): string {
  return readModuleText(file);
}

function hoisted(result: HookResult, source: string, isVitest: boolean): HookResult {
  const isTyped = /\.[cm]?tsx?(?:\?|$)/.test(result.url);
  const text = hoisting.hoistMocks(source, { takesNested: isVitest, erasesUnused: isTyped });
  return text === source ? result : { ...result, source: text };
}

/** A file with statements of ES modules and `exports`, as an ES module. */
function asModule(result: HookResult, url: string): HookResult {
  const path = pathOfFileUrl(url);
  const text = path === null ? "" : readSource(path);
  return mixed.mixesModules(text)
    ? { ...result, format: /\.tsx?$/.test(path!) ? "module-typescript" : "module", source: mixed.withExports(text) }
    : result;
}

/** The modules' members, by their names. */
const made: Record<string, Record<string, unknown>> = {};

/** While the installed package is loaded instead of the runner's module. */
let readsInstalled = false;

function installed(file: string, name: string): Function {
  readsInstalled = true;
  try {
    return moduleMocks.requireActual(file, name) as Function;
  } finally {
    readsInstalled = false;
  }
}

/** What makes the modules of the runner, by their names. `file`: the test file, whose packages are read. */
function makersFor(file: string): Record<string, () => Record<string, unknown> | Promise<Record<string, unknown>>> {
  return {
    [MOCHA]: () => (made[MOCHA] ??= mochaModules.mochaModule(() => installed(file, MOCHA))),
    [JEST_SNAPSHOT]: () =>
      (made[JEST_SNAPSHOT] ??= jestSnapshots.jestSnapshotModule(() => installed(file, JEST_SNAPSHOT))),
    jest: () => (made.jest ??= jestGlobals()),
    mitata: () => benchmarks.mitataMembers(),
    suite: vitestSuite,
    [WITHOUT_CHAI]: vitestWithoutChai,
    vitest: vitestModule,
  };
}

/** Makes modules of the runner importable, and in `job`'s dialect required ones. Returns a function that undoes it. */
function installOwn({ file, dialect }: Job): () => void {
  const makers = makersFor(file);
  Object.defineProperty(globalThis, Symbol.for(HAND_OVER), {
    value: (name: string) => (name.startsWith(COMMONJS_SCHEME) ? made[name] : makers[name]!()),
    configurable: true,
  });
  const remove = (): void => {
    delete (globalThis as Record<symbol, unknown>)[Symbol.for(HAND_OVER)];
    for (const name of Object.keys(made)) delete made[name];
  };
  // Modules of Vitest cannot be required.
  if (dialect === "vitest") return remove;
  const Module = commonjs.Module as unknown as { _load(request: string, parent: unknown, isMain: boolean): unknown };
  const { _load: load } = Module;
  Module._load = function _load(request: string, parent: unknown, isMain: boolean): unknown {
    if (request === "@jest/globals") return makers.jest!();
    if (!readsInstalled && request === (dialect === "jest" ? JEST_SNAPSHOT : dialect === "mocha" ? MOCHA : null))
      return makers[request]!();
    return load.call(this, request, parent, isMain);
  };
  const own = Module._load;
  return () => {
    // A change by the program stays, and is found as such.
    if (Module._load === own) Module._load = load;
    remove();
  };
}

const VITEST_NAMES =
  "describe suite test it expect beforeAll beforeEach afterEach afterAll vi vitest onTestFinished onTestFailed expectTypeOf assertType createExpect inject Snapshots TestRunner bench aroundEach aroundAll";
const SUITE_NAMES = "createTaskCollector getCurrentSuite getCurrentTest getHooks";
const CHAI_NAMES = "assert chai should";
const JEST_NAMES =
  "describe test it expect beforeAll beforeEach afterEach afterAll jest fit xit xtest fdescribe xdescribe";

function sourceOf(name: string): string {
  if (name === ASSET_NAME) return 'export default "";';
  const names = name === "mitata" ? benchmarks.MITATA_NAMES : namesOf(name).split(" ");
  return `const made = await globalThis[Symbol.for("${HAND_OVER}")]("${name}");\nexport const { ${names.join(", ")} } = made;\nexport default made;`;
}

function namesOf(name: string): string {
  if (name === MOCHA) return mochaModules.MOCHA_NAMES;
  if (name === JEST_SNAPSHOT) return jestSnapshots.JEST_SNAPSHOT_NAMES;
  if (name === "suite") return SUITE_NAMES;
  if (name === "jest") return JEST_NAMES;
  return name === WITHOUT_CHAI ? VITEST_NAMES : `${VITEST_NAMES} ${CHAI_NAMES}`;
}
