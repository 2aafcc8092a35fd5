// `react-scripts test` runs Jest with a configuration that the project's own react-scripts makes, with files of variables.
// https://create-react-app.dev/docs/running-tests
import type { Members } from "internal:test_runner/command/project_config";
import { isNotFound, requireIn, resolveIn } from "internal:test_runner/dialects/project_packages";
import defer * as path from "internal:core/path";
import processModule from "internal:node/process";

const process = processModule as unknown as { env: Record<string, string | undefined> };

type MakeConfiguration = (resolve: (file: string) => string, root: string, isEjecting: boolean) => Members;

/**
 * The configuration of Jest for the project in `folder`, after its variables are set. Throws an Error when react-scripts is not
 * installed, and what it throws itself.
 */
export function reactScriptsConfiguration(folder: string): Members {
  Object.assign(process.env, { BABEL_ENV: "test", NODE_ENV: "test", PUBLIC_URL: "" });
  let makeConfiguration: MakeConfiguration;
  try {
    requireIn(folder, "react-scripts/config/env");
    makeConfiguration = requireIn(folder, "react-scripts/scripts/utils/createJestConfig");
  } catch (error) {
    if (isNotFound(error) && String((error as Error).message).includes("react-scripts/"))
      throw new Error("it is not installed");
    throw error;
  }
  const { appSrc } = requireIn<{ appSrc: string }>(folder, "react-scripts/config/paths");
  const scripts = path.default.dirname(resolveIn(folder, "react-scripts/package.json"));
  return makeConfiguration((file) => path.default.resolve(scripts, file), path.default.resolve(appSrc, ".."), false);
}
