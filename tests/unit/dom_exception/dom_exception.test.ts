import assert from "node:assert";
import { test } from "../harness.ts";

test("a DOMException is an error with name, message and legacy code", () => {
  const error = new DOMException("text", "NotFoundError");
  assert.ok(error instanceof Error);
  assert.deepStrictEqual([error.name, error.message, error.code], ["NotFoundError", "text", 8]);
  assert.strictEqual(String(error), "NotFoundError: text");
  assert.strictEqual(typeof error.stack, "string");
  assert.strictEqual(Object.prototype.toString.call(error), "[object DOMException]");
  assert.strictEqual((Error as any).isError(error), true);
});

test("the defaults are an empty message and the name Error; newer names have the code 0", () => {
  const error = new DOMException();
  assert.deepStrictEqual([error.name, error.message, error.code], ["Error", "", 0]);
  assert.strictEqual(new DOMException("", "OperationError").code, 0);
  assert.strictEqual(new DOMException("", "ValidationError").code, 0);
});

test("options can be an object with name and cause", () => {
  const cause = new Error("inner");
  const error: any = new (DOMException as any)("text", { name: "DataCloneError", cause });
  assert.deepStrictEqual([error.name, error.code, error.cause], ["DataCloneError", 25, cause]);
  assert.strictEqual("cause" in new DOMException("text"), false);
});

test("every legacy constant is on the class and its prototype", () => {
  const expected: [string, number][] = [
    ["INDEX_SIZE_ERR", 1],
    ["DOMSTRING_SIZE_ERR", 2],
    ["HIERARCHY_REQUEST_ERR", 3],
    ["WRONG_DOCUMENT_ERR", 4],
    ["INVALID_CHARACTER_ERR", 5],
    ["NO_DATA_ALLOWED_ERR", 6],
    ["NO_MODIFICATION_ALLOWED_ERR", 7],
    ["NOT_FOUND_ERR", 8],
    ["NOT_SUPPORTED_ERR", 9],
    ["INUSE_ATTRIBUTE_ERR", 10],
    ["INVALID_STATE_ERR", 11],
    ["SYNTAX_ERR", 12],
    ["INVALID_MODIFICATION_ERR", 13],
    ["NAMESPACE_ERR", 14],
    ["INVALID_ACCESS_ERR", 15],
    ["VALIDATION_ERR", 16],
    ["TYPE_MISMATCH_ERR", 17],
    ["SECURITY_ERR", 18],
    ["NETWORK_ERR", 19],
    ["ABORT_ERR", 20],
    ["URL_MISMATCH_ERR", 21],
    ["QUOTA_EXCEEDED_ERR", 22],
    ["TIMEOUT_ERR", 23],
    ["INVALID_NODE_TYPE_ERR", 24],
    ["DATA_CLONE_ERR", 25],
  ];
  for (const [name, code] of expected) {
    assert.strictEqual((DOMException as any)[name], code, name);
    assert.strictEqual((DOMException.prototype as any)[name], code, name);
  }
});

test("subclasses keep their class, and the class has the shape of Web IDL", () => {
  class Sub extends DOMException {}
  const error = new Sub("text", "AbortError");
  assert.ok(error instanceof Sub);
  assert.strictEqual(error.code, 20);
  assert.strictEqual(Object.getPrototypeOf(DOMException), Function.prototype);
  assert.strictEqual(Object.getPrototypeOf(DOMException.prototype), Error.prototype);
  assert.strictEqual(DOMException.length, 0);
  for (const name of ["name", "message", "code"]) assert.strictEqual(Object.hasOwn(error, name), false, name);
});

test("members refuse a foreign this", () => {
  for (const name of ["name", "message", "code"]) {
    const { get } = Object.getOwnPropertyDescriptor(DOMException.prototype, name)!;
    assert.throws(() => get!.call({}), {
      name: "TypeError",
      code: "ERR_INVALID_THIS",
      message: 'Value of "this" must be of DOMException',
    });
  }
});

test("QuotaExceededError contains the requested amount and the quota", () => {
  const { QuotaExceededError } = globalThis as any;
  const error = new QuotaExceededError("full", { quota: 1, requested: 2 });
  assert.deepStrictEqual([error.name, error.code, error.quota, error.requested], ["QuotaExceededError", 22, 1, 2]);
  assert.ok(error instanceof DOMException);
  assert.strictEqual(new QuotaExceededError("full").quota, null);
  assert.throws(() => new QuotaExceededError("", { quota: -1 }), RangeError);
  assert.throws(() => new QuotaExceededError("", { quota: NaN }), TypeError);
  assert.throws(() => new QuotaExceededError("", { quota: 2, requested: 1 }), RangeError);
});
