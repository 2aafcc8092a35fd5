// Unread pipes of Bun.spawn. The expected output is that of Bun 1.4.5.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

function run(code: string): string {
  const program = `const descriptors = () => require("node:fs").readdirSync("/proc/self/fd").length; const kept = []; (async () => { ${code} })();`;
  const command =
    process.versions.bun === undefined
      ? [process.execPath, "--as", "bun", "-e", program]
      : [process.execPath, "-e", program];
  const result = spawnSync(command[0]!, command.slice(1), { encoding: "utf8", timeout: 9000 });
  return result.stdout + result.stderr;
}

test("pipes are closed after the program, read or not", () => {
  if (process.platform !== "linux") return;
  assert.strictEqual(
    run(`
    for (const options of [{}, { stderr: "pipe" }, { stdin: "pipe" }, { ipc() {} }, { signal: new AbortController().signal }]) {
      const before = descriptors();
      for (let index = 0; index < 8; index++) kept.push(Bun.spawn(["true"], options));
      await Promise.all(kept.map((child) => child.exited));
      for (let turn = 0; turn < 200 && descriptors() > before + 2; turn++) await Bun.sleep(5);
      console.log(descriptors() <= before + 2);
    }`),
    "true\n".repeat(5),
  );
});

test("written data can be read after the program's end", () => {
  assert.strictEqual(
    run(`
    const child = Bun.spawn(["sh", "-c", "echo out; echo err >&2"], { stderr: "pipe" });
    await child.exited;
    await Bun.sleep(20);
    console.log(await new Response(child.stdout).text() + await new Response(child.stderr).text());`),
    "out\nerr\n\n",
  );
});

test("a program that writes much ends without a reader", () => {
  assert.strictEqual(
    run(`
    const child = Bun.spawn(["head", "-c", "3000000", "/dev/zero"]);
    console.log(await child.exited, (await new Response(child.stdout).arrayBuffer()).byteLength);`),
    "0 3000000\n",
  );
});

test("a program that is not awaited does not keep this one alive", () => {
  const start = performance.now();
  assert.strictEqual(run(`Bun.spawn(["sleep", "5"], { stderr: "pipe" }).unref();`), "");
  assert.ok(performance.now() - start < 4000);
});
