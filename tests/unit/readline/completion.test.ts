// Tab completion on a terminal: what is inserted at once, and what a second tab lists.
import assert from "node:assert";
import readline from "node:readline";
import readlinePromises from "node:readline/promises";
import { PassThrough } from "node:stream";
import { test } from "../harness.ts";

interface Terminal {
  rl: any;
  /** Presses keys; returns the output. */
  press(keys: string): string;
}

function open(completer: any, columns: number | undefined = 80, module: any = readline): Terminal {
  const input = new PassThrough();
  const output: any = new PassThrough();
  if (columns > 0) output.columns = columns;
  let written = "";
  output._write = (bytes: unknown, _encoding: unknown, done: () => void) => {
    written += bytes;
    done();
  };
  const rl = module.createInterface({ input, output, terminal: true, completer, prompt: "> " });
  return {
    rl,
    press(keys) {
      written = "";
      input.write(keys);
      return written;
    },
  };
}

const offer =
  (...words: string[]) =>
  (line: string, callback: (error: null, answer: unknown) => void) =>
    callback(null, [words.filter((word) => word.startsWith(line)), line]);

test("the first tab inserts the common prefix at once, the second lists in columns", () => {
  const { rl, press } = open(offer("console", "constant", "const"), 20);
  press("c");
  assert.strictEqual(press("\t"), "ons");
  assert.strictEqual(press("\t"), "\r\nconsole   constant\r\nconst\r\n\r\n\u001b[1G\u001b[0J> cons\u001b[7G");
  press("x");
  assert.strictEqual(press("\t"), "");
  assert.strictEqual(rl.line, "consx");
  rl.close();
});

test("an output without columns lists one below the other, and an empty completion ends a group", () => {
  const first = open(offer("aa1", "aa2"), 0);
  first.press("aa\t");
  assert.ok(first.press("\t").startsWith("\r\naa1\r\naa2\r\n\r\n"));
  first.rl.close();
  const second = open((line: string) => [["aa1", "aa2", "", "aa3"], line]);
  second.press("aa\t");
  assert.ok(second.press("\t").startsWith("\r\naa1  aa2\r\n\r\naa3\r\n\r\n"));
  second.rl.close();
});

test("completions that differ in case replace what was typed", () => {
  const { rl, press } = open((line: string) => [["Hello", "Help"], line]);
  press("hel\t");
  assert.strictEqual(rl.line, "Hel");
  rl.close();
});

test("the error of a failing completer is printed", async () => {
  const { rl, press } = open((_line: string, callback: (error: Error) => void) => callback(new Error("bad")));
  press("a");
  assert.match(press("\t"), /^Tab completion error: Error: bad\n/);
  rl.close();
});

test("a completer of readline/promises may be slow", async () => {
  const { rl, press } = open(async (line: string) => [["console", "const"], line], 80, readlinePromises);
  press("c\t");
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.strictEqual(rl.line, "cons");
  rl.close();
});
