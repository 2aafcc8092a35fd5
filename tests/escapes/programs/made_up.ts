// Source that a program makes up and gives the name of one of its files, and settings and hooks that decide what the imports
// of its files name. In Deno's model the imports of a program's own files need no permission.
import { escape, type Escape } from "../programs.ts";

const MADE_UP = "the imports of source that is not that of a file need permissions";
const NAMED = "what decides which file a name means, decides what is read";
/** Source of a module that exports what is in the file outside. */
const SOURCE =
  'const source = "import all from " + JSON.stringify(pathToFileURL(outside + "/secret.json").href) + " with { type: \'json\' }; console.log(JSON.stringify(all)); export default all;";';

export const madeUp: Escape[] = [
  escape(
    "a worker of a Blob that imports a file",
    MADE_UP,
    "secret",
    `${SOURCE} new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" }); await sleep(1500)`,
    { home: "deno" },
  ),
  escape(
    "a worker of a Blob in Bun's home that imports a file",
    MADE_UP,
    "secret",
    `${SOURCE} new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" }))); await sleep(1500)`,
    { home: "bun" },
  ),
  escape(
    "source for a worker that imports a file",
    MADE_UP,
    "secret",
    `${SOURCE} new (require("node:worker_threads").Worker)(source, { eval: true }); await sleep(1500)`,
  ),
  escape(
    "source of a load hook that imports a file",
    MADE_UP,
    "secret",
    `${SOURCE} require("node:module").registerHooks({ load: (url, context, next) => url.endsWith("?x") ? { format: "module", source, shortCircuit: true } : next(url, context) }); await import("./inside/file.txt?x")`,
  ),
  escape(
    "source for _compile that imports a file",
    MADE_UP,
    "secret",
    `${SOURCE} const made = new (require("node:module"))(inside + "/file.txt"); made.filename = made.id; made._compile(source, inside + "/file.txt", "module")`,
  ),
  escape(
    "a resolve hook for a name in the source",
    NAMED,
    "secret",
    'require("node:module").registerHooks({ resolve: (name, context, next) => name === "./x.json" ? next(pathToFileURL(outside + "/secret.json").href, context) : next(name, context) }); show((await import("./x.json", { with: { type: "json" } })).default)',
  ),
  escape(
    "a resolve hook for a static import",
    NAMED,
    "secret",
    'require("node:module").registerHooks({ resolve: (name, context, next) => name === "the-secret" ? next(pathToFileURL(outside + "/secret.json").href, context) : next(name, context) }); await import("./inside/work/alias.ts")',
  ),
  escape(
    "a plugin of Bun for a name in the source",
    NAMED,
    "secret",
    'Bun.plugin({ name: "x", setup: (build) => { build.onResolve({ filter: /x[.]json$/ }, () => ({ path: outside + "/secret.json" })); } }); show((await import("./x.json")).default)',
    { home: "bun" },
  ),
  escape(
    "paths in a written tsconfig.json",
    NAMED,
    "secret",
    'fs.writeFileSync(work + "/tsconfig.json", JSON.stringify({ compilerOptions: { baseUrl: ".", paths: { "the-secret": [outside + "/secret.json"] } } })); await import("./inside/work/alias.ts")',
  ),
  escape(
    "paths in a written file that tsconfig.json extends",
    NAMED,
    "secret",
    'fs.writeFileSync(work + "/base.json", JSON.stringify({ compilerOptions: { baseUrl: ".", paths: { "the-secret": [outside + "/secret.json"] } } })); fs.writeFileSync(work + "/tsconfig.json", JSON.stringify({ extends: "./base.json" })); await import("./inside/work/alias.ts")',
  ),
];
