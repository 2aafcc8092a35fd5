import assert from "node:assert";
import os from "node:os";
import process from "node:process";
import { test } from "../harness.ts";

test("the machine has processors, memory and names", () => {
  assert.ok(os.cpus().length >= 1 && os.availableParallelism() >= 1);
  assert.ok(os.totalmem() > os.freemem() && os.freemem() > 0);
  assert.strictEqual(os.type(), "Linux");
  assert.ok(os.uptime() > 0 && os.loadavg().length === 3);
  assert.strictEqual(`${os.hostname}`, os.hostname());
  assert.strictEqual(
    Object.values(os.networkInterfaces())
      .flat()
      .find((one) => one!.address === "127.0.0.1")!.cidr,
    "127.0.0.1/8",
  );
});

test("constants cannot be replaced", () => {
  assert.strictEqual(os.constants.signals.SIGTERM, 15);
  assert.strictEqual(os.constants.errno.ENOENT, 2);
  assert.throws(() => {
    (os as any).constants = {};
  }, TypeError);
  assert.strictEqual(os.EOL + os.devNull, "\n/dev/null");
});

test("the current user is a row of the user database", () => {
  const { uid, username, homedir } = os.userInfo();
  assert.strictEqual(uid, process.getuid!());
  assert.ok(username.length > 0 && homedir.startsWith("/"));
  assert.strictEqual(os.userInfo({ encoding: "buffer" }).username.toString(), username);
});

test("priorities are checked and a missing process is a SystemError", () => {
  assert.strictEqual(typeof os.getPriority(), "number");
  assert.throws(() => os.setPriority(0, 99), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "priority" is out of range. It must be >= -20 && <= 19. Received 99',
  });
  assert.throws(() => os.getPriority(-1), {
    name: "SystemError",
    code: "ERR_SYSTEM_ERROR",
    message: "A system error occurred: uv_os_getpriority returned ESRCH (no such process)",
  });
});
