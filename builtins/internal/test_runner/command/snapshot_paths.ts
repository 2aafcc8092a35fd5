// Where the snapshots of a test file are, by the configuration: https://jestjs.io/docs/configuration#snapshotresolver-string,
// https://vitest.dev/config/resolvesnapshotpath
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import type { Members, ProjectConfig } from "internal:test_runner/command/project_config";
import { defaultOf, requireIn } from "internal:test_runner/dialects/project_packages";

type SnapshotPath = ProjectConfig["snapshotPath"];

type VitestResolver = (testFile: string, extension: string, context: { config: Members }) => unknown;

interface Resolver extends Members {
  resolveSnapshotPath(testFile: string, extension: string): unknown;
  resolveTestPath(snapshotFile: unknown, extension: string): unknown;
}

const EXTENSION = ".snap";

/** The function of Jest's `snapshotResolver`; null without one. Throws a ConfigurationError for one that is not consistent. */
export function snapshotPathOfJest(given: unknown, root: string): SnapshotPath {
  if (typeof given !== "string") return null;
  const invalid = (problem: string): Error => new ConfigurationError(`jest: "snapshotResolver" ${problem}`);
  let resolver: Resolver;
  try {
    resolver = defaultOf<Resolver>(requireIn(root, given.replaceAll("<rootDir>", root)));
  } catch (error) {
    throw invalid(`cannot be loaded: ${(error as Error).message}`);
  }
  const { testPathForConsistencyCheck: sample } = resolver;
  const hasFunctions = [resolver.resolveSnapshotPath, resolver.resolveTestPath].every(
    (one) => typeof one === "function",
  );
  if (!hasFunctions || typeof sample !== "string")
    throw invalid("must export resolveSnapshotPath, resolveTestPath and testPathForConsistencyCheck");
  const back: unknown = resolver.resolveTestPath(resolver.resolveSnapshotPath(sample, EXTENSION), EXTENSION);
  if (back !== sample) throw invalid(`maps "${sample}" to a snapshot of "${String(back)}"`);
  return (file) => String(resolver.resolveSnapshotPath(file, EXTENSION));
}

/** The function of Vitest's `resolveSnapshotPath`; null without one. */
export function snapshotPathOfVitest(test: Members): SnapshotPath {
  const resolve = test.resolveSnapshotPath;
  return typeof resolve === "function"
    ? (file) => String((resolve as VitestResolver)(file, EXTENSION, { config: test }))
    : null;
}
