// How the sources of a project are compiled where that is not decided by their own tsconfig: the options of the compilers that
// configurations name (ts-jest, @swc/jest, esbuild and oxc of Vite), and the flags of Bun.
import { type Members, readJson } from "internal:test_runner/command/project_config";
import defer * as json from "internal:core/data_formats/json5";
import { overrideCompilerOptions } from "native:modules";
import defer * as path from "internal:core/path";

/** Options of the compilation of files. */
export interface Compilation {
  /** A tsconfig in place of that of each file; empty: their own. */
  tsconfig: string;
  /** `compilerOptions` that have precedence over those of a tsconfig. */
  options: Members;
}

/** Each file has its own tsconfig. */
export function ownCompilation(): Compilation {
  return { tsconfig: "", options: {} };
}

/** Compiles files so that are loaded from now on, in all threads. */
export function useCompilation({ tsconfig, options }: Compilation): void {
  overrideCompilerOptions(tsconfig, JSON.stringify(options));
}

/** The options of `one` with those of `other`, which has precedence. */
export function withCompilation(one: Compilation, other: Compilation): Compilation {
  return {
    tsconfig: other.tsconfig === "" ? one.tsconfig : other.tsconfig,
    options: { ...one.options, ...other.options },
  };
}

/** `oxc` of Vite 8, and `esbuild` of those before. https://vite.dev/config/shared-options */
export function compilationOfVite(given: Members): Compilation {
  const [oxc, esbuild] = [objectOf(given.oxc), objectOf(given.esbuild)];
  const raw = typeof esbuild.tsconfigRaw === "string" ? parsed(esbuild.tsconfigRaw) : objectOf(esbuild.tsconfigRaw);
  const options = {
    ...objectOf(raw.compilerOptions),
    ...ofEsbuild(esbuild),
    ...ofOxc(oxc),
  };
  return { tsconfig: "", options };
}

/** https://esbuild.github.io/api/#jsx */
function ofEsbuild({ jsx, jsxFactory, jsxFragment, jsxImportSource }: Members): Members {
  return defined({
    jsx: jsx === "automatic" ? "react-jsx" : jsx === "transform" ? "react" : undefined,
    jsxImportSource,
    jsxFactory,
    jsxFragmentFactory: jsxFragment,
  });
}

/** https://oxc.rs/docs/guide/usage/transformer.html */
function ofOxc({ jsx, decorator }: Members): Members {
  const { runtime, importSource, pragma, pragmaFrag } = objectOf(jsx);
  const { legacy, emitDecoratorMetadata } = objectOf(decorator);
  return defined({
    jsx: runtime === "automatic" ? "react-jsx" : runtime === "classic" ? "react" : undefined,
    jsxImportSource: importSource,
    jsxFactory: pragma,
    jsxFragmentFactory: pragmaFrag,
    experimentalDecorators: legacy,
    emitDecoratorMetadata,
  });
}

/** The options of ts-jest and @swc/jest, in `transform` and, before ts-jest 29, in `globals`. */
export function compilationOfJest(given: Members, root: string): Compilation {
  let compilation = ownCompilation();
  const old = objectOf(given.globals)["ts-jest"];
  if (old !== undefined) compilation = ofTsJest(objectOf(old), root);
  for (const transformer of Object.values(objectOf(given.transform))) {
    const [name, options] = Array.isArray(transformer) ? (transformer as [string, unknown?]) : [String(transformer)];
    if (/(?:^|\/)ts-jest(?:\/|$)/.test(name))
      compilation = withCompilation(compilation, ofTsJest(objectOf(options), root));
    else if (/(?:^|\/)@swc\/jest(?:\/|$)/.test(name))
      compilation = withCompilation(
        compilation,
        ofSwc(options === undefined ? readJson(`${root}/.swcrc`) : objectOf(options)),
      );
  }
  return compilation;
}

/** https://kulshekhar.github.io/ts-jest/docs/getting-started/options/tsconfig */
function ofTsJest({ tsconfig }: Members, root: string): Compilation {
  if (typeof tsconfig !== "string") return { tsconfig: "", options: objectOf(tsconfig) };
  return { tsconfig: path.default.resolve(root, tsconfig.replaceAll("<rootDir>", root)), options: {} };
}

/** https://swc.rs/docs/configuration/compilation */
function ofSwc(given: Members): Compilation {
  const { transform, target } = objectOf(given.jsc);
  const { react, legacyDecorator, decoratorMetadata, useDefineForClassFields } = objectOf(transform);
  const { runtime, importSource, pragma, pragmaFrag } = objectOf(react);
  const options = defined({
    jsx: runtime === "automatic" ? "react-jsx" : runtime === "classic" ? "react" : undefined,
    jsxImportSource: importSource,
    jsxFactory: pragma,
    jsxFragmentFactory: pragmaFrag,
    experimentalDecorators: legacyDecorator,
    emitDecoratorMetadata: decoratorMetadata,
    useDefineForClassFields,
    target,
  });
  return { tsconfig: "", options };
}

function objectOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function parsed(text: string): Members {
  try {
    return objectOf(json.parseJson5(text, false, "tsconfigRaw"));
  } catch {
    return {};
  }
}

function defined(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
