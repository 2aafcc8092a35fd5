import assert from "node:assert";
import punycode from "node:punycode";
import { test } from "../harness.ts";

test("names go to ASCII and back", () => {
  for (const [unicode, ascii] of [
    ["mañana.com", "xn--maana-pta.com"],
    ["джумла@джpумлатест.bрfа", "джумла@xn--p-8sbkgc5ag7bhce.xn--bf-8kc6d"],
  ]) {
    assert.strictEqual(punycode.toASCII(unicode!), ascii);
    assert.strictEqual(punycode.toUnicode(ascii!), unicode);
  }
  assert.strictEqual(punycode.encode("bücher"), "bcher-kva");
  assert.deepStrictEqual(punycode.ucs2.decode("a😀"), [0x61, 0x1f600]);
});

test("invalid Punycode is a RangeError", () => {
  assert.throws(() => punycode.decode("\x80"), { name: "RangeError", message: "Invalid input" });
  assert.throws(() => punycode.decode("\x80-a"), {
    name: "RangeError",
    message: "Illegal input >= 0x80 (not a basic code point)",
  });
});
