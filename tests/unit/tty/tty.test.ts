// node:tty.
import assert from "node:assert";
import tty from "node:tty";
import { test } from "../harness.ts";

const { getColorDepth, hasColors } = tty.WriteStream.prototype;

test("getColorDepth reads the environment", () => {
  assert.strictEqual(getColorDepth({} as never), 1);
  assert.strictEqual(getColorDepth({ TERM: "xterm" } as never), 4);
  assert.strictEqual(getColorDepth({ TERM: "xterm-256color" } as never), 8);
  assert.strictEqual(getColorDepth({ COLORTERM: "truecolor" } as never), 24);
  assert.strictEqual(getColorDepth({ CI: "1", CIRCLECI: "1" } as never), 24);
  assert.strictEqual(getColorDepth({ TERM: "xterm-256color", NO_COLOR: "1" } as never), 1);
});

test("hasColors compares a count", () => {
  assert.strictEqual(hasColors.call({}, 16, { TERM: "xterm" } as never), true);
  assert.strictEqual(hasColors.call({}, 17, { TERM: "xterm" } as never), false);
  assert.throws(() => hasColors.call({}, 1), { code: "ERR_OUT_OF_RANGE" });
});

test("isatty and the constructors recognize file descriptors that are not terminals", () => {
  assert.strictEqual(tty.isatty(-1), false);
  assert.throws(() => new tty.WriteStream(-1), {
    code: "ERR_INVALID_FD",
    message: '"fd" must be a positive integer: -1',
  });
  assert.throws(() => new tty.ReadStream(99), { code: "ERR_TTY_INIT_FAILED" });
});
