// typescript, prettier and eslint, by their APIs and by their command lines.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import js from "@eslint/js";
import { ESLint, Linter } from "eslint";
import * as prettier from "prettier";
import ts from "typescript";
import { section } from "../shared/ask.mjs";

const require = createRequire(import.meta.url);
const run = (file, ...words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
    cwd: "project",
    encoding: "utf8",
  });
  console.log(`${words.join(" ")}: ${status}\n${(stdout + stderr).trim().replaceAll(process.cwd(), "DIR")}`);
};

section("typescript");
const source = fs.readFileSync("project/src/typed.ts", "utf8");
console.log(
  ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.CommonJS } })
    .outputText,
);
const tsc = require.resolve("typescript/bin/tsc");
run(tsc, "--noEmit", "--strict", "--types", "", "--lib", "es2022", "src/typed.ts");
run(tsc, "--version");
run(tsc, "--nonsense");
const file = ts.createSourceFile("a.ts", "const a: number = b as any;", ts.ScriptTarget.Latest, true);
const kinds = [];
const visit = (node) => {
  kinds.push(ts.SyntaxKind[node.kind]);
  ts.forEachChild(node, visit);
};
visit(file);
console.log(kinds.join(" "));

section("prettier");
for (const [parser, text] of [
  ["babel", fs.readFileSync("project/src/ugly.js", "utf8")],
  ["typescript", "type A={a:string|null,b?:number}; export const f=<T,>(x:T):x is T=>!!x"],
  ["css", "a{color:red;b{margin:0 1px}}"],
  ["html", "<div><p>text<b>bold</b></p><script>let a=1</script></div>"],
  ["markdown", "# a\n* b\n* c\n\n|x|y|\n|-|-|\n|1|22|"],
  ["json", '{"a":[1,2,{"b":null}]}'],
  ["yaml", "a:   1\nb: [1,2]"],
  ["graphql", "query{a(b:1){c d}}"],
])
  console.log(await prettier.format(text, { parser }));
run(require.resolve("prettier/bin/prettier.cjs"), "--check", "src/ugly.js", "src/greet.js");
await prettier.format("const a = ;", { parser: "babel" }).catch((error) => console.log(error.name, error.message));

section("eslint");
const rules = { eqeqeq: "error", "no-unused-vars": "warn", "no-var": "error", semi: "off" };
const messages = new Linter().verify(fs.readFileSync("project/src/ugly.js", "utf8"), [
  js.configs.recommended,
  { rules },
]);
console.log(
  messages
    .map((message) => `${message.line}:${message.column} ${message.severity} ${message.ruleId} ${message.message}`)
    .join("\n"),
);
const eslint = new ESLint({
  cwd: `${process.cwd()}/project`,
  overrideConfigFile: true,
  overrideConfig: [js.configs.recommended, { rules }],
  fix: true,
});
const [result] = await eslint.lintFiles(["src/ugly.js"]);
console.log(result.errorCount, result.warningCount, result.output);
console.log((await (await eslint.loadFormatter("stylish")).format([result])).replaceAll(process.cwd(), "DIR"));
fs.writeFileSync(
  "project/eslint.config.mjs",
  "export default [{ files: ['src/*.js'], rules: { 'no-var': 'error' } }];",
);
run(`${require.resolve("eslint/package.json").replace("package.json", "bin/eslint.js")}`, "src/ugly.js");
