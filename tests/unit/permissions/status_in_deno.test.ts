// Deno.permissions, permission sets, workers and tests with permissions of their own. The expected values are those of
// Deno 2.9.6.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/permissions-status-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const WARNING = "Warning Permissions in the config file is an experimental feature and may change in the future.\n";

function run(flags: string[], code: string, env: Record<string, string> = {}): unknown[] {
  const file = `${folder}/program${count++}.mjs`;
  writeFileSync(file, `const print = (...values) => console.log(JSON.stringify(values));\n${code}`);
  const result = spawnSync(process.execPath, ["--as", "deno", "--no-prompt", ...flags, file], {
    encoding: "utf8",
    timeout: 9000,
    cwd: folder,
    env: { ...process.env, ...env },
  });
  const isFromSet = flags.some((flag) => flag.startsWith("-P"));
  assert.strictEqual(result.stderr, isFromSet ? WARNING : "");
  return result.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("query tells granted, prompt, denied and partial apart", () => {
  const found = run(
    ["--allow-read=a", "--deny-read=a/b", "--allow-net=x.example:80", "--allow-env", "--deny-env=SECRET"],
    `
    const query = (descriptor) => { const { state, partial } = Deno.permissions.querySync(descriptor); print(state, partial); };
    query({ name: "read", path: "a/c" });
    query({ name: "read", path: "a" });
    query({ name: "read", path: "a/b/c" });
    query({ name: "read" });
    query({ name: "net", host: "x.example:80" });
    query({ name: "net", host: "x.example" });
    query({ name: "env", variable: "SECRET" });
    query({ name: "env" });
    query({ name: "run", command: "ls" });
    query({ name: "sys", kind: "hostname" });`,
  );
  assert.deepStrictEqual(found, [
    ["granted", false],
    ["granted", true],
    ["denied", false],
    ["prompt", false],
    ["granted", false],
    ["prompt", false],
    ["denied", false],
    ["granted", true],
    ["prompt", false],
    ["prompt", false],
  ]);
});

test("a revoked permission is gone, its status changes, and without a terminal it cannot be had back", () => {
  const found = run(
    ["--allow-env=ONE"],
    `
    const status = await Deno.permissions.query({ name: "env", variable: "ONE" });
    status.onchange = () => print("onchange", status.state);
    status.addEventListener("change", () => print("change", status.state));
    const revoked = await Deno.permissions.revoke({ name: "env", variable: "ONE" });
    print(revoked === status, status.state);
    try { Deno.env.get("ONE"); } catch (error) { print(error.name); }
    print((await Deno.permissions.request({ name: "env", variable: "ONE" })).state);`,
    { ONE: "1" },
  );
  assert.deepStrictEqual(found, [
    ["change", "prompt"],
    ["onchange", "prompt"],
    [true, "prompt"],
    ["NotCapable"],
    ["change", "denied"],
    ["onchange", "denied"],
    ["denied"],
  ]);
});

test("wrong descriptors throw", () => {
  const found = run(
    ["--secure"],
    `
    for (const descriptor of [undefined, {}, { name: "fly" }, { name: "sys", kind: "abc" }, { name: "net", host: ":" }]) {
      try { Deno.permissions.querySync(descriptor); } catch (error) { print(error.name); }
    }
    for (const Class of [Deno.Permissions, Deno.PermissionStatus]) try { new Class(); } catch (error) { print(error.name, error.message); }`,
  );
  assert.deepStrictEqual(found, [
    ["TypeError"],
    ["TypeError"],
    ["TypeError"],
    ["TypeError"],
    ["URIError"],
    ["TypeError", "Illegal constructor"],
    ["TypeError", "Illegal constructor"],
  ]);
});

test("a set of deno.json is selected by -P, with paths relative to the file", () => {
  writeFileSync(
    `${folder}/deno.json`,
    JSON.stringify({
      permissions: { default: { read: ["note.txt"] }, other: { env: { allow: true, deny: ["SECRET"] } } },
    }),
  );
  writeFileSync(`${folder}/note.txt`, "note");
  const code = `
    const attempt = (call) => { try { print(call()); } catch (error) { print(error.name); } };
    attempt(() => Deno.readTextFileSync("note.txt"));
    attempt(() => Deno.env.get("ONE"));
    attempt(() => Deno.env.get("SECRET"));`;
  const variables = { ONE: "1", SECRET: "2" };
  assert.deepStrictEqual(run(["-P"], code, variables), [["note"], ["NotCapable"], ["NotCapable"]]);
  assert.deepStrictEqual(run(["-P=other"], code, variables), [["NotCapable"], ["1"], ["NotCapable"]]);
  rmSync(`${folder}/deno.json`);
});

test("without a default set -P grants nothing, and another set that is not there is an error", () => {
  writeFileSync(`${folder}/deno.json`, "{}");
  assert.deepStrictEqual(run(["-P"], 'print(Deno.permissions.querySync({ name: "read" }).state);'), [["prompt"]]);
  const result = spawnSync(process.execPath, ["--as", "deno", "-P=none", `${folder}/program0.mjs`], {
    encoding: "utf8",
  });
  assert.deepStrictEqual(
    [result.status, result.stdout, result.stderr],
    [1, "", `${WARNING}error: Could not find permission set 'none' in deno.json\n`],
  );
  rmSync(`${folder}/deno.json`);
});

test("a member of a workspace has the sets of its root, and its own ones first", () => {
  mkdirSync(`${folder}/root/member`, { recursive: true });
  const sets = (own: object): string => JSON.stringify(own);
  writeFileSync(
    `${folder}/root/deno.json`,
    sets({ workspace: ["./member"], permissions: { outer: { read: ["data"] }, both: { read: ["data"] } } }),
  );
  writeFileSync(`${folder}/root/member/deno.json`, sets({ permissions: { both: { read: ["data"] } } }));
  writeFileSync(
    `${folder}/root/member/main.mjs`,
    'console.log(["root", "root/member"].map((name) => Deno.permissions.querySync({ name: "read", path: `${name}/data` }).state).join());',
  );
  const states = (set: string): string =>
    spawnSync(process.execPath, ["--as", "deno", `-P=${set}`, "root/member/main.mjs"], {
      encoding: "utf8",
      cwd: folder,
    }).stdout;
  assert.deepStrictEqual([states("outer"), states("both")], ["granted,prompt\n", "prompt,granted\n"]);
});

test("a status is printed with its state", () => {
  const code = `
    print(Deno.inspect(Deno.permissions.querySync({ name: "read" })));
    print(Deno.inspect(Deno.permissions.querySync({ name: "env" })));`;
  assert.deepStrictEqual(run(["--allow-read", "--deny-read=/etc"], code), [
    ['PermissionStatus { state: "granted", onchange: null, partial: true }'],
    ['PermissionStatus { state: "prompt", onchange: null }'],
  ]);
});

test("four variables of runtimes need no permission", () => {
  const code = `
    for (const name of ["FORCE_COLOR", "NODE_DEBUG", "NODE_OPTIONS", "NO_COLOR", "NODE_PATH"]) {
      try { print(Deno.env.get(name) ?? ""); } catch (error) { print(error.name); }
    }`;
  const none = { FORCE_COLOR: "", NODE_DEBUG: "", NODE_OPTIONS: "", NO_COLOR: "" };
  assert.deepStrictEqual(run(["--secure"], code, none), [[""], [""], [""], [""], ["NotCapable"]]);
});

test("a file of variables needs the permission for all of them", () => {
  writeFileSync(`${folder}/variables.env`, "ONE=1\n");
  const code = 'try { process.loadEnvFile("variables.env"); print("done"); } catch (error) { print(error.message); }';
  const program = `import process from "node:process";\n${code}`;
  assert.deepStrictEqual(run(["--allow-read", "--allow-env=ONE"], program), [
    ["Requires env access, run again with the --allow-env flag"],
  ]);
  assert.deepStrictEqual(run(["--allow-read", "--allow-env"], program), [["done"]]);
});

test("a test without the permission for variables gets none, though the program may have them", () => {
  const file = `${folder}/env_test.mjs`;
  writeFileSync(
    file,
    `Deno.test({ name: "without", permissions: { env: false }, fn() {
       for (const call of [() => Deno.env.toObject(), () => Deno.env.get("PATH"), () => Object.keys(process.env), () => process.env.PATH]) {
         let thrown; try { call(); } catch (error) { thrown = error; }
         if (!(thrown instanceof Deno.errors.NotCapable)) throw new Error(String(call));
       }
     } });
     Deno.test("with", () => { if (Deno.env.get("PATH") === undefined) throw new Error("no PATH"); });`,
  );
  const result = spawnSync(process.execPath, ["test", file], { encoding: "utf8", cwd: folder });
  assert.match(`${result.stdout}${result.stderr}`, /2 passed/);
});

test("a worker has at most the permissions of its parent", () => {
  writeFileSync(
    `${folder}/worker.mjs`,
    `const attempt = (call) => { try { return call(); } catch (error) { return error.name; } };
     self.postMessage([attempt(() => Deno.env.get("ONE")), attempt(() => Deno.env.get("TWO"))]);`,
  );
  const found = run(
    [`--allow-read=${folder}`, "--allow-env=ONE,TWO"],
    `
    const ask = (permissions) => new Promise((resolve) => {
      const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module", deno: { permissions } });
      worker.onmessage = ({ data }) => { resolve(data); worker.terminate(); };
    });
    print(await ask("inherit"));
    print(await ask({ env: ["TWO"], read: "inherit" }));
    try { await ask({ env: ["THREE"], read: "inherit" }); } catch (error) { print(error.name, error.message); }`,
    { ONE: "1", TWO: "2" },
  );
  assert.deepStrictEqual(found, [
    [["1", "2"]],
    [["NotCapable", "2"]],
    ["NotCapable", "Can't escalate parent thread permissions"],
  ]);
});

test("DENO_AUDIT_PERMISSIONS records the checks", () => {
  const file = `${folder}/audit.jsonl`;
  run(["--allow-env=ONE", "--allow-read"], `Deno.env.get("ONE"); Deno.statSync("/etc");`, {
    ONE: "1",
    DENO_AUDIT_PERMISSIONS: file,
  });
  const records = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  assert.ok(records.some(({ v, permission, value }) => v === 1 && permission === "env" && value === "ONE"));
  assert.ok(records.some(({ permission, value }) => permission === "read" && value === "/etc"));
});

test("a worker does not get what its parent had given up, from one that never started", () => {
  const found = run(
    ["--allow-read"],
    `
    const { stringify } = JSON;
    JSON.stringify = () => { throw new Error("no worker"); };
    try { new Worker("data:text/javascript,", { type: "module", deno: { permissions: { read: true } } }); } catch {}
    JSON.stringify = stringify;
    Deno.permissions.revokeSync({ name: "read" });
    const code = 'try { Deno.readTextFileSync("/etc/passwd"); postMessage("read"); } catch (error) { postMessage(error.name); }';
    const worker = new Worker("data:text/javascript," + encodeURIComponent(code), { type: "module" });
    print(await new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data))));
    worker.terminate();`,
  );
  assert.deepStrictEqual(found, [["NotCapable"]]);
});

test("a file that was opened for writing alone reveals nothing about itself", () => {
  writeFileSync(`${folder}/written.txt`, "text");
  const found = run(
    ["--allow-write"],
    `
    const file = Deno.openSync("written.txt", { write: true });
    for (const call of [() => file.statSync(), () => file.stat()]) { try { await call(); print("known"); } catch (error) { print(error.name); } }`,
  );
  assert.deepStrictEqual(found, [["NotCapable"], ["NotCapable"]]);
});
