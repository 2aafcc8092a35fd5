// Names of the rows of tables, which are also the names of snapshots: those that Vitest 4.1 gave the same tests.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const TESTS = String.raw`import { test, describe } from "vitest"; class K { constructor() { this.z = 1; } }
test.each([{ a: "x", b: { c: "deep", d: [1, 2, 3] }, n: null, u: undefined, f: function foo() {}, k: new K(), big: 5n, neg: -0, m: new Map([["a", 1]]), p: "50%s", e: "", r: /a/g }])("$a|$b.c|$b|$b.d|$n|$u|$f|$k|$big|$neg|$m|$p|$e|$r|$missing|$b.zz|$a.length|%#|%$", () => {});
test.each([{ l: "y".repeat(60), o: { aaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbb: 2, cccccccccccccc: 3 }, list: Array.from({ length: 40 }, (_, i) => i) }])("$l|$o|$list", () => {});
test.each([[{ a: "first" }, 2]])("arr $a $0 $1 $2", () => {}); test.each([["s", 2]])("plain $a $0 $1 %s %i", () => {}); test.each(["only"])("single $a $0 %s", () => {});
test.for([["s", 2]])("for $0 $1 %s", () => {}); test.for([{ a: "q" }])("forobj $a %o", () => {}); test.each([{ a: "x" }])("cost $$a and $ and $a.", () => {});
describe.each${"`"}x | y
${"$"}{"str"} | ${"$"}{{ k: "v" }}${"`"}("tpl $x $y $y.k $#", () => { test("in", () => {}); });`;

test("attributes in names are shown as Chai shows values", () => {
  assert.deepEqual(Object.keys(runSuite({ "a.test.js": TESTS }).statuses), [
    "'x'|'deep'|{ c: 'deep', d: [ 1, 2, 3 ] }|[ 1, 2, 3 ]|null|undefined|[Function foo]|K{ z: 1 }|5n|-0|Map{ 'a' => 1 }|'50%s'|''|/a/g|undefined|undefined|1|0|1",
    "'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…'|{ aaaaaaaaaaaaaaa: 1, …(2) }|[ Array(40) ]",
    "arr 'first' { a: 'first' } 2 undefined",
    "plain $a 's' 2 s 2",
    "single $a 'only' only",
    "for 's' 2 s",
    "forobj 'q' { a: 'q' }",
    "cost undefined and $ and undefined",
    "tpl 'str' { k: 'v' } 'v' $# > in",
  ]);
});

const PERCENT = String.raw`import { test, describe } from "vitest";
test.each([[1, 2]])("%% of %s and %i%% %", () => {}); test.each([{ a: 1 }])("%% $a %%s", () => {}); test("plain %% %s", () => {});
describe.each([1])("d %% %s", () => { test("x %%", () => {}); }); test.each(["x"])("100%", () => {}); test.each(["x"])("%%p %p %%", () => {});
test.each([["x", "y"]])("%s %% %s %", () => {}); test.each([[]])("%s %%", () => {});`;

test("a doubled percent sign takes an argument, and missing ones are undefined", () => {
  assert.deepEqual(Object.keys(runSuite({ "a.test.js": PERCENT }).statuses), [
    "% 1 of 2 and NaN% undefined %",
    "% { a: 1 } 1 % undefineds",
    "plain %% %s",
    "d % 1 undefined > x %%",
    "100%",
    "% xp %p % undefined",
    "x % y undefined %",
    "undefined % undefined",
  ]);
});
