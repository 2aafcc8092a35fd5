import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import punycode from "node:punycode";
import { test } from "../harness.ts";

test("names go to ASCII and back", () => {
  for (const [unicode, ascii] of [
    ["mañana.com", "xn--maana-pta.com"],
    ["джумла@джpумлатест.bрfа", "джумла@xn--p-8sbkgc5ag7bhce.xn--bf-8kc6d"],
  ]) {
    assert.strictEqual(punycode.toASCII(unicode!), ascii);
    assert.strictEqual(punycode.toUnicode(ascii!), unicode);
  }
  assert.strictEqual(punycode.encode("bücher"), "bcher-kva");
  assert.deepStrictEqual(punycode.ucs2.decode("a😀"), [0x61, 0x1f600]);
});

test("invalid Punycode is a RangeError", () => {
  assert.throws(() => punycode.decode("\x80"), { name: "RangeError", message: "Invalid input" });
  assert.throws(() => punycode.decode("\x80-a"), {
    name: "RangeError",
    message: "Illegal input >= 0x80 (not a basic code point)",
  });
});

test("a package that requires it is not warned of", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "punycode-"));
  try {
    const write = (name: string, source: string): void => {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), source);
    };
    write("node_modules/inner/index.js", 'require("punycode");');
    write("node_modules/outer/index.js", 'require("inner");');
    write("package.cjs", 'require("outer");');
    write("program.cjs", 'require("punycode");');
    const warnings = (name: string): string =>
      spawnSync(process.execPath, [name], { cwd: folder, encoding: "utf8" }).stderr;
    assert.strictEqual(warnings("package.cjs"), "");
    assert.match(warnings("program.cjs"), /DEP0040/);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
