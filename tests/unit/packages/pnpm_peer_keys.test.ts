// Settings of pnpm about how peers are spelled in the keys of its lockfile: the expected keys are those that pnpm 12.21
// writes for the same packages.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

/** Installs packages of which one is a peer of the next, with settings in `pnpm-workspace.yaml`; returns the lockfile. */
async function lockfile(registry: TestRegistry, settings: string): Promise<string> {
  registry.publish("a", { "1.0.0": { manifest: { peerDependencies: { b: "1" } } } });
  registry.publish("b", { "1.0.0": { manifest: { peerDependencies: { c: "1" } } } });
  registry.publish("c", { "1.0.0": {} });
  registry.publish("d", { "1.0.0": { manifest: { dependencies: { a: "1.0.0" } } } });
  registry.publish("e", { "1.0.0": {} });
  const dependencies = { a: "1.0.0", b: "1.0.0", c: "1.0.0", d: "1.0.0" };
  registry.write("package.json", { name: "root", private: true, dependencies });
  registry.write("pnpm-workspace.yaml", settings);
  const run = await registry.brio(["install"]);
  assert.strictEqual(run.code, 0, run.stderr);
  return read(registry);
}

const read = (registry: TestRegistry) => readFileSync(join(registry.project, "pnpm-lock.yaml"), "utf8");

function settingsOf(text: string): string[] {
  const lines = text.split("\n\n").find((part) => part.startsWith("settings:"));
  return (lines ?? "").split("\n").slice(1);
}

function keysOf(text: string): string[] {
  const lines = text.slice(text.indexOf("\nsnapshots:")).split("\n");
  return lines.filter((line) => /^ {2}\S/.test(line)).map((line) => line.trim().replace(/:( \{\})?$/, ""));
}

test(
  "with dedupePeers a peer is spelled without its own peers, also after an addition",
  withRegistry(async (registry) => {
    const first = await lockfile(registry, "dedupePeers: true\n");
    assert.deepStrictEqual(settingsOf(first), [
      "  autoInstallPeers: true",
      "  dedupePeers: true",
      "  excludeLinksFromLockfile: false",
    ]);
    assert.deepStrictEqual(keysOf(first), ["a@1.0.0(b@1.0.0)", "b@1.0.0(c@1.0.0)", "c@1.0.0", "d@1.0.0(b@1.0.0)"]);
    assert.strictEqual((await registry.brio(["add", "e@1.0.0"])).code, 0);
    assert.deepStrictEqual(keysOf(read(registry)), [...keysOf(first), "e@1.0.0"]);
    assert.strictEqual((await registry.brio(["remove", "e"])).code, 0);
    assert.strictEqual(read(registry), first);
  }),
  MILLISECONDS_MAX,
);

test(
  "peers that are longer than peersSuffixMaxLength are replaced by their hash",
  withRegistry(async (registry) => {
    const text = await lockfile(registry, "peersSuffixMaxLength: 5\n");
    assert.deepStrictEqual(settingsOf(text), [
      "  autoInstallPeers: true",
      "  excludeLinksFromLockfile: false",
      "  peersSuffixMaxLength: 5",
    ]);
    assert.deepStrictEqual(keysOf(text), [
      "a@1.0.0(4e71a6d425e4c9efb835b1d75d150906)",
      "b@1.0.0(be9073d55eea0273f6d628befe490ea3)",
      "c@1.0.0",
      "d@1.0.0(4e71a6d425e4c9efb835b1d75d150906)",
    ]);
  }),
  MILLISECONDS_MAX,
);
