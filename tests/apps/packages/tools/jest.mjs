// jest runs tests: modules of its own in contexts of node:vm, mocks, fake timers.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const jest = createRequire(import.meta.url)
  .resolve("jest/package.json")
  .replace("package.json", "bin/jest.js");
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    jest,
    "--rootDir",
    "project",
    "--ci",
    "--runInBand",
    "--json",
    "--no-cache",
    "--testEnvironment",
    "node",
    "--config",
    JSON.stringify({ transform: {}, testMatch: ["**/*.jest.test.js"], haste: { enableSymlinks: false } }),
  ],
  { encoding: "utf8" },
);
console.log(status);
try {
  const result = JSON.parse(stdout);
  console.log(result.numPassedTests, result.numFailedTests, result.success);
  for (const test of result.testResults[0].assertionResults)
    console.log(test.status, test.fullName, test.failureMessages.length);
} catch (error) {
  console.log(stdout, stderr);
}
