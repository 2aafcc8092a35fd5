// vitest runs tests, in child processes and in threads.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const vitest = createRequire(import.meta.url)
  .resolve("vitest/package.json")
  .replace("package.json", "vitest.mjs");
for (const pool of ["forks", "threads"]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, "run", "--root", "project", "--pool", pool, "--reporter", "json", "sample.spec"],
    { encoding: "utf8" },
  );
  console.log(pool, status);
  try {
    const result = JSON.parse(stdout.slice(stdout.indexOf("{")));
    console.log(result.numPassedTests, result.numFailedTests, result.success);
    for (const test of result.testResults[0].assertionResults)
      console.log(test.status, test.fullName, test.failureMessages.map((message) => message.split("\n")[0]).join());
  } catch (error) {
    console.log(stdout, stderr);
  }
}
