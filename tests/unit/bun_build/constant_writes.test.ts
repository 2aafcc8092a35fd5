// Assignments to imports and constants. One that always runs is an error of the build, and so is any to a constant of the program
// itself, as in Bun. Others throw a TypeError when they run, as from the source, with a warning:
// https://tc39.es/ecma262/#sec-module-environment-records-setmutablebinding-n-v-s. Run with Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const other = "export let x = 1; export const y = { z: 2 };";

const thrown: Record<string, string> = {
  "an import in a try": `import { x } from "./other.js";\ntry { x = 2; } catch (error) { report(error, x); }`,
  "an import that is increased": `import { x } from "./other.js";\ntry { x++; } catch (error) { report(error, x); }`,
  "an import in a compound assignment": `import { x } from "./other.js";\ntry { x += 1; } catch (error) { report(error, x); }`,
  "an import in a pattern": `import { x } from "./other.js";\ntry { ({ x } = { x: 2 }); } catch (error) { report(error, x); }`,
  "an import in a pattern with a default": `import { x } from "./other.js";\ntry { [x = 3] = []; } catch (error) { report(error, x); }`,
  "an import in a loop": `import { x } from "./other.js";\ntry { for (x of [2]) {} } catch (error) { report(error, x); }`,
  "a line without semicolon before it": `import { x } from "./other.js";\nfunction f() {\n  report\n  x = 2\n}\ntry { f() } catch (error) { report(error, x) }`,
  "a member of a namespace": `import * as n from "./other.js";\ntry { n.x = 2; } catch (error) { report(error, n.x); }`,
  "a member that is deleted": `import * as n from "./other.js";\ntry { delete n.x; } catch (error) { report(error, n.x); }`,
};
for (const [name, source] of Object.entries(thrown)) {
  test(`${name} throws when it is assigned`, async () => {
    const report = "function report(error, value) { console.log(error.name, value); }\n";
    const result = await builtProgram({ "main.js": report + source, "other.js": other }, { target: "node" });
    assert.strictEqual(result.printed, "TypeError 1");
    assert.strictEqual(result.warnings.length, 1);
    assert.match(result.warnings[0]!, /throws a TypeError when it runs/);
  });
}

test("what does not run does not throw, and what is assigned is evaluated before", async () => {
  const source = `import { x, y } from "./other.js";
if (y.z === 3) x = 2;
const f = () => { x = console.log("right"); };
try { f(); } catch { console.log("caught"); }
x ??= 5;
y.z = 4;
console.log(x, y.z);`;
  const { printed } = await builtProgram({ "main.js": source, "other.js": other }, { target: "node" });
  assert.strictEqual(printed, "right\ncaught\n1 4");
});

test("a package without warnings", async () => {
  const { printed, warnings } = await builtProgram(
    {
      "main.js": `import f from "dep"; try { f(); } catch (error) { console.log(error.name, error.message); }`,
      "node_modules/dep/package.json": '{ "name": "dep", "main": "dep.js" }',
      "node_modules/dep/dep.js": "const x = 1; module.exports = function () { x = 2; };",
    },
    { target: "node" },
  );
  assert.strictEqual(printed, "TypeError Assignment to constant variable.");
  assert.deepStrictEqual(warnings, []);
});

for (const [name, source] of Object.entries({
  import: 'import { x } from "./other.js";\nx = 2;',
  constant: "const x = 1;\nx++;",
  "constant of the program in a function": "const x = 1;\ntry { x = 2; } catch {}",
  "member of a namespace": 'import * as n from "./other.js";\ndelete n.x;',
})) {
  test(`a statement that assigns a ${name} is an error with its place`, async () => {
    const result = builtProgram({ "main.js": source, "other.js": other }, { target: "node" });
    await assert.rejects(result, ({ errors: [error] }: AggregateError) => {
      assert.match(error.message, /cannot assign/i);
      assert.strictEqual(error.position.line, 2);
      return true;
    });
  });
}
