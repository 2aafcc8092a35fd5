// Executables of `brio build --compile`.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "executable-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const environment = { ...process.env, XDG_CACHE_HOME: path.join(folder, "cache"), NO_COLOR: "1" };

function compile(files: Record<string, string>, ...flags: string[]): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(place, name), text);
  const args = ["build", "main.ts", "--compile", "--outfile", "app", "--quiet", ...flags];
  const built = spawnSync(process.execPath, args, { cwd: place, env: environment, encoding: "utf8" });
  assert.strictEqual(built.status, 0, built.stderr);
  return path.join(place, "app");
}

function run(file: string, args: string[] = []): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(file, args, { env: environment, encoding: "utf8" });
}

test("a program gets its arguments, and its exit code is that of the process", () => {
  const app = compile({
    "main.ts":
      "import { n } from './n'; console.log(process.argv.slice(2).join(), import.meta.main, n); process.exit(n);",
    "n.ts": "export const n: number = 7;",
  });
  const { status, stdout, stderr } = run(app, ["--version", "a b"]);
  assert.strictEqual(stderr, "");
  assert.strictEqual(stdout, "--version,a b true 7\n");
  assert.strictEqual(status, 7);
  assert.strictEqual(run(app).status, 7);
});

test("process.execPath is the executable", () => {
  const app = compile({ "main.ts": "console.log(process.execPath);" });
  assert.strictEqual(run(app).stdout, `${fs.realpathSync(app)}\n`);
});

test("assets are embedded, by path and by node:sea", () => {
  const app = compile({
    "main.ts": `
      import file from "./data.txt" with { type: "file" };
      import { readFileSync } from "node:fs";
      import sea from "node:sea";
      const [name] = sea.getAssetKeys();
      console.log(readFileSync(file, "utf8"), sea.isSea(), sea.getAsset(name!, "utf8"));
    `,
    "data.txt": "embedded",
  });
  fs.rmSync(path.join(path.dirname(app), "data.txt"));
  assert.strictEqual(run(app).stdout, "embedded true embedded\n");
});

test("workers are embedded", () => {
  const app = compile(
    {
      "main.ts": `
        const worker = new Worker(new URL("./worker.ts", import.meta.url));
        worker.onmessage = (event) => { console.log(event.data); worker.terminate(); };
        worker.postMessage(21);
      `,
      "worker.ts": "self.onmessage = (event: MessageEvent) => postMessage(event.data * 2);",
    },
    "--target=bun",
  );
  assert.strictEqual(run(app).stdout, "42\n");
});

test("workers are embedded that are named by the href of an address, or relative to the folder of the build", () => {
  const app = compile(
    {
      "main.ts": `
        const worker = new Worker(new URL("./worker.ts", import.meta.url).href);
        worker.onmessage = (event) => {
          console.log(event.data);
          worker.terminate();
          new Worker("./second.ts").onmessage = ({ data, target }) => { console.log(data); target.terminate(); };
        };
      `,
      "worker.ts": "postMessage('of a worker');",
      "second.ts": "postMessage('of a second' as string);",
    },
    "--target=bun",
  );
  assert.strictEqual(run(app).stdout, "of a worker\nof a second\n");
});

test("the same program gives the same bytes", () => {
  const files = { "main.ts": "console.log(1);" };
  assert.ok(fs.readFileSync(compile(files)).equals(fs.readFileSync(compile(files))));
});

test("a program that prints has at most 25 MB with the system's engine, and still has everything", () => {
  // Names that the build does not see.
  const app = compile({
    "main.ts": `
      const root: any = Function("return this")();
      const { port1 } = new root[["Mess", "ageChannel"].join("")]();
      console.log(typeof port1.start, new root[["Head", "ers"].join("")]([["a", "b"]]).get("a"));
      console.table([{ a: 1 }]);
    `,
  });
  const { stdout, stderr } = run(app);
  assert.strictEqual(stderr, "");
  assert.match(stdout, /^function b\n[^]*\(index\)[^]*1/);
  const server = compile({ "main.ts": "import http from 'node:http'; console.log(typeof http.createServer);" });
  const [small, large] = [fs.statSync(app).size, fs.statSync(server).size];
  assert.ok(small + 1_000_000 < large, `${small} and ${large} bytes`);
  // The linked engine is larger than all of these together.
  if (large < 40_000_000) assert.ok(small <= 25_000_000, `${small} bytes`);
});

test("a damaged file says so", () => {
  const app = compile({ "main.ts": "console.log('damage me');" });
  const bytes = fs.readFileSync(app);
  const damaged = path.join(path.dirname(app), "damaged");
  fs.writeFileSync(damaged, bytes.subarray(0, bytes.length - 100), { mode: 0o755 });
  const cut = run(damaged);
  assert.strictEqual(cut.status, 1);
  assert.match(cut.stderr, /^error: ".*damaged" is damaged: its program is incomplete\n$/);
  const place = bytes.lastIndexOf("damage me");
  bytes[place] = 0x44;
  fs.writeFileSync(damaged, bytes, { mode: 0o755 });
  assert.match(run(damaged).stderr, /is damaged/);
});

test("without its table of bytecode an executable runs from the sources", () => {
  const app = compile({ "main.ts": "console.log('still here');" });
  const bytes = fs.readFileSync(app);
  // The table is before the last 32 bytes.
  for (let place = bytes.length - 20_000; place < bytes.length - 32; place++) bytes[place]! ^= 0xff;
  fs.writeFileSync(`${app}-damaged`, bytes, { mode: 0o755 });
  const { status, stdout, stderr } = run(`${app}-damaged`);
  assert.deepStrictEqual([status, stdout, stderr], [0, "still here\n", ""]);
});

test("a folder of the cache that lacks a file is made anew", () => {
  const app = compile({ "main.ts": "console.log('whole');" });
  assert.strictEqual(run(app).stdout, "whole\n");
  const cache = path.join(folder, "cache", "brio", "executables");
  for (const name of fs.readdirSync(cache)) fs.rmSync(path.join(cache, name, "main.js"), { force: true });
  assert.strictEqual(run(app).stdout, "whole\n");
});

test("Bun.build compiles, with the plugins of the build", async () => {
  const place = fs.mkdtempSync(path.join(folder, "api-"));
  fs.writeFileSync(`${place}/main.ts`, 'import { name } from "virtual:name"; console.log(name, process.argv[2]);');
  const result = await Bun.build({
    entrypoints: [`${place}/main.ts`],
    compile: { outfile: `${place}/app` },
    plugins: [
      {
        name: "virtual",
        setup(build: any) {
          build.onResolve({ filter: /^virtual:/ }, () => ({ path: "name", namespace: "virtual" }));
          build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({
            contents: 'export const name = "given"',
            loader: "js",
          }));
        },
      },
    ],
  } as never);
  assert.strictEqual(result.success, true);
  assert.strictEqual(result.outputs[0]!.path, `${place}/app`);
  assert.strictEqual(run(`${place}/app`, ["argument"]).stdout, "given argument\n");
});

/** Runs a command of Brio in a new folder with files. Returns the folder. */
function brio(files: Record<string, string>, ...args: string[]): string {
  const place = fs.realpathSync(fs.mkdtempSync(path.join(folder, "command-")));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  const ran = spawnSync(process.execPath, args, { cwd: place, env: environment, encoding: "utf8" });
  assert.strictEqual(ran.status, 0, ran.stderr);
  return place;
}

test("files and folders are included at their places beside the entry", () => {
  const place = brio(
    {
      "src/main.ts": `
        import fs from "node:fs"; import path from "node:path";
        const data = path.join(import.meta.dirname, "..", "data");
        console.log(fs.readFileSync(path.join(data, "a.txt"), "utf8"), fs.existsSync(path.join(data, "no")));
        console.log(Bun.embeddedFiles.map((file) => file.name).join());
      `,
      "data/a.txt": "included",
      "data/no/b.txt": "excluded",
    },
    ...["build", "src/main.ts", "--compile", "--target", "bun", "--outfile", "app", "-q"],
    ...["--include", "data", "--exclude", "data/no"],
  );
  fs.renameSync(`${place}/app`, `${place}/moved`);
  fs.rmSync(`${place}/data`, { recursive: true });
  assert.strictEqual(run(`${place}/moved`).stdout, "included false\ndata/a.txt\n");
});

test("flags of the runtime and variables of the environment are part of the executable", () => {
  const place = brio(
    {
      "main.ts":
        "console.log(process.execArgv.join(), process.argv.slice(2).join(), process.env.FROM_FILE, process.title);",
      "of.env": "FROM_FILE='given'\nHOME=/changed\n",
    },
    ...["build", "main.ts", "--compile", "--outfile", "app", "-q", "--env-file", "of.env"],
    "--compile-exec-argv=--no-warnings --title=named",
  );
  assert.strictEqual(run(`${place}/app`, ["--x"]).stdout, "--no-warnings,--title=named --x given named\n");
  const env = { ...environment, FROM_FILE: "own" };
  assert.match(spawnSync(`${place}/app`, { env, encoding: "utf8" }).stdout, / own named/);
});

test("an executable of `brio compile` has the permissions that it was made with", () => {
  const place = brio(
    {
      "main.ts": `
        const state = async (name) => (await Deno.permissions.query({ name })).state;
        console.log(await state("net"), await state("write"), Deno.readTextFileSync(new URL("./own.txt", import.meta.url)));
        try { Deno.writeTextFileSync("/tmp/never", ""); } catch (error) { console.log(error.name); }
        console.log(Deno.args.join(), Deno.build.standalone);
      `,
      "own.txt": "own",
    },
    ...["compile", "--allow-net", "--no-prompt", "--include", "own.txt", "--output", "app", "-q", "main.ts", "first"],
  );
  assert.strictEqual(run(`${place}/app`, ["second"]).stdout, "granted prompt own\nNotCapable\nfirst,second true\n");
});

test("with BUN_BE_BUN=1 an executable is the runtime in it", () => {
  const app = compile({ "main.ts": "console.log('the program', Bun.isStandaloneExecutable);" }, "--target=bun");
  assert.strictEqual(run(app).stdout, "the program true\n");
  const env = { ...environment, BUN_BE_BUN: "1" };
  const plain = spawnSync(app, ["-e", "console.log('code')"], { env, encoding: "utf8" });
  assert.strictEqual(plain.stdout, "code\n", plain.stderr);
});

test("errors of an executable with a source map have the places in the sources", () => {
  const app = compile(
    {
      "main.ts":
        "// A comment that is not in the bundle.\nconst a: number = 1;\nfunction fail(): never {\n  throw new Error(`e${a}`);\n}\nfail();",
    },
    ...["--target=bun", "--sourcemap", "--minify"],
  );
  const { status, stderr } = run(app);
  assert.strictEqual(status, 1);
  assert.match(stderr, /main\.ts:4/);
});
