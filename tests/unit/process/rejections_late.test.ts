import assert from "node:assert";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

test("a rejection that a tick of the same turn handles is not reported", () => {
  const source = `
    process.on("unhandledRejection", (reason) => console.log("reported", reason));
    const handled = Promise.reject("handled in a tick of a job");
    Promise.resolve().then(() => process.nextTick(() => handled.catch(() => {})));
    Promise.reject("never handled");
    setTimeout(() => {
      const late = Promise.reject("handled too late");
      setImmediate(() => late.catch(() => {}));
    }, 1);`;
  const output = execFileSync(process.execPath, ["-e", source], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  assert.strictEqual(output, "reported never handled\nreported handled too late\n");
});
