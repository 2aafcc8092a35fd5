// JSX in `.js` files, however its elements end; a file without any is not compiled. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const HEAD = `const h = (name, attributes, ...children) =>
  [typeof name === "string" ? name : "fragment", Object.keys(attributes ?? {}).join(), ...children].flat().join("|");
const Fragment = () => null;
const a = { b: "member" };
`;

async function printed(expression: string): Promise<string> {
  const built = await builtProgram({
    "main.js": `import { value } from "./lib.js"; console.log(value);`,
    "lib.js": `/** @jsx h @jsxFrag Fragment @jsxRuntime classic */\n${HEAD}export const value = ${expression};\n`,
    "tsconfig.json": '{ "compilerOptions": { "jsx": "react", "jsxFactory": "h", "jsxFragmentFactory": "Fragment" } }',
  });
  return built.printed;
}

const elements: [string, string][] = [
  ["<i>text</i>", "i||text"],
  ["<i />", "i|"],
  ["<i/>", "i|"],
  ["<i\n  name='a' / >", "i|name"],
  ["<i>text<\n/i>", "i||text"],
  ["<i>text< /* closes */ /i>", "i||text"],
  ["<i / /* closes */ >", "i|"],
  ["<><i>one</i><b /></>", "fragment||i||one|b|"],
  ["<a.b>x</a.b>", "member||x"],
];

for (const [source, expected] of elements) {
  test(`an element: ${JSON.stringify(source)}`, async () => assert.strictEqual(await printed(source), expected));
}

test("comparisons, divisions and expressions in slashes are none", async () => {
  assert.strictEqual(
    await printed("[1 < 8 / 2, 2 >> 1, /a>b/.test('a>b'), '</i>'.length, 'a' > 'b'].join()"),
    "true,1,true,4,false",
  );
});
