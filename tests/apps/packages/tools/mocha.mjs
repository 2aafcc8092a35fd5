// mocha runs tests, passing and failing ones.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const mocha = createRequire(import.meta.url).resolve("mocha/bin/mocha.js");
for (const reporter of ["spec", "dot", "json"]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [mocha, "--reporter", reporter, "project/tests/sample.mocha.cjs"],
    { encoding: "utf8" },
  );
  console.log(reporter, status);
  if (reporter === "json")
    console.log(JSON.stringify(JSON.parse(stdout).stats, ["suites", "tests", "passes", "pending", "failures"]));
  else
    console.log(
      (stdout + stderr)
        .replace(/(?:\n *at [^\n]*)+|<anonymous> \([^)]*\)/g, "")
        .replace(/\n(?: *\n)+/g, "\n")
        .replaceAll(process.cwd(), "DIR")
        .replace(/\(\d+m?s\)/g, "(*)"),
    );
}
