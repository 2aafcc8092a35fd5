// The outputs of `Bun.build`, and where its messages are about, as Bun 1.4.5 has them. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "bun-artifacts-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => fs.writeFileSync(path.join(folder, name), text);
write(
  "main.ts",
  'import "./style.css"; import icon from "./icon.png"; import("./later.ts"); console.log(icon as string);',
);
write("later.ts", "export const later: number = 1;");
write("style.css", "a { color: red }");
write("icon.png", "PNG");
process.chdir(folder);

const facts = (output: Bun.BuildArtifact) => [output.kind, output.loader, output.path];

test("the path of an output is absolute, without dots", async () => {
  const { outputs } = await Bun.build({ entrypoints: ["./main.ts"], outdir: "./out/../dist", splitting: true });
  assert.deepStrictEqual(facts(outputs[0]!), ["entry-point", "ts", path.join(folder, "dist/main.js")]);
  for (const output of outputs) assert.ok(fs.existsSync(output.path), output.path);
});

test("an output has a hash, which is that in its name", async () => {
  const { outputs } = await Bun.build({ entrypoints: ["./main.ts"], splitting: true, naming: "[name]-[hash].[ext]" });
  for (const output of outputs) {
    assert.match(output.hash!, /^[\w-]{8}$/);
    if (output.kind !== "asset" || output.loader === "file") assert.ok(output.path.includes(output.hash!), output.path);
  }
});

test("the hash of an output whose name has none depends on its contents", async () => {
  const hash = async (contents: string): Promise<string> => {
    write("hashed.ts", contents);
    const { outputs } = await Bun.build({ entrypoints: ["./hashed.ts"] });
    return outputs[0]!.hash!;
  };
  const first = await hash("console.log(1)");
  assert.match(first, /^[\w-]{8}$/);
  assert.notStrictEqual(first, await hash("console.log(2)"));
  assert.strictEqual(first, await hash("console.log(1)"));
});

test("the console shows what an output is", async () => {
  const { outputs } = await Bun.build({ entrypoints: ["./later.ts"], sourcemap: "external" });
  const shown = Bun.inspect(outputs[0])
    .replace(/hash: "[\w-]{8}"/, 'hash: "HASH"')
    .replace(/\d+ bytes/g, "N bytes");
  assert.strictEqual(
    shown,
    `BuildArtifact (entry-point) {
  path: "./later.js",
  loader: "ts",
  kind: "entry-point",
  hash: "HASH",
  Blob (N bytes) {
    type: "text/javascript;charset=utf-8"
  },
  sourcemap: BuildArtifact (sourcemap) {
    path: "./later.js.map",
    loader: "file",
    kind: "sourcemap",
    Blob (N bytes) {
      type: "application/json;charset=utf-8"
    }
  }
}`,
  );
});

test("an output is a BuildArtifact without own members", async () => {
  const { outputs } = await Bun.build({ entrypoints: ["./later.ts"] });
  assert.strictEqual(Object.prototype.toString.call(outputs[0]), "[object BuildArtifact]");
  assert.deepStrictEqual(Object.keys(outputs[0]!), []);
  assert.strictEqual(outputs[0]!.sourcemap, null);
  assert.match(await new Response(outputs[0]).text(), /later/);
});

test("a message has the absolute path of its file, and the line", async () => {
  write("wrong.ts", "const first = 1;\nexport const q = ;\n");
  const { logs, success } = await Bun.build({ entrypoints: ["./wrong.ts"], throw: false });
  assert.strictEqual(success, false);
  const { file, line, column, lineText } = logs[0]!.position!;
  assert.deepStrictEqual([file, line, column], [path.join(folder, "wrong.ts"), 2, 18]);
  assert.strictEqual(lineText, "export const q = ;");
});

test("no entries are an error at once", () => {
  assert.throws(() => void Bun.build({ entrypoints: [] }), {
    name: "TypeError",
    message: "Expected entrypoints to be an array of strings",
  });
});

test("the metafile says how modules import each other, and how large their files are", async () => {
  const sources = {
    "meta.ts": 'import { n } from "./meta_part";\nconsole.log(n as number);\nvoid import("./meta_late");\n',
    "meta_part.ts": 'export const n: number = require("./meta_data.cjs").n;\n',
    "meta_late.ts": 'console.log("late");\nexport {};\n',
    "meta_data.cjs": "exports.n = 1;\n",
  };
  for (const [name, source] of Object.entries(sources)) write(name, source);
  const { metafile } = await Bun.build({ entrypoints: ["./meta.ts"], metafile: true, target: "bun" });
  const found = Object.entries(metafile!.inputs).map(([name, { bytes, format, imports }]) => [
    name,
    bytes,
    format,
    imports.map(({ path, kind, original }) => [path, kind, original]),
  ]);
  const bytes = (name: keyof typeof sources): number => sources[name].length;
  assert.deepStrictEqual(found.sort(), [
    [
      "meta.ts",
      bytes("meta.ts"),
      "esm",
      [
        ["meta_part.ts", "import-statement", "./meta_part"],
        ["meta_late.ts", "dynamic-import", "./meta_late"],
      ],
    ],
    ["meta_data.cjs", bytes("meta_data.cjs"), "cjs", []],
    ["meta_late.ts", bytes("meta_late.ts"), "esm", []],
    ["meta_part.ts", bytes("meta_part.ts"), "esm", [["meta_data.cjs", "require-call", "./meta_data.cjs"]]],
  ]);
});

test("of the functions that decorators need, a bundle has those that it uses", async () => {
  const source = "const seen = (value: unknown, { name }: { name: string }) => void console.log(name);";
  write("decorated.ts", `${source}\nclass A { @seen method() {} }\nnew A();\n`);
  write("tsconfig.json", "{}");
  const { outputs } = await Bun.build({ entrypoints: ["./decorated.ts"], minify: true, target: "bun" });
  const code = await outputs[0]!.text();
  assert.ok(code.length < 5_000, `${code.length} bytes`);
  assert.doesNotMatch(code, /SuppressedError/);
});

test("the metafile names modules of a namespace as plugins do", async () => {
  write("virtual.ts", 'import x from "virtual:x"; console.log(x);');
  const plugin: Bun.BunPlugin = {
    name: "virtual",
    setup(build) {
      build.onResolve({ filter: /^virtual:/ }, () => ({ path: "x", namespace: "virtual" }));
      build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({ contents: "export default 1", loader: "js" }));
    },
  };
  const { metafile } = await Bun.build({ entrypoints: ["./virtual.ts"], plugins: [plugin], metafile: true });
  assert.deepStrictEqual(Object.keys(metafile!.inputs).sort(), ["virtual.ts", "virtual:x"]);
});
