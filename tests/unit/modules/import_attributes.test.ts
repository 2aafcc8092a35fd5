// Invalid import attributes are refused with Node's messages.
import assert from "node:assert";
import { test } from "../harness.ts";

const own = "data:text/javascript,export default 1";

test("an unknown type is refused, and the error names the module", async () => {
  await assert.rejects(import(own, { with: { type: "zz" } }), {
    name: "TypeError",
    code: "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED",
    message: `Import attribute "type" with value "zz" is not supported in ${own}`,
  });
  await assert.rejects(import(own, { with: { type: "json" } }), {
    name: "TypeError",
    code: "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE",
    message: `Module "${own}" is not of type "json"`,
  });
});

test("invalid options of import() are refused", async () => {
  const refused: [any, string][] = [
    [5, "The second argument to import() must be an object"],
    [{ with: 5 }, "The 'with' option must be an object"],
    [{ with: { type: 5 } }, "Import attribute value must be a string"],
  ];
  for (const [options, message] of refused) await assert.rejects(import(own, options), { name: "TypeError", message });
});
