// `--test --watch`.
import assert from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

/** Waits for the end of each round of a watching process. */
class Rounds {
  readonly child: ChildProcess;
  #text = "";
  #wake: () => void = () => {};

  constructor(folder: string, flags: string[]) {
    const { NODE_TEST_CONTEXT: _context, FORCE_COLOR: _color, ...env } = process.env;
    this.child = spawn(process.execPath, ["--test", "--watch", "--test-reporter=tap", ...flags], { cwd: folder, env });
    this.child.stdout!.on("data", (chunk) => {
      this.#text += chunk;
      this.#wake();
    });
  }

  /** The report of the next round. */
  async next(): Promise<string> {
    for (;;) {
      const end = /# duration_ms [\d.]+\n/.exec(this.#text);
      if (end !== null) {
        const position = end.index + end[0].length;
        const round = this.#text.slice(0, position);
        this.#text = this.#text.slice(position);
        return round;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async end(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
  }
}

async function watching(
  files: Record<string, string>,
  flags: string[],
  use: (rounds: Rounds, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "brio-watch-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const rounds = new Rounds(folder, flags);
  try {
    await use(rounds, folder);
  } finally {
    await rounds.end();
    rmSync(folder, { recursive: true });
  }
}

const FILES = {
  "a.test.mjs": 'import test from "node:test"; import "./shared.mjs"; test("a", () => {});',
  "b.test.mjs": 'import test from "node:test"; test("b", () => {});',
  "shared.mjs": "export {};",
};

test("files that depend on what changed run again", async () => {
  await watching(FILES, [], async (rounds, folder) => {
    assert.match(await rounds.next(), /# tests 2\n/);
    writeFileSync(path.join(folder, "shared.mjs"), "export const x = 1;");
    const second = await rounds.next();
    assert.match(second, /# Subtest: a\n/);
    assert.match(second, /# tests 1\n/);
  });
}, 30_000);

test("new files are run, removed ones are not", async () => {
  await watching(FILES, [], async (rounds, folder) => {
    await rounds.next();
    writeFileSync(
      path.join(folder, "c.test.mjs"),
      'import test from "node:test"; test("c", () => { throw new Error(); });',
    );
    assert.match(await rounds.next(), /not ok \d+ - c\n/);
    unlinkSync(path.join(folder, "c.test.mjs"));
    await new Promise((resolve) => setTimeout(resolve, 500));
    writeFileSync(path.join(folder, "shared.mjs"), "export const x = 2;");
    assert.doesNotMatch(await rounds.next(), /Subtest: c/);
  });
}, 30_000);

test("files that were named are watched with what they load", async () => {
  await watching(FILES, ["b.test.mjs"], async (rounds, folder) => {
    assert.match(await rounds.next(), /# tests 1\n/);
    writeFileSync(path.join(folder, "b.test.mjs"), 'import test from "node:test"; test("again", () => {});');
    assert.match(await rounds.next(), /ok \d+ - again\n/);
  });
}, 30_000);
