// Decorators and namespaces in TypeScript, wherever they stand: a bundle lowers them as the sources say. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const NOTE =
  "const noted: string[] = []; const note = (target: object, name?: string) => { noted.push(String(name)); };\n";

async function printed(source: string): Promise<string> {
  const built = await builtProgram({
    "main.ts": source,
    "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }',
  });
  return built.printed;
}

const decorated: [string, string][] = [
  ["a line of its own", "class A {\n  @note\n  field = 1;\n}"],
  ["the end of a comment", "class A {\n  /**\n   * Of it.\n   */ @note field = 1;\n}"],
  ["a comment on the line", "class A { /* of it */ @note field = 1; // @other\n}"],
  ["parameters of a generator", "class A {\n  *field(@note value: string) {}\n}"],
];

for (const [name, source] of decorated) {
  test(`a decorator: ${name}`, async () => {
    assert.strictEqual(await printed(`${NOTE}${source}\nconsole.log(noted.join(), typeof A);`), "field function");
  });
}

test("a source that mentions decorators in comments", async () => {
  const source = "/**\n * @param a of it\n */\nclass A {\n  // @note\n  field: number | undefined = 1; /* @note */\n}";
  assert.strictEqual(await printed(`${NOTE}${source}\nconsole.log(noted.length, new A().field);`), "0 1");
});

test("blocks of a namespace use each other's exports", async () => {
  const source =
    "namespace N . M { export const a = 1; }\nnamespace N.M { export const b = a + 1; }\nconsole.log(N.M.b);";
  assert.strictEqual(await printed(source), "2");
  assert.strictEqual(await printed(source.replaceAll("namespace", "namespace /* of it */")), "2");
});
