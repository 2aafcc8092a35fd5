// Which functions of React JSX calls: those for development, or those for production. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const runtime = (name: string) => `export const ${name} = () => "${name}"; export const Fragment = null;`;
const files = (config: object) => ({
  "main.tsx": "console.log(<i />);",
  "tsconfig.json": JSON.stringify({ compilerOptions: config }),
  "node_modules/react/package.json": '{ "name": "react" }',
  "node_modules/react/jsx-runtime.js": runtime("jsx"),
  "node_modules/react/jsx-dev-runtime.js": runtime("jsxDEV"),
});

async function called(config: object, mode: string): Promise<string> {
  const built = await builtProgram(files(config), { define: { "process.env.NODE_ENV": JSON.stringify(mode) } });
  return built.printed.trim();
}

test("a build for production calls no function for development", async () => {
  assert.strictEqual(await called({ jsx: "react-jsxdev" }, "production"), "jsx");
  assert.strictEqual(await called({ jsx: "react-jsx" }, "production"), "jsx");
});

test("a build of Bun for development calls those for development", async () => {
  assert.strictEqual(await called({ jsx: "react-jsxdev" }, "development"), "jsxDEV");
  assert.strictEqual(await called({ jsx: "react-jsx" }, "development"), "jsxDEV");
});

test("the classic runtime has one function", async () => {
  const built = await builtProgram(
    {
      ...files({ jsx: "react" }),
      "main.tsx":
        "const React = { createElement: (name, attributes) => [name, attributes].join() }; console.log(<i />);",
    },
    { define: { "process.env.NODE_ENV": '"development"' } },
  );
  assert.strictEqual(built.printed.trim(), "i,");
});
