// process.argv[1]: the file as the program was called, also in children that never use `process`.
import assert from "node:assert";
import { fork, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import net from "node:net";
import { once } from "node:events";
import { test } from "../harness.ts";

const folder = mkdtempSync("/tmp/called-by-");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

test("argv[1] is the absolute path that was given, not the file behind it", () => {
  writeFileSync(`${folder}/main.cjs`, "console.log(process.argv[1])");
  writeFileSync(`${folder}/plain.js`, "console.log(process.argv[1])");
  symlinkSync("main.cjs", `${folder}/linked`);
  for (const [given, reported] of [
    ["linked", "linked"],
    ["./main.cjs", "main.cjs"],
    ["plain", "plain"],
    [`${folder}/../${folder.slice(5)}/linked`, "linked"],
  ]) {
    const { stdout } = spawnSync(process.execPath, [given!], { cwd: folder, encoding: "utf8" });
    assert.strictEqual(stdout.trim(), `${folder}/${reported}`);
  }
});

test("a main module that is called by a link is the main module", () => {
  writeFileSync(`${folder}/main.mjs`, "console.log(import.meta.main, import.meta.filename)");
  symlinkSync("main.mjs", `${folder}/module-link`);
  writeFileSync(`${folder}/main-of-link.cjs`, "console.log(require.main === module, __filename)");
  symlinkSync("main-of-link.cjs", `${folder}/script-link`);
  for (const [link, file] of [
    ["module-link", "main.mjs"],
    ["script-link", "main-of-link.cjs"],
  ]) {
    const { stdout } = spawnSync(process.execPath, [`${folder}/${link}`], { encoding: "utf8" });
    assert.strictEqual(stdout.trim(), `true ${folder}/${file}`);
  }
});

test("argv[1] of a cluster's worker is its file", () => {
  const file = `${folder}/worker.cjs`;
  writeFileSync(
    file,
    `const cluster = require("cluster"); if (cluster.isPrimary) cluster.fork(); else { console.log(process.argv[1]); process.disconnect(); }`,
  );
  assert.strictEqual(spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout.trim(), file);
});

test("a child that does not use `process` receives handles", async () => {
  writeFileSync(`${folder}/idle.cjs`, "setInterval(() => {}, 9999)");
  const child = fork(`${folder}/idle.cjs`);
  const server = net.createServer().listen(0);
  await once(server, "listening");
  const handle = (server as any)._handle;
  assert.deepStrictEqual([child.send("one", handle), child.send("two"), child.send("three")], [true, true, false]);
  await new Promise<void>((resolve, reject) => child.send("four", (error) => (error ? reject(error) : resolve())));
  child.kill();
  server.close();
  await once(child, "exit");
});

test("a child that exits before it receives a handle leaves no channel open", async () => {
  writeFileSync(`${folder}/gone.cjs`, "process.on('message', () => process.exit(0))");
  const child = fork(`${folder}/gone.cjs`);
  child.on("error", () => {});
  const server = net.createServer().listen(0);
  await once(server, "listening");
  child.send({}, (server as any)._handle);
  child.send({}, (server as any)._handle);
  // Not by 'once', which fails with the error of the second handle when the child exits before that is sent.
  await new Promise((resolve) => child.on("close", resolve));
  assert.strictEqual(child.channel, null);
  server.close();
});
