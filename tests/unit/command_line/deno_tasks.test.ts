// `deno task`: tasks of deno.json with what they depend on, in a project and in a workspace.
// https://docs.deno.com/runtime/reference/cli/task/
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tasks-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const write = (file: string, content: object | string): void => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
};

interface Result {
  out: string;
  err: string;
  status: number | null;
}

function task(where: string, ...args: string[]): Result {
  const env = { ...process.env, NO_COLOR: "1" };
  const found = spawnSync(process.execPath, args, { cwd: path.join(folder, where), encoding: "utf8", env });
  return { out: found.stdout, err: found.stderr, status: found.status };
}

write(
  "single/deno.jsonc",
  `{
  // Comments are allowed.
  "tasks": {
    "hello": "echo hello",
    "described": { "description": "says it", "command": "echo described" },
    "top": { "dependencies": ["hello", "described"], "command": "echo top" },
    "all": { "dependencies": ["hello"] },
    "chain": { "dependencies": ["all"], "command": "echo chain" },
    "build:a": "echo a",
    "build:b": "echo b",
    "prehello": "echo before",
    "fails": "exit 3",
    "after": { "dependencies": ["fails"], "command": "echo never" },
    "circle": { "dependencies": ["other"] },
    "other": { "dependencies": ["circle"] },
    "program": "deno run main.ts one && deno eval 'console.log(typeof Deno)'",
    "place": "pwd && echo $INIT_CWD",
    "broken": { "dependencies": ["missing"] },
    "variable": "echo $GREETING"
  }
}`,
);
write("single/package.json", { scripts: { hello: "echo other", script: "echo script", prescript: "echo before" } });
write("single/main.ts", "console.log(Deno.args);");
write("single/.env", "GREETING=hi\n");
write("single/below/file.txt", "");
write("workspace/deno.json", { workspace: ["./a", "./b"], tasks: { build: "echo root", root: "pwd" } });
write("workspace/a/deno.json", { name: "@x/a", version: "1.0.0", exports: "./m.ts", tasks: { build: "echo of a" } });
write("workspace/b/deno.json", {
  name: "@x/b",
  exports: "./m.ts",
  tasks: { build: { command: "echo of b", dependencies: ["first"] }, first: "echo first" },
});

test("a task is announced on standard error and runs with arguments", () => {
  assert.deepStrictEqual(task("single", "task", "hello", "a", "b c"), {
    out: "hello a b c\n",
    err: "Task hello echo hello 'a' 'b c'\n",
    status: 0,
  });
  assert.deepStrictEqual(task("single", "task", "-q", "hello"), { out: "hello\n", err: "", status: 0 });
});

test("dependencies run first, side by side with names before their lines", () => {
  const { out, err, status } = task("single", "task", "top");
  const lines = out.trimEnd().split("\n");
  assert.deepStrictEqual(lines.slice(0, 2).toSorted(), ["    [hello] hello", "[described] described"]);
  assert.deepStrictEqual(lines.slice(2), ["top"]);
  assert.match(err, /^Task hello echo hello$/m);
  assert.match(err, /Task top echo top\n$/);
  assert.strictEqual(status, 0);
});

test("what never runs beside another one has no prefix", () => {
  assert.deepStrictEqual(task("single", "task", "chain"), {
    out: "hello\nchain\n",
    err: "Task hello echo hello\nTask all (no command)\nTask chain echo chain\n",
    status: 0,
  });
});

test("a pattern runs all tasks that fit", () => {
  const { out, status } = task("single", "task", "build:*");
  assert.deepStrictEqual(out.trimEnd().split("\n").toSorted(), ["[build:a] a", "[build:b] b"]);
  assert.strictEqual(status, 0);
});

test("scripts of package.json are tasks, with those before them; of two the configuration's counts", () => {
  assert.strictEqual(task("single", "task", "script").out, "before\nscript\n");
  assert.strictEqual(task("single", "task", "hello").out, "hello\n");
});

test("a failure ends with its code, before what depends on it", () => {
  assert.deepStrictEqual(task("single", "task", "after"), { out: "", err: "Task fails exit 3\n", status: 3 });
});

test("circles and missing tasks are errors", () => {
  const circle = task("single", "task", "circle");
  assert.strictEqual(circle.err.trimEnd(), "Task cycle detected: circle -> other -> circle");
  assert.strictEqual(circle.status, 1);
  for (const [name, missing] of [
    ["nope", "nope"],
    ["broken", "missing"],
  ] as const) {
    const { err, status } = task("single", "task", name);
    assert.match(err, new RegExp(`^Task not found: ${missing}\nAvailable tasks:\n- hello\n    echo hello\n`));
    assert.strictEqual(status, 1);
  }
  assert.deepStrictEqual(task("single", "task", "--if-present", "nope"), { out: "", err: "", status: 0 });
});

test("without a name the tasks are listed", () => {
  const { out, status } = task("single", "task");
  assert.match(out, /^Available tasks:\n/);
  assert.match(out, /^- described\n {4}\/\/ says it\n {4}echo described$/m);
  assert.match(out, /^- top\n {4}echo top\n {4}depends on: hello, described$/m);
  assert.match(out, /^- script \(package\.json\)$/m);
  assert.strictEqual(status, 0);
});

test("`deno` in a task is the program that runs it", () => {
  assert.strictEqual(task("single", "task", "-q", "program").out, '[ "one" ]\nobject\n');
});

test("a task runs in the folder of its configuration", () => {
  const own = path.join(folder, "single");
  assert.strictEqual(task("single/below", "task", "place").out, `${own}\n${own}/below\n`);
  assert.strictEqual(task("workspace", "task", "--cwd", "../single", "place").out.split("\n")[0], own);
  assert.strictEqual(task("single/below", "task", "--eval", "pwd").out, `${own}/below\n`);
});

test("--env-file sets variables", () => {
  assert.strictEqual(task("single", "task", "--env-file", "variable").out, "hi\n");
});

test("`run NAME` runs a task too", () => {
  assert.strictEqual(task("single", "run", "described").out, "described\n");
});

test("a workspace: members have the tasks of its root, and flags choose members", () => {
  assert.strictEqual(task("workspace/a", "task", "build").out, "of a\n");
  assert.strictEqual(task("workspace/a", "task", "root").out, `${path.join(folder, "workspace")}\n`);
  const lines = (text: string): string[] =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.trim())
      .toSorted();
  const ofMembers = ["[@x/a#build] of a", "[@x/b#build] of b", "[@x/b#first] first"];
  assert.deepStrictEqual(lines(task("workspace", "task", "-r", "build").out), [...ofMembers, "[build] root"]);
  assert.deepStrictEqual(lines(task("workspace", "task", "--members", "build").out), ofMembers);
  assert.deepStrictEqual(lines(task("workspace", "task", "--filter", "@x/*", "build").out), ofMembers);
  const one = task("workspace", "task", "--filter", "@x/a", "build");
  assert.deepStrictEqual(one, { out: "of a\n", err: "Task build (@x/a) echo of a\n", status: 0 });
  assert.strictEqual(task("workspace", "task", "-r", "nope").status, 0);
});
