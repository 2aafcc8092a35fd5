// `Intl` calls no setter that a program gave to `Object.prototype`, also when it is used for the first time
// (https://github.com/tc39/test262, intl402/Collator/supportedLocalesOf/taint-Object-prototype.js). Run with Brio, or with Node.
import assert from "node:assert";
import { test } from "../harness.ts";

test("lists of locales are made without setters of Object.prototype", () => {
  let calls = 0;
  const setter = { set: () => calls++, configurable: true };
  for (const key of ["0", "1", "2"]) Object.defineProperty(Object.prototype, key, setter);
  const tags = Intl.Collator.supportedLocalesOf(["en", "de"]);
  const canonical = Intl.getCanonicalLocales(["EN", "de"]);
  for (const key of ["0", "1", "2"]) delete (Object.prototype as unknown as Record<string, unknown>)[key];
  assert.strictEqual(calls, 0);
  assert.deepStrictEqual(tags, ["en", "de"]);
  assert.deepStrictEqual(canonical, ["en", "de"]);
});
