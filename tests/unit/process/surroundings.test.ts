// The environment of a process at its start: a removed working directory, signals that its parent ignored.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

/** Runs `script` in a shell with the runtime as `$RUNTIME`. */
function shell(script: string): string {
  const { stdout, stderr } = spawnSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, RUNTIME: process.execPath },
  });
  return stdout + stderr;
}

test("a program runs in a folder that was removed, and process.cwd() throws an error that explains it", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gone-"));
  const code = "try { process.cwd() } catch (error) { console.log(error.code, error.syscall, error.message) }";
  const file = path.join(os.tmpdir(), `here-${process.pid}.js`);
  fs.writeFileSync(file, "console.log('ran')");
  const text = shell(`cd ${folder} && rmdir ${folder} && "$RUNTIME" -e '${code}' && "$RUNTIME" ${file}`);
  fs.rmSync(file);
  assert.strictEqual(
    text,
    "ENOENT uv_cwd ENOENT: process.cwd failed with error no such file or directory, the current working directory was likely removed without changing the working directory, uv_cwd\nran\n",
  );
});

test("chdir() to a path with a null byte fails as for the path before it", () => {
  assert.throws(() => process.chdir("/nonexistent\0x"), { code: "ENOENT", syscall: "chdir", dest: "/nonexistent" });
});

for (const signal of ["INT", "HUP", "TERM"]) {
  test(`SIG${signal} ends a program whose parent ignored it`, () => {
    const text =
      shell(`trap '' ${signal}; "$RUNTIME" -e 'setTimeout(() => {}, 20000); console.log("up")' > /tmp/up-$$ & pid=$!
      while ! grep -qs up /tmp/up-$$; do sleep 0.05; done; kill -${signal} $pid; wait $pid 2>/dev/null; echo $?; rm /tmp/up-$$`);
    assert.strictEqual(text.replace("Terminated\n", ""), `${128 + os.constants.signals[`SIG${signal}` as "SIGINT"]}\n`);
  });
}

test("a value that --unhandled-rejections does not have is refused", () => {
  const { status, stderr } = spawnSync(process.execPath, ["--unhandled-rejections=bad", "-e", "1"], {
    encoding: "utf8",
  });
  assert.strictEqual(status, 9);
  assert.match(stderr, /invalid value for --unhandled-rejections/);
});

test("members of Object.prototype are in process.env, though not its own", () => {
  assert.deepStrictEqual(
    [
      "toString" in process.env,
      "hasOwnProperty" in process.env,
      "SURELY_NOT_SET" in process.env,
      Object.hasOwn(process.env, "toString"),
    ],
    [true, true, false, false],
  );
});
