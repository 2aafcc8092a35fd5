// Reporters that a project brings, in the forms of Jest, Mocha and Vitest.
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import type { FileReport } from "internal:test_runner/command/report";
import type { TestFile } from "internal:test_runner/command/selection";
import { importFrom } from "internal:loader/dynamic_import";
import defer * as path from "internal:core/path";

/** One of them, or several. */
export interface ProjectReporter {
  begin(test: TestFile): void;
  add(report: FileReport): void;
  /** Resolves with what went wrong in the reporter's view. Rejects with what it throws. */
  end(): Promise<string[]>;
}

/** What a module of the project exports, by a name or a path. Rejects with a ConfigurationError when it cannot be loaded. */
export async function moduleOf(module: string, root: string, runner: string): Promise<unknown> {
  try {
    const found = (await importAsFile(module.replaceAll("<rootDir>", root), root)) as { default?: unknown };
    const outer = found.default ?? found;
    return (outer as { default?: unknown }).default ?? outer;
  } catch (error) {
    throw new ConfigurationError(`${runner}: the reporter "${module}" cannot be loaded: ${messageOf(error)}`);
  }
}

/** A package, or else a file in the folder without `./` before it. */
async function importAsFile(module: string, root: string): Promise<unknown> {
  try {
    return await importFrom(`${root}/_`, module, undefined, false);
  } catch (error) {
    const { code } = Object(error) as { code?: unknown };
    if (/^[./]/.test(module) || (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND")) throw error;
    return importFrom(`${root}/_`, path.default.resolve(root, module), undefined, false).catch(() => {
      throw error;
    });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
