// https://nodejs.org/api/readline.html: keys and editing, on streams that act as a terminal.
import assert from "node:assert";
import { EventEmitter } from "node:events";
import readline from "node:readline";
import { PassThrough, Writable } from "node:stream";
import { test } from "../harness.ts";

interface Terminal {
  rl: any;
  input: any;
  output: string[];
  lines: string[];
}

function open(options: object = {}): Terminal {
  const input: any = new EventEmitter();
  Object.assign(input, { resume() {}, pause() {} });
  const output: string[] = [];
  const sink: any = new Writable({
    write(chunk, _encoding, done) {
      output.push(`${chunk}`);
      done();
    },
  });
  sink.columns = 80;
  const rl = readline.createInterface({ input, output: sink, terminal: true, prompt: "> ", ...options } as any);
  const lines: string[] = [];
  rl.on("line", (line) => lines.push(line));
  return { rl, input, output, lines };
}

test("emitKeypressEvents names keys", () => {
  const stream = new PassThrough();
  readline.emitKeypressEvents(stream);
  const keys: any[] = [];
  stream.on("keypress", (text, key) => keys.push([text, key.name, key.ctrl, key.meta, key.shift, key.sequence]));
  stream.emit("data", "aB\r\t\x01\x1bf\x1b[A\x1b[1;5C\x1bOP\x1b[3~é");
  assert.deepStrictEqual(keys, [
    ["a", "a", false, false, false, "a"],
    ["B", "b", false, false, true, "B"],
    ["\r", "return", false, false, false, "\r"],
    ["\t", "tab", false, false, false, "\t"],
    ["\x01", "a", true, false, false, "\x01"],
    [undefined, "f", false, true, false, "\x1bf"],
    [undefined, "up", false, false, false, "\x1b[A"],
    [undefined, "right", true, false, false, "\x1b[1;5C"],
    [undefined, "f1", false, false, false, "\x1bOP"],
    [undefined, "delete", false, false, false, "\x1b[3~"],
    ["é", undefined, false, false, false, "é"],
  ]);
});

test("a lone escape character is a key after a while", async () => {
  const stream = new PassThrough();
  readline.emitKeypressEvents(stream, { escapeCodeTimeout: 10 } as any);
  const name = new Promise((resolve) => stream.on("keypress", (_text, key) => resolve(key.name)));
  stream.emit("data", "\x1b");
  assert.strictEqual(await name, "escape");
});

test("text is inserted and deleted where the cursor is", () => {
  const { rl, input, lines } = open();
  input.emit("data", "hllo\x1b[D\x1b[D\x1b[De");
  assert.deepStrictEqual([rl.line, rl.cursor], ["hello", 2]);
  input.emit("data", "\x05!\x7f\x01\x1b[3~J\r");
  assert.deepStrictEqual(lines, ["Jello"]);
  assert.deepStrictEqual([rl.line, rl.cursor], ["", 0]);
});

test("words and lines are killed and yanked", () => {
  const { rl, input } = open();
  input.emit("data", "one two three\x17");
  assert.strictEqual(rl.line, "one two ");
  input.emit("data", "\x15");
  assert.strictEqual(rl.line, "");
  input.emit("data", "a b\x1bb\x0b");
  assert.strictEqual(rl.line, "a ");
});

test("the history goes back and forth", () => {
  const { rl, input, lines } = open();
  input.emit("data", "first\rsecond\r\x1b[A\x1b[A");
  assert.strictEqual(rl.line, "first");
  input.emit("data", "\x1b[B");
  assert.strictEqual(rl.line, "second");
  input.emit("data", "\x15fi\x1b[A");
  assert.strictEqual(rl.line, "first", "only lines that begin with what was typed");
  input.emit("data", "\x15second\r");
  assert.deepStrictEqual(lines, ["first", "second", "second"]);
  assert.deepStrictEqual(rl.history, ["second", "first"]);
});

test("a question on a terminal gets the edited line", () => {
  const { rl, input, output } = open();
  let answer;
  rl.question("name? ", (text: string) => (answer = text));
  assert.match(output.join(""), /name\? /);
  input.emit("data", "Bob\x7fx\r");
  assert.strictEqual(answer, "Box");
});

test("Ctrl+C closes, or emits an event when there is a listener", () => {
  const one = open();
  let closed = false;
  one.rl.on("close", () => (closed = true));
  one.input.emit("data", "\x03");
  assert.strictEqual(closed, true);
  const other = open();
  let interrupted = false;
  other.rl.on("SIGINT", () => (interrupted = true));
  other.input.emit("data", "\x03");
  assert.strictEqual(interrupted, true);
});

test("tab inserts the common prefix of all completions", async () => {
  const { rl, input } = open({
    completer: (line: string) => [["console", "constant"].filter((word) => word.startsWith(line)), line],
  });
  input.emit("data", "c\t");
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.strictEqual(rl.line, "cons");
});

test("raw mode is set while the interface is open", () => {
  const modes: boolean[] = [];
  const input: any = new PassThrough();
  input.setRawMode = (mode: boolean) => modes.push(mode);
  const rl = readline.createInterface({ input, output: new PassThrough(), terminal: true });
  rl.close();
  assert.deepStrictEqual(modes, [true, false]);
});

test("write presses keys", () => {
  const { rl } = open();
  rl.write("abc");
  rl.write(null, { name: "left" });
  rl.write("X");
  assert.strictEqual(rl.line, "abXc");
  rl.write(null, { ctrl: true, name: "u" });
  assert.strictEqual(rl.line, "c");
});

test("Ctrl+Y yanks what Ctrl+U and Ctrl+K killed, Alt+Y after it what was killed before", () => {
  const { rl } = open();
  const press = (...keys: [string, object][]): string => {
    for (const [text, key] of keys) rl.write(text, key);
    return rl.line;
  };
  const ctrlU: [any, object] = [null, { ctrl: true, name: "u" }];
  const ctrlY: [any, object] = [null, { ctrl: true, name: "y" }];
  const metaY: [any, object] = [null, { meta: true, name: "y" }];
  assert.strictEqual(press(["one", {}], ctrlU, ["two", {}], ctrlU, ctrlY), "two");
  assert.strictEqual(press(metaY), "one");
  assert.strictEqual(press(metaY), "two");
  assert.strictEqual(press(["!", {}], metaY), "two!");
  // Killed words are not stored.
  assert.strictEqual(
    press([null as any, { ctrl: true, name: "w" }], [null as any, { ctrl: true, name: "w" }], ctrlY),
    "two",
  );
  rl.close();
});

test("getCursorPos counts tabs up to the next stop and wide characters that do not fit into a row", () => {
  const { rl } = open();
  rl.write("a\tb");
  assert.deepStrictEqual(rl.getCursorPos(), { cols: 9, rows: 0 });
  rl.close();
  const narrow = open({ tabSize: 4 });
  narrow.rl.output.columns = 5;
  narrow.rl.setPrompt("> ");
  narrow.rl.write("日本");
  assert.deepStrictEqual(narrow.rl.getCursorPos(), { cols: 2, rows: 1 });
  narrow.rl.close();
});

test("a long pasted string takes no time, and only its last character redraws the line", async () => {
  const input: any = new PassThrough();
  const output: string[] = [];
  const sink: any = new Writable({
    write(chunk, _encoding, done) {
      output.push(`${chunk}`);
      done();
    },
  });
  sink.columns = 80;
  const rl: any = readline.createInterface({ input, output: sink, terminal: true });
  const lines: string[] = [];
  rl.on("line", (line: string) => lines.push(line));
  const start = performance.now();
  input.write(`${"x".repeat(20_000)}\r`);
  while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.strictEqual(lines[0]!.length, 20_000);
  assert.ok(performance.now() - start < 3000);
  output.length = 0;
  input.write("y".repeat(100));
  while (rl.line.length < 100) await new Promise((resolve) => setImmediate(resolve));
  assert.strictEqual(output.join(""), "y".repeat(100));
  rl.close();
});

test("keys are still read after a listener threw", () => {
  const { rl, input, lines } = open();
  rl.once("line", () => {
    throw new Error("thrown by a listener");
  });
  assert.throws(() => input.emit("data", "a\r"), /thrown by a listener/);
  input.emit("data", "b\r");
  assert.deepStrictEqual(lines, ["a", "b"]);
  rl.close();
});
