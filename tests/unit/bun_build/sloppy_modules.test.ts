// CommonJS modules that rely on sloppy mode, which an ES module does not have: a bundle prints what the program prints
// without being bundled.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "sloppy-modules-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function printed(file: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  return stdout + stderr;
}

function same(name: string, source: string): void {
  test(name, async () => {
    const place = mkdtempSync(join(folder, "case-"));
    writeFileSync(join(place, "lib.cjs"), source);
    writeFileSync(join(place, "main.mjs"), "import lib from './lib.cjs'; console.log(lib());");
    const expected = printed(join(place, "main.mjs"));
    assert.match(expected, /^ok /);
    for (const minify of [false, true]) {
      const outdir = join(place, `out-${minify}`);
      await Bun.build({ entrypoints: [join(place, "main.mjs")], outdir, target: "node", minify } as never);
      assert.strictEqual(printed(join(outdir, "main.js")), expected, `minify: ${minify}`);
    }
  });
}

same(
  "arguments.callee of a function without a name",
  "exports = module.exports = () => 'ok ' + factorial(5); var factorial = function (n) { return n < 2 ? 1 : n * arguments.callee(n - 1); };",
);
same(
  "arguments.callee of a constructor, as passport has it",
  "function Failure() { Error.captureStackTrace(this, arguments.callee); } module.exports = () => 'ok ' + !/new Failure/.test(new Failure().stack);",
);
same(
  "this at the top is the exports",
  "this.a = 1; module.exports.a = 1; module.exports = () => 'ok ' + (module.exports !== exports);",
);
same(
  "the global object by an immediate call",
  "var root = (function () { return this; })(); module.exports = () => 'ok ' + (root === globalThis);",
);
same(
  "the global object in a wrapper",
  "(function () { var root = this; module.exports = () => 'ok ' + (root === globalThis); })();",
);
same(
  "the global object in a wrapper with an arrow function",
  "(function () { var get = () => this; module.exports = () => 'ok ' + (get() === globalThis); }());",
);
same(
  "a wrapper that is called with this",
  "(function () { this.answer = 42; }).call(this); module.exports.get = 1; module.exports = () => 'ok ' + exports.answer;",
);
