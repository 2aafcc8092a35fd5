// Presets of Jest: a configuration in a package, under that of the project.
// https://jestjs.io/docs/configuration#preset-string
import type { Members } from "internal:test_runner/command/project_config";
import { defaultOf, requireFile, resolveIn } from "internal:test_runner/dialects/project_packages";

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

function loadPreset(name: string, root: string): Members {
  const isFile = /^[./].*\.(?:json|[cm]?js)$/.test(name);
  let missing: unknown;
  for (const request of isFile ? [name] : FILES.map((extension) => `${name}/jest-preset.${extension}`)) {
    let file: string;
    try {
      file = resolveIn(root, request);
    } catch (error) {
      missing ??= error;
      continue;
    }
    return defaultOf<Members>(requireFile(file));
  }
  throw missing;
}
