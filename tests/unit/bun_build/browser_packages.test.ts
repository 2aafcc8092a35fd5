// Modules of Node in programs for browsers: packages that do the same are used where they are installed. Bun has its own copies of
// most of these modules, so this is about Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

/** A package of one file. */
const installed = (name: string, source: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: "main.js" }),
  [`node_modules/${name}/main.js`]: source,
});

test("a package of the same name, with and without node:", async () => {
  const { printed } = await builtProgram({
    "main.js":
      "import { EventEmitter } from 'node:events'; import * as e from 'events'; console.log(EventEmitter, e.EventEmitter);",
    ...installed("events", "exports.EventEmitter = 'package';"),
  });
  assert.strictEqual(printed, "package package");
});

test("a package of another name, also for what packages import", async () => {
  const { printed } = await builtProgram({
    "main.js": "import { join } from 'path'; import { read } from 'lib'; console.log(join(), read());",
    ...installed("path-browserify", "exports.join = () => 'joined';"),
    ...installed("stream-browserify", "exports.Readable = 'readable';"),
    ...installed("lib", "const { Readable } = require('node:stream'); exports.read = () => Readable;"),
  });
  assert.strictEqual(printed, "joined readable");
});

const builds = async (source: string): Promise<string> => {
  try {
    await builtProgram({ "main.js": source });
    return "";
  } catch (error) {
    return (error as AggregateError).errors.map((one) => one.message).join("\n");
  }
};

test("without one the error names it", async () => {
  assert.match(
    await builds("import 'node:stream'"),
    /"node:stream" is a module of Node\.js .*brio add stream-browserify/,
  );
  assert.match(await builds("import 'util'"), /brio add util/);
  const message = await builds("import 'fs'");
  assert.match(message, /"fs" is a module of Node\.js and does not exist in a browser \(use --target node\)/);
});
