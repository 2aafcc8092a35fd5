// Runs command-line tools on real input under Brio and its peers, interleaved: medians of CPU and wall time, and Brio's ratio to the
// best peer. usage: brio tools.mjs FOLDER [--rounds N] [PART OF A NAME ...]. FOLDER has the node_modules of `tools/package.json`; the
// environment names the binaries: BRIO, BUN, DENO, NODE (a missing one is left out). `./x bench tools` does all of it.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { chosen, comparePrograms, readArguments } from "./programs.mjs";

const [folder, ...wanted] = process.argv.slice(2);
const { rounds, isWanted } = readArguments(wanted);
const packages = path.resolve(folder, "node_modules");
const work = mkdtempSync(path.join(tmpdir(), "tools-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

const inPackages = (name) => path.join(packages, name);
const inWork = (name) => path.join(work, name);

function write(name, text) {
  mkdirSync(path.dirname(inWork(name)), { recursive: true });
  writeFileSync(inWork(name), text);
  return inWork(name);
}

/** A program whose types take time: 1,500 generic functions, and the declarations of Node. */
function typeScriptProject() {
  const functions = Array.from(
    { length: 1500 },
    (_, index) =>
      `export function f${index}<T extends { a${index}: number }>(x: T): T["a${index}"] {\n` +
      `  const all = [x].map((one) => one.a${index} + ${index});\n  return all[0];\n}\n`,
  );
  write(
    "ts/main.ts",
    'import * as fs from "node:fs";\nimport * as http from "node:http";\n' +
      "http.createServer((request, response) => response.end(fs.readFileSync(request.url ?? '', 'utf8'))).listen(0);\n" +
      `${functions.join("")}`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    types: ["node"],
    typeRoots: [inPackages("@types")],
  };
  write("ts/tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  return inWork("ts");
}

const lodash = inWork("lodash.js");
cpSync(inPackages("lodash/lodash.js"), lodash);
/** ES modules, which need no plugin: parsers and printers. */
const bundled = [
  "acorn/dist/acorn.mjs",
  "parse5/dist/index.js",
  "immutable/dist/immutable.es.js",
  "prettier/plugins/babel.mjs",
  "prettier/plugins/estree.mjs",
  "prettier/standalone.mjs",
];
const entry = write(
  "entry.mjs",
  `${bundled.map((name, index) => `import * as m${index} from ${JSON.stringify(inPackages(name))};\n`).join("")}` +
    `console.log(${bundled.map((_, index) => `m${index}`).join(", ")});\n`,
);
const required = (name) => `require(${JSON.stringify(inPackages(name))})`;
const babel = write(
  "babel.cjs",
  `const { transformSync } = ${required("@babel/core")};
const source = require("node:fs").readFileSync(${JSON.stringify(lodash)}, "utf8");
let length = 0;
for (let round = 0; round < 3; round++) length += transformSync(source, { compact: true, configFile: false, babelrc: false }).code.length;
console.log(length);\n`,
);
const sass = write(
  "sass.cjs",
  `const sass = ${required("sass")};
let source = '@use "sass:math"; @use "sass:color";';
for (let index = 0; index < 1500; index++)
  source += \`.a\${index} { &:hover { color: color.adjust(red, $lightness: -\${index % 50}%); .b { width: math.div(\${index}px, 3); } } }\`;
console.log(sass.compileString(source).css.length);\n`,
);
const jsdom = write(
  "jsdom.cjs",
  `const { JSDOM } = ${required("jsdom")};
let count = 0;
for (let page = 0; page < 20; page++) {
  const dom = new JSDOM("<ul>" + "<li class=x><b>1</b></li>".repeat(500) + "</ul>");
  count += dom.window.document.querySelectorAll("li.x > b").length;
  dom.window.close();
}
console.log(count);\n`,
);
const cheerio = write(
  "cheerio.cjs",
  `const cheerio = ${required("cheerio")};
let count = 0;
for (let page = 0; page < 40; page++) {
  const $ = cheerio.load("<table>" + "<tr><td>a</td><td><a href=x>y</a></td></tr>".repeat(800) + "</table>");
  count += $("td a").map((index, link) => $(link).attr("href")).get().length;
}
console.log(count);\n`,
);
const rules = JSON.stringify({ "no-unused-vars": 1, eqeqeq: 1, complexity: 1 });

/** The arguments of each tool, and the folder that it runs in. */
const tools = {
  "tsc (type check)": [[inPackages("typescript/bin/tsc"), "-p", "."], typeScriptProject()],
  "prettier lodash": [[inPackages("prettier/bin/prettier.cjs"), "--no-config", lodash], work],
  "terser lodash": [[inPackages("terser/bin/terser"), lodash, "-c", "-m"], work],
  "rollup parsers": [[inPackages("rollup/dist/bin/rollup"), entry, "-o", inWork("rolled.mjs"), "--silent"], work],
  "webpack lodash": [
    [inPackages("webpack/bin/webpack.js"), "--mode", "production", "--entry", lodash, "-o", inWork("webpack")],
    work,
  ],
  "babel lodash": [[babel], work],
  "eslint lodash": [[inPackages("eslint/bin/eslint.js"), "--no-config-lookup", "--rule", rules, lodash], work],
  sass: [[sass], work],
  "jsdom pages": [[jsdom], work],
  "cheerio tables": [[cheerio], work],
};

const all = Object.entries(tools).map(([name, [args, cwd]]) => [name, { args, cwd, mayFail: true }]);
comparePrograms(chosen(Object.fromEntries(all), isWanted), rounds);
