import assert from "node:assert";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import repl from "node:repl";
import { PassThrough } from "node:stream";
import { test } from "../harness.ts";

/** A prompt over streams; `run` sends lines and returns what was printed until the next prompts. */
function start(options: object = {}): { server: any; run(...lines: string[]): Promise<string> } {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = "";
  output.on("data", (chunk) => (text += chunk));
  const server: any = repl.start({ prompt: "> ", input, output, terminal: false, ...options });
  const run = async (...lines: string[]): Promise<string> => {
    text = "";
    for (const line of lines) {
      const before = text.length;
      input.write(`${line}\n`);
      for (let turn = 0; turn < 200 && !/(?:> |\| )$/.test(text.slice(before)); turn++)
        await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return text.replace(/(?:> |\| )/g, "");
  };
  return { server, run };
}

test("values are printed, and the last one is _", async () => {
  const { server, run } = start();
  assert.strictEqual(await run("1 + 1", "_ * 21", "'a'"), "2\n42\n'a'\n");
  assert.strictEqual(await run("_ = 5"), "Expression assignment to _ now disabled.\n5\n");
  server.close();
});

test("ignoreUndefined, writer and eval are the caller's", async () => {
  const { server, run } = start({ ignoreUndefined: true, writer: (value: unknown) => `<${value}>` });
  assert.strictEqual(await run("undefined", "3"), "<3>\n");
  server.close();
  const own = start({
    eval: (code: string, _context: object, _file: string, done: Function) => done(null, code.trim().toUpperCase()),
  });
  assert.strictEqual(await own.run("shout"), "'SHOUT'\n");
  own.server.close();
});

test("an evaluator may request more lines", async () => {
  const { server, run } = start({
    eval: (code: string, _context: object, _file: string, done: Function) =>
      code.includes("end")
        ? done(null, code.split("\n").length - 1)
        : done(new repl.Recoverable(new SyntaxError("more"))),
  });
  assert.strictEqual(await run("a", "b", "end"), "3\n");
  server.close();
});

test("incomplete code waits for the rest; invalid code does not", async () => {
  const { server, run } = start();
  assert.strictEqual(await run("[1,", "2]"), "[ 1, 2 ]\n");
  assert.strictEqual(await run("`a", "b`"), "'a\\nb'\n");
  assert.match(await run("let x y"), /let x y\n {6}\^\n\nUncaught SyntaxError: Unexpected identifier/);
  assert.strictEqual(await run("if (true) {", "8 }"), "8\n");
  server.close();
});

test("braces are an object where they can be one", async () => {
  const { server, run } = start();
  assert.strictEqual(await run("{ a: 1 }", "{}", "{ a: 1 };"), "{ a: 1 }\n{}\n1\n");
  server.close();
});

test("top-level await", async () => {
  const { server, run } = start();
  assert.strictEqual(
    await run("await Promise.resolve(4)", "const { five } = await { five: 5 }", "five"),
    "4\nundefined\n5\n",
  );
  assert.match(await run("await Promise.reject(new RangeError('no'))"), /Uncaught RangeError: no/);
  server.close();
});

test("errors are printed, stored in _error, and end nothing", async () => {
  const { server, run } = start();
  assert.strictEqual(await run("throw new TypeError('Whoops!')"), "Uncaught TypeError: Whoops!\n");
  assert.strictEqual(
    await run("_error.message", "nothing"),
    "'Whoops!'\nUncaught ReferenceError: nothing is not defined\n",
  );
  assert.strictEqual(await run("throw null", "throw 'text'"), "Uncaught null\nUncaught 'text'\n");
  server.close();
});

test("the context is its own unless useGlobal is set", async () => {
  const own = start();
  await own.run("var fromPrompt = 1");
  assert.strictEqual((globalThis as any).fromPrompt, undefined);
  assert.strictEqual(own.server.context.fromPrompt, 1);
  own.server.context.given = 7;
  assert.strictEqual(await own.run("given + 1", "path.sep", "require('node:path').sep"), "8\n'/'\n'/'\n");
  own.server.close();
  const shared = start({ useGlobal: true });
  await shared.run("globalThis.fromShared = 2");
  assert.strictEqual((globalThis as any).fromShared, 2);
  assert.strictEqual(shared.server.context, globalThis);
  shared.server.close();
  delete (globalThis as any).fromShared;
});

test("commands: .help, .break, .clear and the program's own", async () => {
  const { server, run } = start();
  server.defineCommand("hello", {
    help: "Say hello",
    action(this: any, name: string) {
      this.output.write(`hello ${name}\n`);
      this.displayPrompt();
    },
  });
  assert.strictEqual(await run(".hello you"), "hello you\n");
  const help = await run(".help");
  assert.match(help, /\.break +Sometimes you get stuck, this gets you out/);
  assert.match(help, /\.hello +Say hello/);
  assert.strictEqual(await run(".what"), "Invalid REPL keyword\n");
  await run("function open() {", ".break");
  assert.strictEqual(await run("1"), "1\n");
  assert.throws(() => server.defineCommand("bad", {}), { code: "ERR_INVALID_ARG_TYPE" });
  const reset = once(server, "reset");
  await run("var gone = 1");
  assert.strictEqual(await run(".clear"), "Clearing context...\n");
  assert.strictEqual((await reset)[0], server.context);
  assert.strictEqual(await run("typeof gone"), "'undefined'\n");
  server.close();
});

test(".save writes the session and .load runs a file", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "brio-repl-"));
  const file = path.join(folder, "session.js");
  const { server, run } = start();
  await run("var kept = 3", "kept + 1");
  assert.strictEqual(await run(`.save ${file}`), `Session saved to: ${file}\n`);
  assert.match(fs.readFileSync(file, "utf8"), /^var kept = 3\nkept \+ 1/);
  server.close();
  const other = start();
  await other.run(`.load ${file}`);
  assert.strictEqual(await other.run("kept"), "3\n");
  assert.strictEqual(await other.run(`.load ${file}.missing`), `Failed to load: ${file}.missing\n`);
  other.server.close();
  fs.rmSync(folder, { recursive: true });
});

test("strict mode", async () => {
  const { server, run } = start({ replMode: repl.REPL_MODE_STRICT });
  assert.match(await run("undeclared = 1"), /Uncaught ReferenceError/);
  server.close();
});

test("completion finds names, members, commands and modules", async () => {
  const { server, run } = start();
  await run("var someObject = { first: 1, second: 2, get third() { throw new Error('called'); } }");
  const complete = (text: string): Promise<[string[], string]> =>
    new Promise((resolve, reject) =>
      server.completer(text, (error: unknown, answer: any) => (error ? reject(error) : resolve(answer))),
    );
  assert.deepStrictEqual((await complete("someO"))[0], ["someObject"]);
  const [members, on] = await complete("someObject.");
  assert.ok(["someObject.first", "someObject.second", "someObject.third"].every((name) => members.includes(name)));
  assert.strictEqual(on, "someObject.");
  assert.deepStrictEqual(await complete(".br"), [["break"], "br"]);
  assert.ok((await complete("require('read"))[0].includes("readline"));
  server.close();
});

test("'exit' is emitted when it ends, and options are checked", async () => {
  const { server } = start();
  const ended = once(server, "exit");
  server.close();
  await ended;
  assert.throws(() => repl.start({ eval: () => {}, breakEvalOnSigint: true }), {
    code: "ERR_INVALID_REPL_EVAL_CONFIG",
  });
  assert.ok(repl.builtinModules.includes("fs") && !repl.builtinModules.includes("_http_agent"));
});

test("history is stored in a file", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "brio-repl-"));
  const file = path.join(folder, "history");
  fs.writeFileSync(file, "second\nfirst\n");
  const { server } = start({ terminal: true });
  await new Promise<void>((resolve, reject) =>
    server.setupHistory(file, (error: unknown) => (error ? reject(error) : resolve())),
  );
  assert.deepStrictEqual(server.history.slice(0, 2), ["second", "first"]);
  server.write("'third'\n");
  server.close();
  await once(server, "close");
  assert.match(fs.readFileSync(file, "utf8"), /^'third'\nsecond\nfirst/);
  fs.rmSync(folder, { recursive: true });
});

test("breakEvalOnSigint excludes eval, of any type", () => {
  assert.throws(() => repl.start({ breakEvalOnSigint: true, eval: true as any }), {
    code: "ERR_INVALID_REPL_EVAL_CONFIG",
  });
});

test("the console of a context of its own prints to the prompt; other modules are there by name", async () => {
  const { server, run } = start({ useGlobal: false });
  assert.match(await run("console.log('printed')"), /^printed\nundefined\n/);
  assert.match(await run("util === require('util')"), /^true\n/);
  server.close();
});
