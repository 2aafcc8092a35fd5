// Bundles whose classes are found by files or by their names, as TypeORM, MikroORM and Nest find them: they find the same
// as when the program runs from its sources.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "classes-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

// As TypeORM reads its options: a string is a pattern of files, anything else a class.
const ORM = `
  const fs = require("node:fs");
  const load = (one) => typeof one === "string" ? fs.globSync(one).flatMap((file) => Object.values(require(file))) : [one];
  const isClass = (one) => typeof one === "function";
  exports.tables = ({ entities }) => entities.flatMap(load).filter(isClass).map((one) => one.name).sort().join();
`;
const USER = "export class User {}\nexport const LIMIT = 3;\n";
const ORDER = "import { User } from '../user.entity.ts';\nexport class Order { user = new User(); }\n";

function run(file: string, cwd: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--as", "node", file], { cwd, encoding: "utf8" });
  assert.strictEqual(status, 0, stderr);
  return stdout.trim();
}

/** Runs a program from its sources and as a bundle without them. Returns what both print, and the warnings. */
function both(
  files: Record<string, string>,
  ...flags: string[]
): { printed: string; bundled: string; warnings: string } {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  const all = { "node_modules/orm/index.js": ORM, "package.json": "{}", ...files };
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  const printed = run("src/main.ts", place);
  const args = ["build", "src/main.ts", "--target", "node", "--outfile", "app/main.mjs", "--quiet", ...flags];
  const built = spawnSync(process.execPath, args, {
    cwd: place,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  assert.strictEqual(built.status, 0, built.stderr);
  for (const name of ["src", "node_modules"]) fs.rmSync(path.join(place, name), { recursive: true });
  return { printed, bundled: run("app/main.mjs", place), warnings: built.stderr };
}

const patterns = {
  "__dirname and a string": "__dirname + '/**/*.entity{.ts,.js}'",
  "a template": "`${__dirname}/**/*.entity.ts`",
  "join of node:path": "join(__dirname, '..', 'src', '**', '*.entity.[jt]s')",
};

for (const [name, pattern] of Object.entries(patterns)) {
  test(`entities by a pattern of files: ${name}`, () => {
    const result = both({
      "src/main.ts": `const { join } = require("node:path"); const { tables } = require("orm");
        console.log(tables({ entities: [${pattern}, class Extra {}] }));`,
      "src/user.entity.ts": USER,
      "src/orders/order.entity.ts": ORDER,
    });
    assert.strictEqual(result.printed, "Extra,Order,User");
    assert.strictEqual(result.bundled, result.printed);
    assert.strictEqual(result.warnings, "");
  });
}

test("a pattern that no file fits is a warning with its place", () => {
  const { bundled, warnings } = both({
    "src/main.ts": `const { tables } = require("orm"); console.log(tables({ entities: [__dirname + "/*.gone.ts"] }));`,
  });
  assert.strictEqual(bundled, "");
  assert.match(warnings, /^warning: no file fits this pattern .*\n.*src\/main\.ts:1:\d+\n/);
});

test("decorated classes keep their names when names are shortened", () => {
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }',
    "src/main.ts": `
      const named: string[] = [];
      const table = (one: Function) => void named.push(one.name);
      class First1700000000000 { up() {} }
      named.push(First1700000000000.name);
      @table class Customer { count = 1 }
      @table export class Invoice { static name = "bills"; }
      @table export default class Payment { static copy = new Payment(); }
      console.log(named.join(), Customer.name, new Invoice().constructor.name, Payment.copy.constructor.name);
    `,
  };
  const { printed, bundled } = both(files, "--minify");
  assert.strictEqual(printed, "First1700000000000,Customer,bills,Payment Customer bills Payment");
  assert.strictEqual(bundled, printed);
});

test("classes that TypeScript has compiled keep their names too", () => {
  const compiled = `
    const __decorate = (decorators, target) => { for (const one of decorators) one(target); return target; };
    const named = [];
    let Customer = class Customer {};
    Customer = __decorate([(one) => void named.push(one.name)], Customer);
    console.log(named.join(), new Customer().constructor.name);
  `;
  const { printed, bundled } = both({ "src/main.ts": "import './main.js';", "src/main.js": compiled }, "--minify");
  assert.strictEqual(printed, "Customer Customer");
  assert.strictEqual(bundled, printed);
});

test("a package that is required by a name from a list is part of the bundle", () => {
  const files = {
    "node_modules/driver/index.js": "module.exports = 'the driver';",
    "node_modules/loader/index.js": `
      const KNOWN = ["driver", "not-installed"];
      exports.load = (name) => {
        if (!KNOWN.includes(name)) throw new TypeError(name);
        try { return require(name); } catch { return "none"; }
      };
    `,
    "src/main.ts": `const { load } = require("loader"); console.log(load("driver"), load("not-installed"));`,
  };
  const { printed, bundled, warnings } = both(files, "--minify");
  assert.strictEqual(printed, "the driver none");
  assert.strictEqual(bundled, printed);
  assert.match(warnings, /^warning: not found, and left as imports at run time: not-installed\n$/);
});

test("classes with decorated members or parameters keep their names, also those that tsc has compiled", () => {
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }',
    "src/main.ts": `
const names: string[] = [];
const note = (target: any) => void names.push((typeof target === "function" ? target : target.constructor).name);
class Member { @(note as any) name = ""; }
class Accessor { @(note as any) get name() { return ""; } }
class Parameter { constructor(@(note as any) name: string) {} }
class Static { @(note as any) static shared = 1; }
void [Member, Accessor, Parameter, Static];
require("./compiled.js").fill(note);
console.log(names.join());`,
    "src/compiled.js": `
var __decorate = (decorators, target) => decorators.forEach((one) => one(target));
exports.fill = (note) => { class Compiled {} __decorate([note], Compiled.prototype, "name", void 0); };`,
  };
  const { printed, bundled } = both(files, "--minify");
  assert.strictEqual(printed, "Member,Accessor,Parameter,Static,Compiled");
  assert.strictEqual(bundled, printed);
});
