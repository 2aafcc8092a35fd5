import assert from "node:assert";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

test("a domain that only its callbacks know gets their errors, also after a collection", () => {
  const source = `
    const { create } = require("domain"), fs = require("fs"), seen = [];
    const fail = (name) => () => { throw new Error(name); };
    for (let number = 0; number < 50; number++) {
      const domain = create();
      domain.on("error", (error) => seen.push(error.message));
      domain.run(() => { fs.stat("/", fail("stat")); setTimeout(fail("timer"), 20); fs.readFile("/dev/null", fail("file")); });
    }
    gc();
    setImmediate(gc);
    process.on("exit", () => console.log(["stat", "timer", "file"].map((name) => seen.filter((message) => message === name).length).join()));`;
  assert.strictEqual(execFileSync(process.execPath, ["--expose-gc", "-e", source], { encoding: "utf8" }), "50,50,50\n");
});
