// `[serve.static]` of `bunfig.toml`, as Bun 1.4.5 has it: plugins and variables of the pages of a server. Run with Bun or
// Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "page-plugins-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const FILES = {
  "bunfig.toml": '[serve.static]\nplugins = ["./plugin.ts"]\nenv = "PAGE_*"\n',
  "plugin.ts": `
    import fs from "node:fs";
    export default {
      name: "words",
      setup(build) {
        build.onResolve({ filter: /^virtual:/ }, () => ({ path: "word", namespace: "virtual" }));
        build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({ contents: "export default 'of a plugin'", loader: "js" }));
        build.onLoad({ filter: /\\.css$/ }, async ({ path, defer }) => {
          await defer();
          return { contents: fs.readFileSync(path, "utf8").replace("@word", ".made { color: red }"), loader: "css" };
        });
      },
    };
  `,
  "index.html":
    '<!doctype html><html><head><link rel="stylesheet" href="./style.css"></head><body><script type="module" src="./main.ts"></script></body></html>',
  "style.css": "@word",
  "main.ts": "import word from 'virtual:word'; console.log(word, process.env.PAGE_NAME, process.env.SECRET);",
  "server.ts": `
    import page from "./index.html";
    const server = Bun.serve({ port: 0, development: process.env.MODE === "development", routes: { "/": page } });
    const document = await (await fetch(server.url)).text();
    const contents = {};
    for (const [, address] of document.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const response = await fetch(new URL(address, server.url));
      contents[response.headers.get("content-type").split(";")[0]] = await response.text();
    }
    console.log(JSON.stringify(contents));
    await server.stop(true);
    process.exit(0);
  `,
};

async function served(mode: string, changed: Record<string, string> = {}): Promise<Record<string, string>> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries({ ...FILES, ...changed })) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  const env = { ...process.env, MODE: mode, PAGE_NAME: "a page", SECRET: "a secret" };
  const child = Bun.spawn([process.execPath, "server.ts"], { cwd: place, env, stderr: "pipe" });
  const text = await new Response(child.stdout).text();
  const line = text.split("\n").find((one) => one.startsWith("{"));
  assert.ok(line, `${text}${await new Response(child.stderr).text()}`);
  return JSON.parse(line);
}

for (const mode of ["development", "production"])
  test(`plugins and variables apply to pages in ${mode}`, async () => {
    const contents = await served(mode);
    assert.match(contents["text/css"]!, /\.made/);
    const script = contents["text/javascript"]!;
    assert.match(script, /of a plugin/);
    assert.match(script, /a page/);
    assert.doesNotMatch(script, /a secret/);
  });

// Bun refuses it; packages of Vite have no other default export.
test("a plugin's default export may be a function that returns plugins", async () => {
  const plugin = (FILES["plugin.ts"] as string)
    .replace("export default {", "export default async () => [{")
    .replace(/};\s*$/, "}];");
  const contents = await served("development", { "plugin.ts": plugin });
  assert.match(contents["text/css"]!, /\.made/);
  assert.match(contents["text/javascript"]!, /of a plugin/);
});

// Bun does not know Vite's hooks.
if (process.versions.brio !== undefined)
  test("what plugins of Vite set applies on the development server", async () => {
    const contents = await served("development", {
      "plugin.ts": `export default { name: "settings", config: () => ({
        define: { DEFINED: '"defined"' },
        resolve: { alias: { "own-alias": process.cwd() + "/aliased.ts" }, conditions: ["own-condition"] },
        esbuild: { jsxImportSource: "own-jsx" },
      }) };`,
      "aliased.ts": `export default "of an alias";`,
      "style.css": "",
      "index.html": `${FILES["index.html"]}<script type="module" src="./view.tsx"></script>`,
      "main.ts": `import a from "own-alias"; import c from "own-package"; console.log(a, c, DEFINED);`,
      "view.tsx": `console.log(<p/>);`,
      "node_modules/own-package/package.json": `{ "exports": { "own-condition": "./own.js", "default": "./other.js" } }`,
      "node_modules/own-package/own.js": `export default "of a condition";`,
      "node_modules/own-package/other.js": `export default "of none";`,
      "node_modules/own-jsx/package.json": `{ "exports": { "./*": "./jsx.js" }, "type": "module" }`,
      "node_modules/own-jsx/jsx.js": `export const jsx = () => "of own JSX"; export const jsxs = jsx, jsxDEV = jsx;`,
    });
    const script = contents["text/javascript"]!;
    for (const text of [/of an alias/, /of a condition/, /"defined"/, /of own JSX/]) assert.match(script, text);
  });
