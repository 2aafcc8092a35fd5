// Enums whose members have strings that the declaration itself does not show. Expected values are what TypeScript's compiler
// writes: entries from the value back to the name exist for numbers alone.
import { deepStrictEqual } from "node:assert";
import { basename } from "node:path";
import { test } from "../harness.ts";
import { SEPARATOR } from "./fixtures/exported_constants.ts";

const KIND = "kind";
const COUNT = 4;

namespace Names {
  export const FIRST = "first";
  export enum Inside {
    A = KIND,
    B = FIRST,
  }
}

enum Constants {
  A = KIND,
  B = `x${KIND}`,
  C = KIND + "t",
  D = Names.FIRST,
  E = COUNT,
  F,
}

enum Others {
  A = Constants.A,
  B = Constants["B"],
  C = Constants.E,
}

enum Imported {
  A = SEPARATOR,
}

enum Computed {
  A = basename("/a").length,
  B = `b${COUNT}`,
  C = B,
}

enum Merged {
  A = KIND,
}
enum Merged {
  B = A,
  C = 1,
}

function local(): object {
  const LOCAL = "local";
  enum Inner {
    A = LOCAL,
    B = 1 << COUNT,
  }
  return Inner;
}

test("constants of strings have no entry for the value", () => {
  deepStrictEqual({ ...Constants }, { A: "kind", B: "xkind", C: "kindt", D: "first", E: 4, 4: "E", F: 5, 5: "F" });
});

test("nor do members of other enums, imports, and enums of namespaces and functions", () => {
  deepStrictEqual({ ...Others }, { A: "kind", B: "xkind", C: 4, 4: "C" });
  deepStrictEqual({ ...Imported }, { A: "/" });
  deepStrictEqual({ ...Names.Inside }, { A: "kind", B: "first" });
  deepStrictEqual({ ...local() }, { A: "local", B: 16, 16: "B" });
});

test("computed numbers have one, templates do not", () => {
  deepStrictEqual({ ...Computed }, { A: 1, 1: "A", B: "b4", C: "b4" });
  deepStrictEqual({ ...Merged }, { A: "kind", B: "kind", C: 1, 1: "C" });
});

enum Literals {
  A = "first",
  B = `second`,
  C = "th" + "ird",
  D = "fourth",
  F = 6,
}

test("literals of strings are the values of members, without an entry", () => {
  deepStrictEqual({ ...Literals }, { A: "first", B: "second", C: "third", D: "fourth", F: 6, 6: "F" });
});
