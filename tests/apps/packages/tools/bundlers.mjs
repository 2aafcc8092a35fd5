// esbuild, rollup, webpack and terser build the same small project, and what they made runs.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import commonjs from "@rollup/plugin-commonjs";
import resolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { minify } from "terser";
import webpack from "webpack";
import { section } from "../shared/ask.mjs";

const run = (file) => console.log(spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout.trim());
const files = (folder) =>
  fs
    .readdirSync(folder, { recursive: true })
    .map((name) => String(name).replace(/-[\w-]{8}\./, "-HASH."))
    .sort()
    .join(" ");

section("esbuild");
const built = await esbuild.build({
  entryPoints: ["project/src/index.js"],
  bundle: true,
  format: "esm",
  outdir: "out/esbuild",
  splitting: true,
  minify: true,
  metafile: true,
  logLevel: "silent",
  platform: "node",
  outExtension: { ".js": ".mjs" },
});
console.log(built.errors.length, Object.keys(built.metafile.inputs).sort().join(" "));
run("out/esbuild/index.mjs");
console.log((await esbuild.transform("enum A { B = 1 }; const x: A = A.B", { loader: "ts" })).code);
await esbuild
  .build({ stdin: { contents: "import './none.js'" }, write: false, logLevel: "silent", bundle: true })
  .catch((error) => console.log(error.errors[0].text));
const plugin = {
  name: "own",
  setup(build) {
    build.onResolve({ filter: /^virtual$/ }, () => ({ path: "virtual", namespace: "own" }));
    build.onLoad({ filter: /.*/, namespace: "own" }, () => ({ contents: "export default 'from a plugin'" }));
  },
};
console.log(
  (
    await esbuild.build({
      stdin: { contents: "import text from 'virtual'; console.log(text)" },
      bundle: true,
      write: false,
      plugins: [plugin],
    })
  ).outputFiles[0].text.includes("from a plugin"),
);
await esbuild.stop();

section("rollup");
const json = {
  name: "json",
  transform: (text, id) => (id.endsWith(".json") ? { code: `export default ${text}`, map: null } : null),
};
const bundle = await rollup({
  input: "project/src/index.js",
  plugins: [json, resolve(), commonjs()],
  onwarn: () => undefined,
});
const { output } = await bundle.write({
  dir: "out/rollup",
  format: "es",
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name].mjs",
  sourcemap: true,
});
console.log(
  output
    .map((chunk) => chunk.fileName)
    .sort()
    .join(" "),
  output[0].code.includes("unused"),
);
console.log(output[0].code);
run("out/rollup/index.mjs");

section("terser");
console.log(
  (
    await minify(
      "function add(first, second) { const sum = first + second; return sum; } console.log(add(1, 2)); if (false) { dead(); }",
      { toplevel: true },
    )
  ).code,
);
await minify("const = 1").catch((error) => console.log(error.name, error.message, error.line, error.col));

section("webpack");
const stats = await new Promise((resolve, reject) =>
  webpack(
    {
      mode: "production",
      context: path.resolve("project"),
      entry: "./src/index.js",
      target: "node",
      output: { path: path.resolve("out/webpack"), filename: "[name].js" },
      devtool: "source-map",
    },
    (error, stats) => (error ? reject(error) : resolve(stats)),
  ),
);
console.log(
  stats.hasErrors(),
  stats
    .toJson({ all: false, errors: true })
    .errors.map((error) => error.message)
    .join(),
);
console.log(files("out/webpack"));
run("out/webpack/main.js");
const failed = await new Promise((resolve) =>
  webpack({ mode: "development", context: path.resolve("project"), entry: "./src/none.js" }, (error, stats) =>
    resolve(stats),
  ),
);
console.log(failed.hasErrors(), failed.toJson().errors[0].message.split("\n")[0].replaceAll(process.cwd(), "DIR"));
