// Writes frequent.txt: the builtins that frequent programs use, with the kinds of programs that do. Their sources are read as
// they are, the other ones are compressed; an executable keeps the bytecode of its kinds uncompressed. Run it after
// builtins were added: `brio --as node runtime/training/list_frequent.ts BRIO`, with the built binary.
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KINDS: [kind: string, programs: string[]][] = [
  ["any", ["empty.mjs", "empty.cjs", "print.mjs"]],
  ["node", ["node.mjs"]],
  ["bun", ["bun.ts"]],
  ["deno", ["deno.ts"]],
];
/** In bytes: what follows the table of a pack, and an entry of the table (`runtime/src/bytecode_pack.rs`). */
const TRAILER = 32;
const ENTRY = 16;

const [binary] = process.argv.slice(2);
if (binary === undefined) throw new Error("usage: list_frequent.ts BRIO");
const here = import.meta.dirname;
const names = globSync("**/*.ts", { cwd: join(here, "../../builtins") })
  .filter((file) => !file.endsWith(".d.ts") && !file.endsWith(".test.ts"))
  .map((file) => file.slice(0, -".ts".length).replace("/", ":"))
  .sort((one, other) => (one < other ? -1 : 1));
const folder = mkdtempSync(join(tmpdir(), "frequent-"));
const kindsOf = new Map<string, string[]>();
for (const [kind, programs] of KINDS) {
  const used = new Set(programs.flatMap((program) => usedBy(program, kind === "any" ? "node" : kind)));
  for (const name of used) kindsOf.set(name, [...(kindsOf.get(name) ?? []), kind]);
}
rmSync(folder, { recursive: true });
const lines = names.filter((name) => kindsOf.has(name)).map((name) => `${name} ${kindsOf.get(name)!.join(" ")}\n`);
writeFileSync(join(here, "frequent.txt"), lines.join(""));

/** The builtins whose bytecode a program collects. */
function usedBy(program: string, home: string): string[] {
  const pack = join(folder, program);
  const env = { ...process.env, BRIO_COLLECT_BYTECODE: pack, BRIO_COLLECT_FREQUENT: "1" };
  const { status, stderr } = spawnSync(binary!, ["--as", home, join(here, "frequent", program)], { env });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  const bytes = readFileSync(pack);
  const count = bytes.readUInt32LE(bytes.length - TRAILER + 12);
  if (count !== names.length) throw new Error(`the binary has ${count} builtins, the folder ${names.length}`);
  const table = bytes.length - TRAILER - count * ENTRY;
  return names.filter((_, number) => bytes.readUInt32LE(table + number * ENTRY + 8) > 0);
}
