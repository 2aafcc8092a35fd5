// Members of `process` with unusual arguments.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { types } from "node:util";
import { test } from "../harness.ts";

function run(code: string): { stdout: string; stderr: string } {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
  return { stdout, stderr };
}

test("process.constructor is a function whose prototype is that of process", () => {
  const { constructor } = process as any;
  assert.ok(process instanceof constructor);
  assert.strictEqual(constructor.prototype, Object.getPrototypeOf(process));
  assert.strictEqual(constructor.name, "process");
});

test("cpuUsage refuses earlier values that are out of range", () => {
  assert.throws(() => process.cpuUsage({ user: -1, system: 2 }), {
    name: "RangeError",
    code: "ERR_INVALID_ARG_VALUE",
    message: "The property 'prevValue.user' is invalid. Received -1",
  });
});

test("getBuiltinModule finds modules that need the prefix only with it", () => {
  const { getBuiltinModule } = process as any;
  for (const id of ["test", "test/reporters", "sqlite", "sea"]) assert.strictEqual(getBuiltinModule(id), undefined);
  assert.strictEqual(typeof getBuiltinModule("node:test"), "function");
  assert.strictEqual(getBuiltinModule("fs"), getBuiltinModule("node:fs"));
});

test("finalization refuses values that are not objects", () => {
  const { finalization } = process as any;
  for (const name of ["register", "registerBeforeExit"]) {
    assert.throws(() => finalization[name](undefined, () => {}), {
      code: "ERR_INVALID_ARG_TYPE",
      message: 'The "obj" argument must be of type object. Received undefined',
    });
  }
});

test("the environment can be cloned, and names that the system refuses are not set", () => {
  process.env.BRIO_TEST_CLONE = "1";
  assert.deepStrictEqual(structuredClone(process.env), { ...process.env });
  process.env[""] = "x";
  process.env["a=b"] = "x";
  assert.strictEqual(process.env[""], undefined);
  assert.strictEqual(process.env["a=b"], undefined);
});

test("ticks that listeners of 'exit' queue do not run", () => {
  const code = "process.on('exit', () => { console.log('exit'); process.nextTick(() => console.log('tick')); })";
  assert.strictEqual(run(code).stdout, "exit\n");
  assert.strictEqual(run(`${code}; process.exit()`).stdout, "exit\n");
});

test("CPU time is counted in microseconds, not in the ticks of a slow clock", () => {
  const readings = new Set<number>();
  const started = Date.now();
  while (Date.now() - started < 30) readings.add(process.cpuUsage().user);
  assert.ok(readings.size > 4, `only ${readings.size} different readings in 30 ms`);
  const { user, system } = process.cpuUsage();
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  assert.ok(userCPUTime + systemCPUTime - user - system < 20_000);
  const later = process.cpuUsage({ user, system });
  assert.ok(later.user >= 0 && later.user < 1_000_000 && Number.isInteger(later.user));
});

test("changing the user without permission has the system's message", () => {
  const code =
    "if (process.getuid() === 0) process.setuid(1234);" +
    "try { process.setuid(0) } catch (error) { console.log(error.message, JSON.stringify({ ...error })) }";
  assert.strictEqual(
    run(code).stdout,
    'EPERM, Operation not permitted {"errno":1,"code":"EPERM","syscall":"setuid"}\n',
  );
});

test("ticks of an immediate that throws wait for the next immediate that returns", () => {
  const code =
    "process.on('uncaughtException', () => {}); setImmediate(() => { process.nextTick(console.log, 'tick'); throw 1; });" +
    "setImmediate(() => { throw 2; }); setImmediate(() => console.log('third')); setImmediate(() => console.log('fourth'));";
  assert.strictEqual(run(code).stdout, "third\ntick\nfourth\n");
});

test("punycode warns a program that requires it that it is deprecated", () => {
  assert.match(
    run("require('punycode')").stderr,
    /\[DEP0040\] DeprecationWarning: The `punycode` module is deprecated/,
  );
});

test("kill sends by _kill, which programs replace", () => {
  const { _kill } = process as any;
  const sent: unknown[] = [];
  (process as any)._kill = (...args: unknown[]) => void sent.push(...args);
  try {
    process.kill("0" as any, "SIGHUP");
    process.kill(process.pid);
  } finally {
    (process as any)._kill = _kill;
  }
  assert.deepStrictEqual(sent, ["0", 1, process.pid, 15]);
  assert.throws(() => process.kill(process.pid, 1234), { code: "EINVAL", syscall: "kill", message: "kill EINVAL" });
});

test("process.binding has the type checks, and refuses unknown bindings", () => {
  const { binding } = process as any;
  const checks = binding("util");
  assert.strictEqual(checks.isDate, types.isDate);
  assert.strictEqual(Object.keys(checks).length, 16);
  assert.throws(() => binding("nothing"), { name: "Error", message: "No such module: nothing" });
});

test("process.config contains the version of the ABI", () => {
  assert.strictEqual((process.config.variables as any).node_module_version, Number(process.versions.modules));
});

test("the title is the name with which the process was called", () => {
  assert.strictEqual(run("console.log(process.title)").stdout, `${process.execPath}\n`);
  assert.strictEqual(
    spawnSync(process.execPath, ["--title=abc", "-p", "process.title"], { encoding: "utf8" }).stdout,
    "abc\n",
  );
});

test("the last of several values of a flag counts, and the command line more than NODE_OPTIONS", () => {
  const size = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [...args, "-p", "http.maxHeaderSize"], {
      encoding: "utf8",
      env: { ...process.env, ...env },
    }).stdout;
  assert.strictEqual(size(["--max-http-header-size=1234", "--max-http-header-size=5678"]), "5678\n");
  assert.strictEqual(size(["--max-http-header-size=5678"], { NODE_OPTIONS: "--max-http-header-size=1234" }), "5678\n");
});

test("ref and unref return undefined, and ignore values that cannot be referenced", () => {
  const { ref, unref } = process as any;
  const timer = setTimeout(() => {}, 1);
  assert.strictEqual(unref(timer), undefined);
  assert.strictEqual(timer.hasRef(), false);
  assert.strictEqual(ref(timer), undefined);
  for (const value of [null, undefined, 5, {}, { ref: 5, unref: 5 }])
    assert.strictEqual(ref(value) ?? unref(value), undefined);
});

test("process.versions is read-only, but programs may add to it", () => {
  const versions = process.versions as Record<string, string | undefined>;
  assert.throws(() => (versions.node = "1.0.0"), TypeError);
  versions.electron = "1.2.3";
  assert.strictEqual(process.versions.electron, "1.2.3");
  delete versions.electron;
  assert.strictEqual("electron" in versions, false);
});

test("process.versions names the compressions that clients of HTTP look for", () => {
  for (const name of ["zlib", "brotli", "zstd"]) assert.match(String(process.versions[name]), /^\d+\.\d+\.\d+/);
});

test("hrtime and hrtime.bigint read one clock, to the nanosecond", () => {
  const exact = ([seconds, nanoseconds]: [number, number]): bigint =>
    BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
  let isFine = false;
  for (let count = 0; count < 100; count++) {
    const before = exact(process.hrtime());
    const between = process.hrtime.bigint();
    const after = exact(process.hrtime());
    assert.ok(before <= between && between <= after, `${before} ${between} ${after}`);
    if (between % 1000n !== 0n) isFine = true;
  }
  assert.ok(isFine);
});
