// What metadata of decorators says of types that other modules declare, as TypeScript 5.9 writes it.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const METADATA =
  "Reflect.metadata = (key, value) => (target, name) => { (globalThis.written ??= {})[name] ??= value; };";

const DECLARATIONS: Record<string, string> = {
  "a.ts": `export type Id = string; export type Lits = 'a' | 'b'; export type Num = 1 | 2; export type Big = bigint; export type Flag = true;
export type Sym = symbol; export type List = string[]; export type Tuple = [string, number]; export type Fn = () => void;
export type Ctor = new () => object; export type Maybe = string | null; export type Loose = string | undefined; export type Obj = { a: string };
export type Any = any; export type Unknown = unknown; export type Never = never; export type Void = void; export type Nothing = null;
export type Of<T> = T; export type Pair<T, U = string> = T | U; export type Nullable<T> = T | null; export type Listed<T> = T[];
export type Brand = string & { readonly brand: 'x' }; export type Template = \`a\${string}\`;
export interface Shape { a: string; b?: number; m(): void } export interface Callable { (): void } export interface More extends Callable {}
export interface Constructable { new (): object }
export enum N { a, b } export enum S { a = 'a', b = 'b' } export enum M { a, b = 'b' } export const enum CN { a } export const enum CS { a = 's' }
export declare enum DE { a }
export class Cl { static make() { return 1; } static label = 'x'; static count: number; value: string = ''; run() {} }
export abstract class Abs {} export class Gen<T> { v!: T }
export const K = class {}; export type K = InstanceType<typeof K>;
export const schema = { a: 'x', b: 'y' } as const; export type Values = (typeof schema)[keyof typeof schema];
export const tuple = ['a', 'b'] as const; export function fn() {} export const arrow = () => 1; export const text = 'x'; export const num = 5;
export type OfFn = typeof fn; export type OfText = typeof text; export type OfStatic = typeof Cl.make; export type OfLabel = typeof Cl.label; export type OfCount = typeof Cl.count;
export namespace Ns { export type T = number; export class Inner {} export enum E { a = 'a' } export interface I {} }
export class Merged {} export namespace Merged { export type T = string; export enum Kind { a, b } }
type Hidden = string; export { type Hidden as Renamed }; export type Cls = Cl; export type Self = Self[] | string;
export type Cond = string extends Id ? number : string; export type Date2 = Date; export type Prom = Promise<string>; export type Rec = Record<string, string>;`,
  "d.ts": `type T = number; export default T;`,
  "d2.ts": `export default class Def { a = 1 }`,
  "d3.ts": `export default interface DefI { a: string }`,
  "d4.ts": `enum E { a = 'x' } export default E;`,
  "b.ts": `export * from './a.ts'; export { type Id as Other, Cl as OtherClass, S as OtherEnum } from './a.ts'; export { type default as Default, type default } from './d.ts'; export * as all from './a.ts'; export type { Cl as TypeCl, N as TypeN, Fn as TypeFn } from './a.ts'; import type { Num } from './a.ts'; export type { Num as Passed }; import * as own from './a.ts'; export { own }; export type Local = own.Id; import type { Shape } from './a.ts'; export type Key = keyof Shape; export interface Wide extends Shape { c: string } export type FromImport = import('./a').Lits;`,
  "c.ts": `export * from './b.ts'; export * from './cycle.ts'; export type Deep = import('./b').Local; export type { default as Def } from './d2.ts'; export { default as Def2 } from './d2.ts';`,
  "cycle.ts": `export * from './c.ts'; export type InCycle = number;`,
  "t.ts": `export type * from './a.ts';`,
  "decl.d.ts": `declare type Ambient = string; interface Amb { a: 1 } declare class AmbClass {} export { Ambient, Amb, AmbClass };`,
  "decl2.d.ts": `export type P = string; type Q = number;`,
  "folder/index.ts": `export type InFolder = boolean; export { type Id as Up } from '../a.ts';`,
};

const IMPORTS = `import "./metadata.mjs";
import { Id, Lits, Num, Big, Flag, Sym, List, Tuple, Fn, Ctor, Maybe, Loose, Obj, Any, Unknown, Never, Void, Nothing, Of, Pair, Nullable, Listed, Brand, Template, Shape, Callable, More, Constructable, N, S, M, CN, CS, Cl, Abs, Gen, K, Values, OfFn, OfText, OfStatic, OfLabel, OfCount, Ns, Merged, Renamed, Cls, Self, Cond, Date2, Prom, Rec, schema, fn, tuple, num } from './a.ts';
import type { Id as TId, Fn as TFn, Cl as TCl, Abs as TAbs, N as TN, S as TS, Shape as TShape, Callable as TCallable, K as TK, Ns as TNs, Merged as TMerged } from './a';
import { type Cl as TCl2, type Id as TId2 } from './a.ts';
import D from './d.ts'; import D2 from './d2.ts'; import D3 from './d3.ts'; import D4 from './d4.ts'; import type TD2 from './d2';
import { Other, OtherClass, OtherEnum, Default, all, TypeCl, TypeN, TypeFn, Passed, own, Local, Key, Wide, FromImport, Id as BId, Cl as BCl } from './b.ts';
import type { Other as TOther, OtherClass as TOtherClass } from './b';
import { Deep, Def, Def2, InCycle, Lits as CLits, Cl as CCl, Missing } from './c.ts';
import { Id as StarId, Cl as StarCl } from './t.ts';
import type { Ambient, Amb, AmbClass } from './decl'; import type { P } from './decl2';
import { InFolder, Up } from './folder/index.ts'; import { InFolder as InFolder2 } from './folder/index.ts';
import * as ns from './a.ts'; import type * as tns from './b'; import * as bns from './b.ts';
import { Id as IdJs } from './a.js';
type LocalAlias = Id; type LocalOf = Of<number>; type LocalPair = Pair<string>; type LocalPair2 = Pair<number>; type LocalNull = Nullable<string>; type LocalListed = Listed<string>;
type Keys = keyof Shape; type Elem = Shape['a']; type Elem2 = Shape['b']; type Elem3 = Shape['m']; type Vals = (typeof schema)[keyof typeof schema]; type OfImportedFn = typeof fn; type TupleVals = (typeof tuple)[number]; type OfNum = typeof num; type OfSt = typeof Cl.make; type ViaType = import('./a').Id; type ViaTypeFn = typeof import('./a').fn;
type ClKeys = keyof Cl; type ClElem = Cl['value']; type ClRun = Cl['run'];
interface LocalMore extends Callable {} interface LocalShape extends Shape { x: 1 } type LKeys = keyof LocalShape; type EnumMember = S.a; type UnionOf = Id | Lits; type Inter = Id & { x: 1 };
enum FromConst { a = num }`;

/** A type, and the name of the constructor in its metadata with and without `strictNullChecks`. */
const TYPES: [type: string, strict: string, loose: string][] = [
  ["Id", "String", "String"],
  ["Lits", "String", "String"],
  ["Num", "Number", "Number"],
  ["Big", "BigInt", "BigInt"],
  ["Flag", "Boolean", "Boolean"],
  ["Sym", "Symbol", "Symbol"],
  ["List", "Array", "Array"],
  ["Tuple", "Array", "Array"],
  ["Fn", "Function", "Function"],
  ["Ctor", "Object", "Object"],
  ["Maybe", "Object", "String"],
  ["Loose", "Object", "String"],
  ["Obj", "Object", "Object"],
  ["Any", "Object", "Object"],
  ["Unknown", "Object", "Object"],
  ["Never", "undefined", "undefined"],
  ["Void", "undefined", "undefined"],
  ["Nothing", "undefined", "undefined"],
  ["Of<string>", "Object", "Object"],
  ["Pair<number>", "Object", "Object"],
  ["Nullable<string>", "Object", "Object"],
  ["Listed<string>", "Array", "Array"],
  ["Brand", "String", "String"],
  ["Template", "String", "String"],
  ["Shape", "Object", "Object"],
  ["Callable", "Function", "Function"],
  ["More", "Function", "Function"],
  ["Constructable", "Object", "Object"],
  ["N", "Number", "Number"],
  ["S", "String", "String"],
  ["M", "Object", "Object"],
  ["CN", "Number", "Number"],
  ["CS", "String", "String"],
  ["N.a", "Number", "Number"],
  ["S.a", "String", "String"],
  ["M.b", "String", "String"],
  ["CN.a", "Number", "Number"],
  ["Cl", "Cl", "Cl"],
  ["Abs", "Abs", "Abs"],
  ["Gen<string>", "Gen", "Gen"],
  ["K", "K", "K"],
  ["Values", "String", "String"],
  ["OfFn", "Function", "Function"],
  ["OfText", "String", "String"],
  ["OfStatic", "Function", "Function"],
  ["OfLabel", "String", "String"],
  ["OfCount", "Number", "Number"],
  ["Ns.T", "Number", "Number"],
  ["Ns.Inner", "Inner", "Inner"],
  ["Ns.E", "String", "String"],
  ["Ns.I", "Object", "Object"],
  ["Merged", "Merged", "Merged"],
  ["Merged.T", "String", "String"],
  ["Merged.Kind", "Number", "Number"],
  ["Merged.Kind.a", "Number", "Number"],
  ["Renamed", "String", "String"],
  ["Cls", "Object", "Object"],
  ["Self", "Object", "Object"],
  ["Cond", "Number", "Number"],
  ["Date2", "Object", "Object"],
  ["Prom", "Object", "Object"],
  ["Rec", "Object", "Object"],
  ["TId", "String", "String"],
  ["TFn", "Function", "Function"],
  ["TCl", "Function", "Function"],
  ["TAbs", "Function", "Function"],
  ["TN", "Number", "Number"],
  ["TS", "String", "String"],
  ["TShape", "Object", "Object"],
  ["TCallable", "Function", "Function"],
  ["TK", "Function", "Function"],
  ["TNs.T", "Number", "Number"],
  ["TNs.Inner", "Function", "Function"],
  ["TMerged", "Function", "Function"],
  ["TMerged.T", "String", "String"],
  ["TCl2", "Function", "Function"],
  ["TId2", "String", "String"],
  ["D", "Number", "Number"],
  ["D2", "Def", "Def"],
  ["D3", "Object", "Object"],
  ["D4", "String", "String"],
  ["TD2", "Function", "Function"],
  ["Other", "String", "String"],
  ["OtherClass", "Cl", "Cl"],
  ["OtherEnum", "String", "String"],
  ["Default", "Number", "Number"],
  ["all.Id", "String", "String"],
  ["all.Cl", "Cl", "Cl"],
  ["all.N", "Number", "Number"],
  ["TypeCl", "Function", "Function"],
  ["TypeN", "Number", "Number"],
  ["TypeFn", "Function", "Function"],
  ["Passed", "Number", "Number"],
  ["own.Id", "String", "String"],
  ["own.Cl", "Cl", "Cl"],
  ["own.Ns.T", "Number", "Number"],
  ["Local", "String", "String"],
  ["Key", "String", "String"],
  ["Wide", "Object", "Object"],
  ["FromImport", "String", "String"],
  ["BId", "String", "String"],
  ["BCl", "Cl", "Cl"],
  ["TOther", "String", "String"],
  ["TOtherClass", "Function", "Function"],
  ["Deep", "String", "String"],
  ["Def", "Function", "Function"],
  ["Def2", "Def", "Def"],
  ["InCycle", "Number", "Number"],
  ["CLits", "String", "String"],
  ["CCl", "Cl", "Cl"],
  ["Missing", "Object", "Object"],
  ["StarId", "String", "String"],
  ["StarCl", "Function", "Function"],
  ["Ambient", "String", "String"],
  ["Amb", "Object", "Object"],
  ["AmbClass", "Function", "Function"],
  ["P", "String", "String"],
  ["InFolder", "Boolean", "Boolean"],
  ["Up", "String", "String"],
  ["InFolder2", "Boolean", "Boolean"],
  ["ns.Id", "String", "String"],
  ["ns.Cl", "Cl", "Cl"],
  ["ns.N", "Number", "Number"],
  ["ns.S.a", "String", "String"],
  ["ns.Ns.T", "Number", "Number"],
  ["ns.Shape", "Object", "Object"],
  ["tns.Id", "String", "String"],
  ["tns.Cl", "Function", "Function"],
  ["tns.all.Id", "String", "String"],
  ["bns.Other", "String", "String"],
  ["bns.OtherClass", "Cl", "Cl"],
  ["bns.all.Id", "String", "String"],
  ["IdJs", "String", "String"],
  ["LocalAlias", "String", "String"],
  ["LocalOf", "Number", "Number"],
  ["LocalPair", "String", "String"],
  ["LocalPair2", "Object", "Object"],
  ["LocalNull", "Object", "String"],
  ["LocalListed", "Array", "Array"],
  ["Keys", "String", "String"],
  ["Elem", "String", "String"],
  ["Elem2", "Object", "Number"],
  ["Elem3", "Function", "Function"],
  ["Vals", "String", "String"],
  ["OfImportedFn", "Function", "Function"],
  ["TupleVals", "String", "String"],
  ["OfNum", "Number", "Number"],
  ["OfSt", "Function", "Function"],
  ["ViaType", "String", "String"],
  ["ViaTypeFn", "Function", "Function"],
  ["ClKeys", "String", "String"],
  ["ClElem", "String", "String"],
  ["ClRun", "Function", "Function"],
  ["LocalMore", "Function", "Function"],
  ["LKeys", "String", "String"],
  ["EnumMember", "String", "String"],
  ["UnionOf", "String", "String"],
  ["Inter", "String", "String"],
  ["FromConst", "Number", "Number"],
  ["import('./a').Id", "Object", "Object"],
  ["Id | null", "Object", "String"],
  ["Cl | null", "Object", "Cl"],
  ["TCl | null", "Object", "Function"],
  ["Id | undefined", "Object", "String"],
  ["Id | Lits", "String", "String"],
  ["Id | Num", "Object", "Object"],
  ["Cl | OtherClass", "Object", "Object"],
  ["Cl | Cl", "Cl", "Cl"],
  ["N | null", "Object", "Number"],
  ["Id[]", "Array", "Array"],
  ["Array<Id>", "Array", "Array"],
  ["Fn | null", "Object", "Function"],
  ["TId | TFn", "Object", "Object"],
  ["Id & Brand", "String", "String"],
  ["Maybe | null", "Object", "String"],
  ["Shape | null", "Object", "Object"],
  ["Other | Id", "String", "String"],
  ["readonly Id[]", "Array", "Array"],
  ["Promise<Id>", "Promise", "Promise"],
  ["typeof fn", "Object", "Object"],
];

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "brio-metadata-"));
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  return folder;
}

function outputOf(folder: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "main.mts")], { encoding: "utf8" });
  assert.strictEqual(stderr, "");
  return stdout;
}

function settings(strictNullChecks: boolean): string {
  return JSON.stringify({
    compilerOptions: { experimentalDecorators: true, emitDecoratorMetadata: true, strictNullChecks },
  });
}

for (const [strictNullChecks, column] of [
  [true, 1],
  [false, 2],
] as const) {
  test(`imported types are written as TypeScript writes them, strictNullChecks ${strictNullChecks}`, () => {
    const members = TYPES.map(([type], index) => `@d p${index}: ${type};`);
    const folder = folderWith({
      ...DECLARATIONS,
      "tsconfig.json": settings(strictNullChecks),
      "metadata.mjs": METADATA,
      "main.mts": `${IMPORTS}
const d = () => {};
export class X { ${members.join("\n")} }
const name = (value: any) => (value === undefined ? "undefined" : value.name);
console.log(JSON.stringify(${JSON.stringify(TYPES)}.map((_, index) => name((globalThis as any).written["p" + index]))));`,
    });
    const written = JSON.parse(outputOf(folder));
    rmSync(folder, { recursive: true, force: true });
    assert.deepStrictEqual(
      TYPES.map(([type], index) => `${type}: ${written[index]}`),
      TYPES.map((row) => `${row[0]}: ${row[column]}`),
    );
  });
}

test("a module that was compiled earlier follows a change of the types that it imports", () => {
  const folder = folderWith({
    "tsconfig.json": settings(false),
    "metadata.mjs": METADATA,
    "types.ts": "export type Id = string;",
    // Long enough for an entry in the cache.
    "main.mts": `import "./metadata.mjs"; import type { Id } from "./types";
const d = () => {}; class X { @d id: Id; }
console.log((globalThis as any).written.id.name); // ${"long ".repeat(2000)}`,
  });
  const outputs = [outputOf(folder), outputOf(folder)];
  writeFileSync(join(folder, "types.ts"), "export type Id = number;");
  outputs.push(outputOf(folder), outputOf(folder));
  rmSync(folder, { recursive: true, force: true });
  assert.deepStrictEqual(outputs, ["String\n", "String\n", "Number\n", "Number\n"]);
});
