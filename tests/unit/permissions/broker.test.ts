// The permission broker of `DENO_PERMISSION_BROKER_PATH`. Requests, messages and the exit code are those of Deno 2.9.6
// (https://docs.deno.com/runtime/fundamentals/security/#permission-broker).
import assert from "node:assert";
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/permissions-broker-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(`${folder}/note.txt`, "a note");
writeFileSync(`${folder}/secret.txt`, "a secret");
symlinkSync(`${folder}/secret.txt`, `${folder}/link.txt`);
let count = 0;

interface Request {
  v: number;
  pid: number;
  id: number;
  datetime: string;
  permission: string;
  value: string | null;
}
interface Run {
  requests: Request[];
  stdout: string;
  stderr: string;
  code: number | null;
}

/** Runs a program with a broker that answers by `respond`. */
async function run(flags: string[], code: string, respond: (request: Request) => object | string | null): Promise<Run> {
  const number = count++;
  const [file, path] = [`${folder}/program${number}.mjs`, `${folder}/broker${number}.sock`];
  writeFileSync(
    file,
    `const attempt = (name, call) => { try { console.log(name, call()); } catch (error) { console.log(name, error.code ?? error.name, error.message); } };\n${code}`,
  );
  const requests: Request[] = [];
  const server = createServer((socket) => {
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const lines = (text + String(bytes)).split("\n");
      text = lines.pop()!;
      for (const line of lines) {
        const request = JSON.parse(line) as Request;
        requests.push(request);
        const response = respond(request);
        if (response === null) socket.destroy();
        else socket.write(`${typeof response === "string" ? response : JSON.stringify(response)}\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const child = spawn(process.execPath, [...flags, file], {
    cwd: folder,
    env: { ...process.env, DENO_PERMISSION_BROKER_PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (bytes) => (stdout += String(bytes)));
  child.stderr.on("data", (bytes) => (stderr += String(bytes)));
  const ended = await new Promise<number | null>((resolve) => child.on("close", resolve));
  server.close();
  return { requests, stdout, stderr, code: ended };
}

const allow = ({ id }: Request): object => ({ id, result: "allow" });

test("each check is a request, and the broker's reason is the message", async () => {
  const { requests, stdout, stderr, code } = await run(
    ["--as", "deno", "--secure"],
    `attempt("note", () => Deno.readTextFileSync("note.txt"));
     attempt("secret", () => Deno.readTextFileSync("./secret.txt"));
     attempt("write", () => Deno.writeTextFileSync("new.txt", "x"));
     attempt("env", () => Deno.env.get("HOME") === undefined);
     attempt("list", () => Deno.env.toObject());`,
    (request) => {
      if (request.permission === "write") return { id: request.id, result: "deny" };
      if (request.value === "./secret.txt") return { id: request.id, result: "deny", reason: "no secrets" };
      return request.value === null ? { id: request.id, result: "deny", reason: "no lists" } : allow(request);
    },
  );
  assert.deepStrictEqual(stdout.split("\n"), [
    "note a note",
    "secret NotCapable no secrets",
    'write NotCapable Requires write access to "new.txt", run again with the --allow-write flag',
    "env false",
    "list NotCapable no lists",
    "",
  ]);
  assert.deepStrictEqual(
    requests.map(({ v, id, permission, value }) => [v, id, permission, value]),
    [
      [1, 1, "read", "note.txt"],
      [1, 2, "read", "./secret.txt"],
      [1, 3, "write", "new.txt"],
      [1, 4, "env", "HOME"],
      [1, 5, "env", null],
    ],
  );
  assert.ok(requests.every(({ pid, datetime }) => pid > 0 && !Number.isNaN(Date.parse(datetime))));
  assert.deepStrictEqual([stderr, code], ["Warning Permission broker is an experimental feature\n", 0]);
});

test("the broker sees where a link leads", async () => {
  const { requests, stdout } = await run(
    ["--as", "deno", "--secure"],
    'attempt("link", () => Deno.readTextFileSync("link.txt"));',
    ({ id }) => ({ id, result: "deny", reason: "no" }),
  );
  assert.strictEqual(stdout, "link NotCapable no\n");
  assert.deepStrictEqual(
    requests.map(({ value }) => value),
    [`${folder}/secret.txt`],
  );
});

test("without other flags everything is decided by the broker, in each home", async () => {
  const { requests, stdout } = await run(
    [],
    `import fs from "node:fs"; import { spawnSync } from "node:child_process"; import { Worker } from "node:worker_threads";
     attempt("read", () => fs.readFileSync("note.txt", "utf8"));
     attempt("run", () => spawnSync("true", { env: {} }).status);
     attempt("names", () => Object.keys(process.env).length);
     attempt("worker", () => new Worker("1", { eval: true, env: {} }));`,
    (request) => (request.value === "note.txt" ? allow(request) : { id: request.id, result: "deny" }),
  );
  const refused = "ERR_ACCESS_DENIED Access to this API has been restricted. Use";
  assert.deepStrictEqual(stdout.split("\n"), [
    "read a note",
    `run ${refused} --allow-child-process to manage permissions.`,
    `names ${refused} --allow-env to manage permissions.`,
    `worker ${refused} --allow-worker to manage permissions.`,
    "",
  ]);
  assert.deepStrictEqual(requests.map(({ permission, value }) => `${permission} ${value}`).slice(0, 3), [
    "read note.txt",
    "run true",
    "env null",
  ]);
});

test("the broker cannot grant what a flag denies", async () => {
  const { requests, stdout } = await run(
    ["--as", "deno", "--allow-read", `--deny-read=${folder}/secret.txt`, "--allow-write=other", "--no-prompt"],
    `attempt("secret", () => Deno.readTextFileSync("secret.txt"));
     attempt("write", () => Deno.writeTextFileSync("new.txt", "x"));
     attempt("note", () => Deno.readTextFileSync("note.txt"));`,
    allow,
  );
  assert.deepStrictEqual(stdout.split("\n"), [
    'secret NotCapable Requires read access to "secret.txt", run again with the --allow-read flag',
    'write NotCapable Requires write access to "new.txt", run again with the --allow-write flag',
    "note a note",
    "",
  ]);
  assert.strictEqual(requests.length, 1);
});

test("without a decision the process ends with code 87", async () => {
  const bad = [null, "yes", { id: 9, result: "allow" }, { id: 1, result: "maybe" }, { result: "allow" }];
  for (const response of bad) {
    const { stdout, code } = await run(
      ["--as", "deno"],
      'try { Deno.readTextFileSync("note.txt"); } catch {}\nconsole.log("continued");',
      () => response,
    );
    assert.deepStrictEqual([stdout, code], ["", 87], JSON.stringify(response));
  }
});

test("a broker that is not there ends the process with code 87", async () => {
  writeFileSync(`${folder}/main.mjs`, 'console.log("started");');
  const child = spawn(process.execPath, ["--as", "deno", `${folder}/main.mjs`], {
    env: { ...process.env, DENO_PERMISSION_BROKER_PATH: `${folder}/none.sock` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (bytes) => (stdout += String(bytes)));
  child.stderr.on("data", (bytes) => (stderr += String(bytes)));
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.deepStrictEqual([stdout, code], ["", 87]);
  assert.match(stderr, /Failed to create permission broker/);
});

test("a program does not reach the connection to the broker by its descriptor", async () => {
  const { requests, stdout, code } = await run(
    ["--as", "node", "--secure"],
    `import fs from "node:fs";
     let written = 0;
     const forged = Buffer.from(JSON.stringify({ v: 1, pid: 1, id: 1, datetime: "", permission: "read", value: "forged" }) + "\\n");
     for (let fd = 3; fd < 64; fd++) { try { if (fs.fstatSync(fd).isSocket()) written += fs.writeSync(fd, forged); } catch {} }
     console.log(written);
     attempt("secret", () => fs.readFileSync("secret.txt", "latin1"));`,
    (request) => (request.value === "secret.txt" ? { id: request.id, result: "deny" } : allow(request)),
  );
  assert.deepStrictEqual(
    requests.map(({ value }) => value),
    ["secret.txt"],
  );
  assert.match(stdout, /^0\nsecret ERR_ACCESS_DENIED /);
  assert.strictEqual(code, 0);
});
