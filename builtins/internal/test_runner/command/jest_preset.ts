// Presets of Jest: a configuration in a package, under that of the project.
// https://jestjs.io/docs/configuration#preset-string
import type { Members } from "internal:test_runner/command/project_config";
import defer * as commonjs from "internal:loader/commonjs";

/** Presets that only name a transformer whose work the runner does. */
const OF_TRANSFORMERS = /^ts-jest(?:\/|$)/;
const FILES = ["json", "js", "cjs", "mjs"];

/** The configuration with what its preset has. Throws the error of a preset that cannot be loaded. */
export function withPreset(given: Members, root: string): Members {
  const name = given.preset;
  if (typeof name !== "string" || OF_TRANSFORMERS.test(name)) return given;
  const preset = loadPreset(name.replaceAll("<rootDir>", root), root);
  const both = (key: string): object => ({
    ...(preset[key] as Members | undefined),
    ...(given[key] as Members | undefined),
  });
  const lists = (key: string): unknown[] => [preset[key], given[key]].flatMap((list) => (list ?? []) as unknown[]);
  const merged: Members = { ...preset, ...given };
  for (const key of ["moduleNameMapper", "transform", "globals"]) if (key in merged) merged[key] = both(key);
  for (const key of ["setupFiles", "setupFilesAfterEnv", "modulePathIgnorePatterns"])
    if (key in merged) merged[key] = lists(key);
  return merged;
}

interface Modules {
  _resolveFilename(request: string, parent: null, isMain: boolean, options: { paths: string[] }): string;
  _load(request: string, parent: null, isMain: boolean): Members;
}

/** What a module that a configuration names exports, or its default. Throws its error, and that of a missing one. */
export function requireFrom(name: string, root: string): Members {
  const Module = commonjs.Module as unknown as Modules;
  const file = Module._resolveFilename(name.replaceAll("<rootDir>", root), null, false, { paths: [root] });
  const loaded = Module._load(file, null, false);
  return (loaded.default as Members | undefined) ?? loaded;
}

function loadPreset(name: string, root: string): Members {
  const Module = commonjs.Module as unknown as Modules;
  const isFile = /^[./].*\.(?:json|[cm]?js)$/.test(name);
  let missing: unknown;
  for (const request of isFile ? [name] : FILES.map((extension) => `${name}/jest-preset.${extension}`)) {
    let file: string;
    try {
      file = Module._resolveFilename(request, null, false, { paths: [root] });
    } catch (error) {
      missing ??= error;
      continue;
    }
    return requireFrom(file, root);
  }
  throw missing;
}
