// Files that are larger than what a build should hold in memory: they are outputs as other files are.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const BYTES = 256 << 20;
const MEMORY_MAX = 192 << 20;

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "large-files-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** Makes a file of zeros with a last line, which takes no space on the disk. */
function large(name: string, end: string): void {
  const file = fs.openSync(path.join(folder, name), "w");
  fs.writeSync(file, end, BYTES - end.length);
  fs.closeSync(file);
}

function endOf(file: string): [size: number, end: string] {
  const opened = fs.openSync(file, "r");
  const end = Buffer.alloc(8);
  const { size } = fs.fstatSync(opened);
  fs.readSync(opened, end, 0, end.length, size - end.length);
  fs.closeSync(opened);
  return [size, end.toString()];
}

large("video.mp4", "the film");
fs.writeFileSync(
  path.join(folder, "main.ts"),
  'import film from "./video.mp4"; import { statSync } from "node:fs"; console.log(film.split("/").at(-1), statSync(film).size);',
);
fs.writeFileSync(path.join(folder, "index.html"), '<video src="./video.mp4"></video>');

for (const [entry, target] of [
  ["main.ts", "node"],
  ["main.ts", "browser"],
  ["index.html", "browser"],
] as const) {
  test(`a file of 256 MB is copied by a build of ${entry} for ${target} that takes less than 192 MB`, () => {
    const out = path.join(folder, `out-${entry}-${target}`);
    const args = [
      "build",
      entry,
      "--outdir",
      out,
      "--target",
      target,
      "--external",
      "node:fs",
      "--metafile",
      `${out}.json`,
    ];
    const built = Bun.spawnSync([process.execPath, ...args], { cwd: folder });
    assert.strictEqual(built.exitCode, 0, built.stderr.toString());
    const copy = fs.readdirSync(out).find((name) => /^video-[\w-]{8}\.mp4$/.test(name))!;
    assert.deepStrictEqual(endOf(path.join(out, copy)), [BYTES, "the film"]);
    assert.ok(built.resourceUsage.maxRSS < MEMORY_MAX, `${built.resourceUsage.maxRSS}`);
    const text = fs.readFileSync(path.join(out, entry.replace(".ts", ".js")), "utf8");
    assert.ok(text.includes(copy), text);
    const { outputs } = JSON.parse(fs.readFileSync(`${out}.json`, "utf8"));
    const listed = Object.entries<{ bytes: number }>(outputs).find(([name]) => name.endsWith(copy))!;
    assert.strictEqual(listed[1].bytes, BYTES);
    if (target !== "node") return;
    const ran = Bun.spawnSync([process.execPath, path.join(out, "main.js")]);
    assert.strictEqual(ran.stdout.toString(), `${copy} ${BYTES}\n`);
  });
}

test("the name follows the contents", () => {
  const out = path.join(folder, "out-changed");
  large("video.mp4", "the cuts");
  const built = Bun.spawnSync([process.execPath, "build", "main.ts", "--outdir", out, "--target", "node"], {
    cwd: folder,
  });
  assert.strictEqual(built.exitCode, 0, built.stderr.toString());
  const names = [path.join(folder, "out-main.ts-node"), out].map((one) =>
    fs.readdirSync(one).find((name) => name.endsWith(".mp4")),
  );
  assert.notStrictEqual(names[0], names[1]);
});

test("style sheets name them, and Bun.build writes them", async () => {
  fs.writeFileSync(path.join(folder, "small.css"), "a { background: url(./video.mp4) }");
  const { outputs } = await Bun.build({
    entrypoints: [path.join(folder, "small.css")],
    outdir: path.join(folder, "out-css"),
  });
  const film = outputs.find((output) => output.path.endsWith(".mp4"))!;
  assert.deepStrictEqual(endOf(film.path), [BYTES, "the cuts"]);
  const sheet = outputs.find((output) => output.path.endsWith(".css"))!;
  assert.ok((await sheet.text()).includes(path.basename(film.path)));
});

// No string of Node.js or Chromium is as long as this file.
for (const loader of ["text", "base64", "dataurl", "bytes", "json", "js"] as const) {
  test(`a file of a gigabyte is not embedded (${loader})`, async () => {
    fs.truncateSync(path.join(folder, "video.mp4"), 1 << 30);
    fs.writeFileSync(path.join(folder, "embedded.ts"), 'import film from "./video.mp4"; console.log(film);');
    const entrypoints = [path.join(folder, "embedded.ts")];
    const config = { entrypoints, outdir: path.join(folder, "embedded"), throw: false, loader: { ".mp4": loader } };
    const { success, logs } = await Bun.build(config as Bun.BuildConfig);
    assert.strictEqual(success, false);
    assert.match(logs[0]!.message, /video\.mp4" has 1074 MB/);
  });
}
