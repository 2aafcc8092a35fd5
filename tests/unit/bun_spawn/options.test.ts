// Options and signals that Bun.spawn refuses, their messages, and `maxBuffer`.
import assert from "node:assert";
import { test } from "../harness.ts";

type Failure = [name: string, code: string | undefined, message: string];

function failure(body: () => unknown): Failure {
  try {
    body();
  } catch (error: any) {
    return [error.name, error.code, error.message];
  }
  throw new Error("it did not fail");
}

const TYPE = "ERR_INVALID_ARG_TYPE";
const REFUSED: [object, Failure][] = [
  [{ env: 5 }, ["TypeError", TYPE, "env must be an object"]],
  [{ stdio: "pipe" }, ["TypeError", TYPE, "stdio must be an array"]],
  [{ stdout: new Uint8Array(3) }, ["TypeError", TYPE, "ArrayBufferView cannot be used for stdout/stderr yet"]],
  [{ onExit: 5 }, ["TypeError", TYPE, "onExit must be a function or undefined"]],
  [{ timeout: "x" }, ["TypeError", TYPE, 'The "timeout" property must be of type number. Received string']],
  [
    { timeout: -1 },
    [
      "RangeError",
      "ERR_OUT_OF_RANGE",
      'The value of "timeout" is out of range. It must be >= 0 and <= 9007199254740991. Received -1',
    ],
  ],
  [
    { timeout: NaN },
    [
      "RangeError",
      "ERR_OUT_OF_RANGE",
      'The value of "timeout" is out of range. It must be a non-negative integer. Received NaN',
    ],
  ],
  [{ killSignal: 99 }, ["TypeError", TYPE, "Invalid signal: must be < 32"]],
  [{ signal: 5 }, ["TypeError", TYPE, 'The "signal" argument must be of type AbortSignal. Received type number (5)']],
  [{ uid: "x" }, ["TypeError", TYPE, 'The "uid" property must be of type number. Received string']],
  [
    { cwd: "a\0b" },
    [
      "TypeError",
      "ERR_INVALID_ARG_VALUE",
      "The property 'options.cwd' must be a string without null bytes. Received \"a\\u0000b\"",
    ],
  ],
];

test("options are checked before anything is started", () => {
  for (const [options, expected] of REFUSED) {
    assert.deepStrictEqual(
      failure(() => Bun.spawn(["true"], options as any)),
      expected,
    );
    assert.deepStrictEqual(
      failure(() => Bun.spawnSync(["true"], options as any)),
      expected,
    );
  }
  assert.deepStrictEqual(failure(() => Bun.spawn(["a\0b"])).slice(0, 2), ["TypeError", "ERR_INVALID_ARG_VALUE"]);
  assert.deepStrictEqual(
    failure(() => Bun.spawn(["true"], { ipc() {}, serialization: "x" } as any)),
    ["TypeError", TYPE, 'serialization must be "json" or "advanced"'],
  );
  assert.deepStrictEqual(
    failure(() => Bun.spawnSync(["true"], { terminal: {} } as any)),
    ["TypeError", TYPE, "terminal option is only supported for Bun.spawn, not Bun.spawnSync"],
  );
});

test("unknown signals are refused, and 0 checks whether the process exists", async () => {
  const child = Bun.spawn(["sleep", "5"]);
  child.kill(0);
  assert.strictEqual(child.killed, false);
  assert.deepStrictEqual(
    failure(() => child.kill(999)),
    ["TypeError", TYPE, "Invalid signal: must be < 32"],
  );
  assert.deepStrictEqual(
    failure(() => child.kill(-1)),
    ["TypeError", TYPE, "Invalid signal: must be >= 0"],
  );
  assert.deepStrictEqual(
    failure(() => child.kill(1.5)),
    ["TypeError", TYPE, "Unknown signal"],
  );
  assert.deepStrictEqual(
    failure(() => child.kill({} as any)),
    ["TypeError", TYPE, "Invalid signal: must be a string or an integer"],
  );
  const [name, code, message] = failure(() => child.kill("x" as any));
  assert.deepStrictEqual([name, code], ["TypeError", TYPE]);
  assert.match(message, /^signal must be one of 'SIGHUP', 'SIGINT', .*'SIGABRT', 'SIGBUS', .*'SIGPWR' or 'SIGSYS'$/);
  child.kill(9);
  assert.strictEqual(await child.exited, 137);
});

test("output ends at maxBuffer though grandchildren continue to write", async () => {
  const child = Bun.spawn(["sh", "-c", "yes & yes; true"], { maxBuffer: 100 } as any);
  assert.strictEqual(await child.exited, 143);
  assert.ok((await (child.stdout as any).text()).length >= 100);
});
