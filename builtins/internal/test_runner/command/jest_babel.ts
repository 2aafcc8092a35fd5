// Which projects of Jest need Babel itself: those whose configuration has plugins or presets that change more than syntax, which the
// runner compiles. Their own `babel-jest` is the transformer then, or without it their own `@babel/core`.
// https://babeljs.io/docs/config-files
import { type Members, readJson, readText } from "internal:test_runner/command/project_config";
import { isNotFound, resolveIn } from "internal:test_runner/dialects/project_packages";
import defer * as path from "internal:core/path";

/** Configurations of a whole repository, found in the working directory. */
const OF_ROOT = ["js", "cjs", "mjs", "json", "cts", "ts", "mts"].map((extension) => `babel.config.${extension}`);
/** Those of a package. */
const OF_PACKAGE = ["", ".js", ".cjs", ".mjs", ".json", ".cts"].map((extension) => `.babelrc${extension}`);

/** Presets and plugins of syntax that the runner compiles or runs as it is. */
const OF_SYNTAX = new RegExp(
  `^@babel/(?:(?:preset-)?(?:env|typescript|react)|plugin-(?:syntax-[\\w-]+|(?:transform|proposal)-(?:${[
    "runtime",
    "modules-commonjs",
    "typescript",
    "class-properties",
    "class-static-block",
    "private-methods",
    "private-property-in-object",
    "object-rest-spread",
    "optional-chaining",
    "optional-catch-binding",
    "nullish-coalescing-operator",
    "logical-assignment-operators",
    "numeric-separator",
    "async-to-generator",
    "regenerator",
    "async-generator-functions",
    "export-namespace-from",
    "dynamic-import",
    "arrow-functions",
    "classes",
    "spread",
    "destructuring",
  ].join("|")})))$`,
);
/** Values of options, and of what configurations ask for. */
const VALUE =
  /^(?:|auto|automatic|classic|current|defaults|node|test|production|development|commonjs|cjs|usage|entry|[A-Z][A-Z_]*|use strict|last \d.*|maintained node versions|node .*|not .*|[<>=\d].*)$/;
const LITERAL = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g;
/** What a configuration's members are called in JSON, whose names are strings too. */
const KEYS = /"(?:\\.|[^"\\\n])*"(?=\s*:)|'(?:\\.|[^'\\\n])*'(?=\s*:)|\/\*[^]*?\*\/|(?<=^|[\s;,{[(])\/\/[^\n]*/g;

/** Whether a configuration has nothing that the runner does not do itself. */
function isPlain(text: string): boolean {
  const literals = [...text.replaceAll(KEYS, "").matchAll(LITERAL)].map(([, one, two, three]) => one ?? two ?? three!);
  return literals.every((literal) => OF_SYNTAX.test(literal) || VALUE.test(literal));
}

/** The first configuration of Babel that the runner cannot do without Babel; null when there is none. */
function configurationOf(root: string, folder: string): string | null {
  const files = [...OF_ROOT.map((name) => `${folder}/${name}`)];
  for (const at of new Set([folder, root])) files.push(...OF_PACKAGE.map((name) => `${at}/${name}`));
  for (const file of files) if (!isPlain(readText(file) ?? "")) return file;
  for (const at of new Set([folder, root])) {
    const own = readJson(`${at}/package.json`).babel;
    if (own !== undefined && !isPlain(JSON.stringify(own))) return `${at}/package.json`;
  }
  return null;
}

/** What transforms files with Babel: a file, or a notice why nothing does. */
export type BabelTransformer = { file: string | null; notice: string | null };

/**
 * The transformer for the files that `babel-jest` with these options transforms. `root`: the folder of the project, `folder`: the
 * working directory.
 */
export function babelTransformer(options: unknown, root: string, folder: string): BabelTransformer {
  const isOfOptions = !isPlain(JSON.stringify(options ?? {}) ?? "");
  const configuration = isOfOptions ? "transform" : configurationOf(root, folder);
  if (configuration === null) return { file: null, notice: null };
  const file = packageFile(root);
  if (file !== null) return { file, notice: null };
  const where = isOfOptions ? 'the options of "babel-jest"' : path.default.relative(folder, configuration);
  return { file, notice: `jest: ${where} has no effect: neither babel-jest nor @babel/core is installed` };
}

/** The packages that lead from the project to `babel-jest`, which is seldom one of its own. */
const CHAINS = [["babel-jest"], ["jest", "jest-cli", "jest-config", "babel-jest"], ["@babel/core"]];

/** The file of the project's `babel-jest` or `@babel/core`; null when neither is installed. */
function packageFile(root: string): string | null {
  for (const chain of CHAINS) {
    let at = `${root}/_`;
    try {
      for (const name of chain) at = resolveIn(path.default.dirname(at), name);
      return at;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return null;
}
