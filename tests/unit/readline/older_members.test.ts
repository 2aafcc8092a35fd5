// Members with an underscore, which programs call and replace: `rl._writeToOutput` to hide what is typed.
import assert from "node:assert";
import readline from "node:readline";
import { PassThrough } from "node:stream";
import { test } from "../harness.ts";

function open(): { rl: any; input: PassThrough; written: () => string } {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = "";
  output.on("data", (data) => {
    text += data;
  });
  return { rl: readline.createInterface({ input, output, terminal: true }), input, written: () => text };
}

test("a replaced _writeToOutput gets all that an interface writes", async () => {
  const { rl, input, written } = open();
  rl._writeToOutput = (text: string) => rl.output.write(text.startsWith("Password") ? text : "*");
  const answer = await new Promise((resolve) => {
    rl.question("Password: ", resolve);
    input.write("abc\r");
  });
  rl.close();
  assert.strictEqual(answer, "abc");
  assert.strictEqual(written(), "\u001b[1G\u001b[0JPassword: \u001b[11G****");
});

test("_writeToOutput accepts strings only", () => {
  const { rl } = open();
  assert.throws(() => rl._writeToOutput(1), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "stringToWrite" argument must be of type string. Received type number (1)',
  });
  rl.close();
});

test("the line is edited by name", () => {
  const { rl } = open();
  rl._insertString("one two three");
  rl._wordLeft();
  assert.strictEqual(rl.cursor, 8);
  rl._deleteWordLeft();
  assert.strictEqual(rl.line, "one three");
  rl._moveCursor(-Infinity);
  rl._deleteRight();
  assert.strictEqual(rl.line, "ne three");
  rl._deleteLineRight();
  assert.strictEqual(rl.line, "");
  rl.close();
});

test("the prompt is readable and writable under its older name", () => {
  const { rl } = open();
  rl._prompt = "> > ";
  assert.strictEqual(rl.getPrompt(), "> > ");
  assert.deepStrictEqual({ ...rl._getCursorPos() }, { cols: 4, rows: 0 });
  rl.close();
});
