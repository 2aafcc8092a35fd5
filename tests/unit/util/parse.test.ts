// util.parseArgs, util.parseEnv and util.MIMEType.
import { test } from "../harness.ts";
import assert from "node:assert";
import util from "node:util";

const options = {
  file: { type: "string", short: "f" },
  verbose: { type: "boolean", short: "v" },
  many: { type: "string", multiple: true },
} as const;

test("parseArgs reads long, short and grouped options, and positionals", () => {
  const { values, positionals } = util.parseArgs({
    args: ["-vfname", "--many=1", "--many", "2", "rest", "--", "-x"],
    options,
    allowPositionals: true,
  });
  assert.deepStrictEqual({ ...values }, { verbose: true, file: "name", many: ["1", "2"] });
  assert.deepStrictEqual(positionals, ["rest", "-x"]);
});

test("parseArgs negates booleans with allowNegative", () => {
  assert.strictEqual(
    util.parseArgs({ args: ["--no-verbose"], options, allowNegative: true } as any).values.verbose,
    false,
  );
});

test("parseArgs says which option is wrong", () => {
  const failing = (args: string[]) => () => util.parseArgs({ args, options });
  assert.throws(failing(["--nope"]), {
    name: "TypeError",
    code: "ERR_PARSE_ARGS_UNKNOWN_OPTION",
    message: "Unknown option '--nope'",
  });
  assert.throws(failing(["--file"]), {
    code: "ERR_PARSE_ARGS_INVALID_OPTION_VALUE",
    message: "Option '-f, --file <value>' argument missing",
  });
  assert.throws(failing(["--verbose=1"]), { message: "Option '-v, --verbose' does not take an argument" });
  assert.throws(failing(["word"]), {
    code: "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL",
    message: "Unexpected argument 'word'. This command does not take positional arguments",
  });
});

test("parseArgs checks its configuration", () => {
  assert.throws(() => util.parseArgs({ args: [], options: { a: { type: "number" } } } as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The \"options.a.type\" property must be ('string|boolean'). Received type string ('number')",
  });
});

test("parseEnv takes names, quotes and line ends as Node does", () => {
  for (const [text, expected] of [
    ["B=1\nA=2", { A: "2", B: "1" }],
    ["A= \nB=1", { A: "B=1" }],
    ["A=1\rB=2", { A: "1B=2" }],
    ["\ufeffA=1", { "\ufeffA": "1" }],
    ["=", { "": "" }],
    ["=x\nA=1", { A: "1" }],
    ['A="half\nB=1', { A: '"half', B: "1" }],
    ["export  A=1", { A: "1" }],
    ["export=1", { export: "1" }],
  ] as const)
    assert.deepStrictEqual(Object.entries(util.parseEnv(text)), Object.entries(expected), JSON.stringify(text));
});

test("parseEnv reads quotes, comments and several lines", () => {
  const text = 'A=1\n# no\nB=\'x y\' # c\nC="a\\nb"\nexport D=`q`\nE="l1\nl2"\nF= trimmed # c\nbroken line\nG=';
  assert.deepStrictEqual(
    { ...util.parseEnv(text) },
    { A: "1", B: "x y", C: "a\nb", D: "q", E: "l1\nl2", F: "trimmed", G: "" },
  );
  assert.throws(() => util.parseEnv(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("MIMEType parses, normalizes and writes types", () => {
  const type = new util.MIMEType(' Text/HTML; Charset="utf-8"; x="a;b" ');
  assert.strictEqual(type.essence, "text/html");
  assert.strictEqual(type.params.get("charset"), "utf-8");
  assert.strictEqual(String(type), 'text/html;charset=utf-8;x="a;b"');
  assert.throws(() => new util.MIMEType("text"), {
    name: "TypeError",
    code: "ERR_INVALID_MIME_SYNTAX",
    message: 'The MIME syntax for a type in "text" is invalid',
  });
  assert.throws(() => type.params.set("a b", "c"), {
    message: 'The MIME syntax for a parameter name in "a b" is invalid at 1',
  });
});
