// The machine, permissions, signals and processes of `Deno`, as Deno 2.9.6 has them. Run with Deno or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("the machine's properties are reported", () => {
  assert.match(Deno.osRelease(), /^\d+\.\d+/);
  assert.ok(Deno.osUptime() > 0);
  assert.strictEqual(Deno.loadavg().length, 3);
  assert.deepStrictEqual(Object.keys(Deno.systemMemoryInfo()), [
    "total",
    "free",
    "available",
    "buffers",
    "cached",
    "swapTotal",
    "swapFree",
  ]);
  assert.ok(Deno.systemMemoryInfo().total > 1024 * 1024);
  const loopback: any = Deno.networkInterfaces().find(({ address }) => address === "127.0.0.1");
  assert.deepStrictEqual(
    { ...loopback },
    {
      family: "IPv4",
      name: "lo",
      address: "127.0.0.1",
      netmask: "255.0.0.0",
      scopeid: null,
      cidr: "127.0.0.1/8",
      mac: "00:00:00:00:00:00",
    },
  );
  assert.deepStrictEqual(Object.keys((Deno as any).cpuUsage()), ["system", "user"]);
});

test("permissions are granted", async () => {
  const status = await Deno.permissions.query({ name: "read", path: "/" });
  assert.deepStrictEqual([status.state, status.partial, status.onchange], ["granted", false, null]);
  assert.ok(status instanceof Deno.PermissionStatus && status instanceof EventTarget);
  assert.strictEqual(Deno.permissions.querySync({ name: "net" }).state, "granted");
  assert.strictEqual((await Deno.permissions.request({ name: "env" })).state, "granted");
  await assert.rejects(async () => Deno.permissions.query({ name: "zz" } as any), {
    name: "TypeError",
    message: 'The provided value "zz" is not a valid permission name',
  });
});

test("signals are received and sent", async () => {
  const outcome = await new Promise((resolve) => {
    const timer = setTimeout(() => resolve("late"), 5000);
    const listener = (): void => {
      Deno.removeSignalListener("SIGUSR2", listener);
      clearTimeout(timer);
      resolve("received");
    };
    Deno.addSignalListener("SIGUSR2", listener);
    Deno.kill(Deno.pid, "SIGUSR2");
  });
  assert.strictEqual(outcome, "received");
  assert.throws(() => Deno.addSignalListener("SIGKILL", () => {}), {
    name: "TypeError",
    message: "Binding to signal 'SIGKILL' is not allowed",
  });
  assert.throws(() => Deno.addSignalListener("SIGX" as any, () => {}), {
    name: "TypeError",
    message: "Invalid signal: SIGX",
  });
  assert.throws(() => Deno.kill(99999999, "SIGTERM"), { name: "NotFound", message: "ESRCH: No such process" });
});

test("spawn, spawnAndWait and spawnAndWaitSync accept arguments besides the options", async () => {
  const { spawn, spawnAndWait, spawnAndWaitSync } = Deno as any;
  assert.deepStrictEqual({ ...(await spawn("true").status) }, { success: true, code: 0, signal: null });
  assert.strictEqual(new TextDecoder().decode((await spawnAndWait("echo", ["x"])).stdout), "x\n");
  assert.strictEqual(spawnAndWaitSync("sh", ["-c", "exit 3"], { stdout: "null" }).code, 3);
});

test("names of variables are checked, exit codes are numbers", () => {
  assert.throws(() => Deno.env.get("a=b"), { name: "TypeError", message: 'Key contains invalid characters: "a=b"' });
  assert.throws(() => Deno.env.set("", "x"), { name: "TypeError", message: "Key is an empty string." });
  assert.throws(
    () => {
      (Deno as any).exitCode = "x";
    },
    { name: "TypeError", message: "Exit code must be a number, got: x (string)" },
  );
});

test("tests and benchmarks are ignored by a program that runs", () => {
  assert.strictEqual(
    Deno.test("x", () => {
      throw new Error("must not run");
    }),
    undefined,
  );
  assert.strictEqual(
    Deno.bench("x", () => {
      throw new Error("must not run");
    }),
    undefined,
  );
});

test("Deno.noColor is true for a variable NO_COLOR that is not empty", () => {
  for (const [value, expected] of [
    ["", "false\n"],
    ["0", "true\n"],
    ["1", "true\n"],
  ] as const) {
    const { stdout } = new Deno.Command(Deno.execPath(), {
      args: ["eval", "console.log(String(Deno.noColor))"],
      env: { NO_COLOR: value },
    }).outputSync();
    assert.strictEqual(new TextDecoder().decode(stdout), expected, `NO_COLOR=${value}`);
  }
});
