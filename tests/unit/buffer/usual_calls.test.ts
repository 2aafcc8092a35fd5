// `write`, `toString` and `Buffer.byteLength` with every form of arguments: the usual ones take one native call, and must
// not differ from the others. The values are Node's.
import { deepStrictEqual, strictEqual, throws } from "node:assert";
import { Buffer } from "node:buffer";
import { test } from "../harness.ts";

/** The result of a `write` with these arguments, and eight bytes afterwards. */
function written(...args: any[]): [number, string] {
  const bytes: any = Buffer.alloc(8, 0x2e);
  return [bytes.write(...args), bytes.latin1Slice()];
}

test("writes where offset, length and encoding say", () => {
  deepStrictEqual(written("ab"), [2, "ab......"]);
  deepStrictEqual(written("ab", -0), [2, "ab......"]);
  deepStrictEqual(written("ab", 8), [0, "........"]);
  deepStrictEqual(written("abcd", 6, 8), [2, "......ab"]);
  deepStrictEqual(written("abcd", 1, 2), [2, ".ab....."]);
  deepStrictEqual(written("é", 4, "utf8"), [2, "....Ã©.."]);
  deepStrictEqual(written("é", "utf-8"), [2, "Ã©......"]);
  deepStrictEqual(written("6162", 1, "hex"), [2, ".ab....."]);
  deepStrictEqual(written("é", 0, 8, "UTF-8"), [2, "Ã©......"]);
  deepStrictEqual(written("é", 3, 5, "Latin1"), [1, "...é...."]);
  for (const none of ["", null, undefined]) deepStrictEqual(written("é", 0, 2, none), [2, "Ã©......"]);
  // An encoding in place of the length wins, and without an offset the other arguments are ignored.
  deepStrictEqual(written("é", 4, "utf-8", "latin1"), [2, "....Ã©.."]);
  deepStrictEqual(written("é", undefined, 1, "latin1"), [2, "Ã©......"]);
  strictEqual(Buffer.prototype.write.call(new Uint8Array(3) as any, "abcdef"), 3);
});

test("writes complete characters only, also of rope strings", () => {
  deepStrictEqual(written("a€", 5), [1, ".....a.."]);
  deepStrictEqual(written("a\u{1F600}", 4), [1, "....a..."]);
  let pieces = "";
  for (let index = 0; index < 5; index++) pieces += String.fromCharCode(97 + index);
  deepStrictEqual(written(pieces, 1), [5, ".abcde.."]);
});

test("refuses offsets outside, other values and unknown encodings, and writes nothing", () => {
  const refused = (code: string, message: RegExp, ...args: any[]) => {
    const bytes: any = Buffer.alloc(8, 0x2e);
    throws(() => bytes.write(...args), { code, message });
    strictEqual(bytes.latin1Slice(), "........");
  };
  refused("ERR_OUT_OF_RANGE", /"offset" .*It must be >= 0 && <= 8\. Received 9/, "ab", 9);
  refused("ERR_OUT_OF_RANGE", /"offset" .*It must be an integer\. Received 1\.5/, "ab", 1.5);
  refused("ERR_OUT_OF_RANGE", /"offset" .*Received -1/, "ab", -1);
  refused("ERR_OUT_OF_RANGE", /"offset" .*It must be an integer\. Received NaN/, "ab", NaN);
  refused("ERR_OUT_OF_RANGE", /"length" .*It must be >= 0 && <= 8\. Received 9/, "ab", 1, 9);
  refused("ERR_UNKNOWN_ENCODING", /Unknown encoding: utf9/, "ab", 0, 2, "utf9");
  refused("ERR_UNKNOWN_ENCODING", /Unknown encoding: utf9/, 5, 0, 2, "utf9");
  refused("ERR_INVALID_ARG_TYPE", /argument must be a string/, 5, 0, 2);
  refused("ERR_INVALID_ARG_TYPE", /argument must be a string/, undefined);
});

test("toString accepts any values as range", () => {
  const bytes: any = Buffer.from("aé€z");
  const cases: [any[], string][] = [
    [[], "aé€z"],
    [["utf8"], "aé€z"],
    [["utf-8", 1], "é€z"],
    [[undefined, 1, 3], "é"],
    [["UTF8", 1, 3], "é"],
    [["utf8", -3, 3], "aé"],
    [["utf8", 2.9, 6.9], "\ufffd€"],
    [["utf8", "1", "3"], "é"],
    [["utf8", undefined, 3], "aé"],
    [["utf8", 1, undefined], "é€z"],
    [["utf8", 5, 2], ""],
    [["utf8", NaN, 4], "aé\ufffd"],
    [["utf8", 0, Infinity], "aé€z"],
    [["utf8", 0, 1e300], "aé€z"],
    [["utf8", 100, 200], ""],
    [["latin1", 1, 3], "Ã©"],
    [[{ toString: () => "hex" }, 0, 1], "61"],
  ];
  for (const [args, text] of cases) strictEqual(bytes.toString(...args), text, JSON.stringify(args));
  strictEqual(Buffer.prototype.toString.call(new Uint8Array([97, 98]) as any), "ab");
  for (const name of [null, "x"])
    throws(() => bytes.toString(name), { code: "ERR_UNKNOWN_ENCODING", message: `Unknown encoding: ${name}` });
  throws(() => Buffer.prototype.toString.call("abc" as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "argument must be a buffer",
  });
});

test("byteLength counts text in its encoding, and views by their bytes", () => {
  const lengthOf: any = Buffer.byteLength;
  strictEqual(lengthOf(""), 0);
  strictEqual(lengthOf("é€\u{1F600}\ud800"), 12);
  for (const name of ["utf-8", "UTF8", null, "nope", 5]) strictEqual(lengthOf("é", name), 2, String(name));
  strictEqual(lengthOf("é", "latin1"), 1);
  strictEqual(lengthOf("abcd", "hex"), 2);
  strictEqual(lengthOf(new Uint16Array(3)), 6);
  strictEqual(lengthOf(new ArrayBuffer(5), "hex"), 5);
  throws(() => lengthOf(5), {
    code: "ERR_INVALID_ARG_TYPE",
    message: /"string" argument .*Received type number \(5\)/,
  });
});

test("toString decodes in all encodings, by names in any case and with ranges", () => {
  const bytes = Buffer.from([0x00, 0x41, 0xe9, 0xff, 0x3e, 0xbf]);
  const expected: Record<string, [string, string]> = {
    latin1: ["\0Aéÿ>¿", "Aéÿ>"],
    binary: ["\0Aéÿ>¿", "Aéÿ>"],
    ascii: ["\0Ai\x7f>?", "Ai\x7f>"],
    hex: ["0041e9ff3ebf", "41e9ff3e"],
    base64: ["AEHp/z6/", "Qen/Pg=="],
    base64url: ["AEHp_z6_", "Qen_Pg"],
    utf16le: ["\u4100\uffe9\ubf3e", "\ue941\u3eff"],
    ucs2: ["\u4100\uffe9\ubf3e", "\ue941\u3eff"],
    utf8: ["\0A\ufffd\ufffd>\ufffd", "A\ufffd\ufffd>"],
  };
  for (const [name, [all, part]] of Object.entries(expected)) {
    const upper = name.toUpperCase() as BufferEncoding;
    strictEqual(bytes.toString(name as BufferEncoding), all, name);
    strictEqual(bytes.toString(name as BufferEncoding, 1, 5), part, name);
    strictEqual(bytes.toString(upper), all, upper);
    strictEqual(bytes.toString(upper, 1, 5), part, upper);
    strictEqual(bytes.toString(name as BufferEncoding, 3, 2), "", name);
    strictEqual(Buffer.alloc(0).toString(name as BufferEncoding), "", name);
  }
  // An odd last byte is ignored, and text of one byte per unit is as long as its units.
  strictEqual(Buffer.from("héllo wörld", "utf16le").toString("utf16le", 0, 11), "héllo");
  throws(() => bytes.toString("hex " as BufferEncoding, 1, 2), { code: "ERR_UNKNOWN_ENCODING" });
});

test("toString of long bytes is the same as that of their parts", () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 99_999 }, (_, index) => index * 7));
  for (const [name, step] of [
    ["hex", 3],
    ["base64", 3],
    ["base64url", 3],
    ["latin1", 3],
    ["ascii", 3],
    ["utf16le", 2],
  ] as const) {
    let joined = "";
    for (let start = 0; start < bytes.length; start += step) joined += bytes.toString(name, start, start + step);
    strictEqual(bytes.toString(name), joined, name);
  }
});
