// The files that `new Worker(new URL(…, import.meta.url))` names: relative to the module also without "./", as the URL Standard
// resolves them, and only then packages, as webpack 5 and Vite 8 have it. Bun leaves workers to the program, so this is Brio's.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "worker-addresses-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

function project(files: Record<string, string>): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), contents);
  }
  return place;
}

const starting = (specifier: string): string => `
  const worker = new Worker(new URL("${specifier}", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => { console.log(data); worker.terminate(); };
`;

/** Bundles the program, and runs it where only its outputs are. */
async function printed(files: Record<string, string>): Promise<string> {
  const place = project(files);
  const outdir = path.join(place, "out");
  await Bun.build({ entrypoints: [path.join(place, "main.ts")], outdir, target: "bun" });
  fs.rmSync(path.join(place, "node_modules"), { recursive: true, force: true });
  return execFileSync(process.execPath, [path.join(outdir, "main.js")], { encoding: "utf8" }).trim();
}

test("a worker beside its module is found without ./", async () => {
  const files = { "main.ts": starting("work.ts"), "work.ts": "postMessage('beside' as string);" };
  assert.strictEqual(await printed(files), "beside");
});

test("a file beside the module comes before a package of that name", async () => {
  const files = {
    "main.ts": starting("work.js"),
    "work.js": "postMessage('beside');",
    "node_modules/work.js/index.js": "postMessage('package');",
  };
  assert.strictEqual(await printed(files), "beside");
});

test("a worker of a package is found by its exports", async () => {
  const files = {
    "main.ts": starting("jobs/worker"),
    "node_modules/jobs/package.json": JSON.stringify({ name: "jobs", exports: { "./worker": "./lib/worker.js" } }),
    "node_modules/jobs/lib/worker.js": "postMessage('package');",
  };
  assert.strictEqual(await printed(files), "package");
});

test("a worker that is missing is reported where it is started", async () => {
  const place = project({ "main.ts": `\n${starting("./wrok.ts")}`, "work.ts": "" });
  const built = await Bun.build({ entrypoints: [path.join(place, "main.ts")], target: "bun", throw: false });
  const { message, position } = built.logs[0]!;
  assert.strictEqual(built.success, false);
  assert.match(message, /"\.\/wrok\.ts"/);
  assert.strictEqual(path.basename(position!.file), "main.ts");
  assert.strictEqual(position!.line, 3);
});
