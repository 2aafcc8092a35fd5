// Modes and options of files, and modules with unknown extensions. The behaviour is that of Deno 2.9.
import assert from "node:assert";
import { test } from "../harness.ts";

const modeOf = (path: string): number => Deno.statSync(path).mode! & 0o777;

test("the mode of writeFile and writeTextFile is also that of a file that exists", async () => {
  const file = Deno.makeTempFileSync();
  try {
    await Deno.writeFile(file, new Uint8Array(1), { mode: 0o640 });
    assert.strictEqual(modeOf(file), 0o640);
    Deno.writeFileSync(file, new Uint8Array(1), { mode: 0o600 });
    assert.strictEqual(modeOf(file), 0o600);
    await Deno.writeTextFile(file, "a", { mode: 0o644 });
    assert.strictEqual(modeOf(file), 0o644);
    Deno.writeTextFileSync(file, "a");
    assert.strictEqual(modeOf(file), 0o644);
  } finally {
    Deno.removeSync(file);
  }
});

test("open refuses to append and truncate", async () => {
  const file = Deno.makeTempFileSync();
  const options = { write: true, append: true, truncate: true };
  const expected = { name: "TypeError", message: /creating or truncating a file requires write or append access/ };
  try {
    assert.throws(() => Deno.openSync(file, options), expected);
    await assert.rejects(Deno.open(file, options), expected);
  } finally {
    Deno.removeSync(file);
  }
});

test("a file with an unknown extension is imported as JavaScript", async () => {
  const file = Deno.makeTempFileSync({ suffix: ".snap" });
  try {
    Deno.writeTextFileSync(file, "export const snapshot = { a: 1 };");
    assert.strictEqual((await import(`file://${file}`)).snapshot.a, 1);
  } finally {
    Deno.removeSync(file);
  }
});
