// Errors as Bun prints them: lines of the source with a caret, `error: message`, the other members, the stack. In Bun 1.4.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "brio-errors-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs `source` as a program of Bun; `FOLDER/` stands for its folder. */
function run(source: string): { out: string; error: string; status: number | null } {
  const path = join(folder, "program.ts");
  writeFileSync(path, source);
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const result = spawnSync(process.execPath, [path], { encoding: "utf8", env: { ...env, NO_COLOR: "1" } });
  const plain = (text: string): string => text.replaceAll(`${folder}/`, "FOLDER/");
  return { out: plain(result.stdout), error: plain(result.stderr), status: result.status };
}

const VERSION = "\nBun v1.4.5 (Linux x64)\n";

test("an uncaught error shows up to six lines of the source, and a caret below its class", () => {
  const { error, status } = run(
    'Bun.version;\nfunction inner() {\n  throw new TypeError("bad");\n}\nfunction outer() {\n  inner();\n}\nouter();\n',
  );
  assert.equal(
    error,
    '1 | Bun.version;\n2 | function inner() {\n3 |   throw new TypeError("bad");\n                ^\nTypeError: bad\n' +
      "      at inner (FOLDER/program.ts:3:13)\n      at outer (FOLDER/program.ts:6:3)\n" +
      `      at FOLDER/program.ts:8:1\n${VERSION}`,
  );
  assert.equal(status, 1);
});

test("an Error is `error`, its members follow, and its cause after an empty line", () => {
  const { error } = run(
    'Bun.version;\nconst e: any = new Error("outer", { cause: new RangeError("inner") });\ne.extra = { a: 1 };\ne.code = "X";\nthrow e;\n',
  );
  const source = '1 | Bun.version;\n2 | const e: any = new Error("outer", { cause: new RangeError("inner") });\n';
  assert.equal(
    error,
    `${source}                       ^\nerror: outer\n extra: {\n  a: 1,\n},\n  code: "X"\n\n` +
      `      at FOLDER/program.ts:2:20\n\n${source}                                                   ^\n` +
      `RangeError: inner\n      at FOLDER/program.ts:2:48\n${VERSION}`,
  );
});

test("a system error begins with its code, and a string is printed twice", () => {
  const failed = run('Bun.version;\nimport fs from "node:fs";\nfs.readFileSync("/does/not/exist");\n').error;
  assert.match(
    failed,
    /\nENOENT: no such file or directory, open '\/does\/not\/exist'\n    path: "\/does\/not\/exist",\n syscall: "open",\n   errno: -2,\n    code: "ENOENT"\n\n      at FOLDER\/program\.ts:3:4\n/,
  );
  assert.equal(run('Bun.version;\nthrow "text";\n').error, `error: text\ntext\n${VERSION}`);
});

test("a rejected promise is reported as a thrown error", () => {
  const { error } = run('Bun.version;\nPromise.reject(new Error("late"));\n');
  assert.equal(
    error,
    `1 | Bun.version;\n2 | Promise.reject(new Error("late"));\n                       ^\nerror: late\n      at FOLDER/program.ts:2:20\n${VERSION}`,
  );
});

test("the console and Bun.inspect print errors in the same format, also inside of values", () => {
  const { out } = run(
    'class Mine extends Error {}\nconsole.log(new Mine("a"));\nconsole.log([new Error("b")]);\nconsole.log(Bun.inspect(new Error("c")) + "|");\n' +
      'console.log(new AggregateError([new Error("d")], "all"));\n',
  );
  const first = "1 | class Mine extends Error {}\n";
  const second = '2 | console.log(new Mine("a"));\n';
  const third = '3 | console.log([new Error("b")]);\n';
  const fourth = '4 | console.log(Bun.inspect(new Error("c")) + "|");\n';
  const fifth = '5 | console.log(new AggregateError([new Error("d")], "all"));\n';
  assert.equal(
    out,
    `${first}${second}                ^\nerror: a\n      at FOLDER/program.ts:2:13\n\n` +
      `[\n  ${first}${second}${third}                     ^\nerror: b\n      at FOLDER/program.ts:3:18\n\n]\n` +
      `${first}${second}${third}${fourth}                                ^\nerror: c\n      at FOLDER/program.ts:4:29\n|\n` +
      `${first}${second}${third}${fourth}${fifth}                                        ^\nerror: d\n      at FOLDER/program.ts:5:37\n\n`,
  );
});
