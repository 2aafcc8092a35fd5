// `stripTypeScriptTypes` in lists of names and accessors; the results are those of Node.js 26.10.
import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { test } from "../harness.ts";

test("names that are types are blanked with their commas", () => {
  const results = {
    "import {type A, B} from 'x';": "import {        B} from 'x';",
    "import {B, type A} from 'x';": "import {B,       } from 'x';",
    "import {type A} from 'x';": "import {      } from 'x';",
    "import D, {type A} from 'x';": "import D, {      } from 'x';",
    "export {type Q, R} from 'y';": "export {        R} from 'y';",
    "export {R, type Q as S} from 'y';": "export {R,            } from 'y';",
    "import { type as } from 'y';": "import {         } from 'y';",
    "import { type as as } from 'y';": "import { type as as } from 'y';",
    "import x, { type } from 'y';": "import x, { type } from 'y';",
    "let R = 1; export {type Q, R};": "let R = 1; export {        R};",
  };
  for (const [source, stripped] of Object.entries(results))
    assert.equal(stripTypeScriptTypes(source, { mode: "strip" }), stripped, source);
});

test("exports of types are blanked", () => {
  // Node leaves no semicolon, which changes nothing.
  for (const source of ["export type {Q} from 'y';", "export type * from 'z';", "export type * as n from 'z';"])
    assert.equal(stripTypeScriptTypes(source).replace(";", " "), " ".repeat(source.length), source);
});

test("accessors lose their types", () => {
  assert.equal(
    stripTypeScriptTypes("class C { accessor x: number = 1; static accessor y: string }"),
    "class C { accessor x         = 1; static accessor y         }",
  );
});
