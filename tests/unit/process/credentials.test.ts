import assert from "node:assert";
import { test } from "../harness.ts";

const { setuid, setgid, seteuid, setegid, setgroups, initgroups, getuid, getgid, geteuid, getegid } = process as any;

test("setuid, setgid and the others accept the current number and name", () => {
  setegid(getegid());
  seteuid(geteuid());
  setgid(getgid());
  setuid(getuid());
  assert.deepStrictEqual([geteuid(), getegid()], [getuid(), getgid()]);
});

test("names that do not exist are refused", () => {
  const unknown = (kind: string) => ({
    name: "Error",
    code: "ERR_UNKNOWN_CREDENTIAL",
    message: `${kind} identifier does not exist: nobody_of_that_name`,
  });
  for (const call of [setuid, seteuid]) assert.throws(() => call("nobody_of_that_name"), unknown("User"));
  for (const call of [setgid, setegid]) assert.throws(() => call("nobody_of_that_name"), unknown("Group"));
  assert.throws(() => setgroups(["nobody_of_that_name"]), unknown("Group"));
  assert.throws(() => initgroups(4294960000, 0), {
    code: "ERR_UNKNOWN_CREDENTIAL",
    message: "User identifier does not exist: 4294960000",
  });
  assert.throws(() => initgroups("root", "nobody_of_that_name"), unknown("Group"));
});

test("wrong arguments are refused", () => {
  for (const call of [setuid, setgid, seteuid, setegid]) {
    assert.throws(() => call({}), {
      code: "ERR_INVALID_ARG_TYPE",
      message: 'The "id" argument must be one of type number or string. Received an instance of Object',
    });
    assert.throws(() => call(-1), {
      code: "ERR_OUT_OF_RANGE",
      message: 'The value of "id" is out of range. It must be >= 0 && <= 4294967295. Received -1',
    });
  }
  assert.throws(() => setgroups(5), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "groups" argument must be an instance of Array. Received type number (5)',
  });
  assert.throws(() => setgroups([true]), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "groups[0]" argument must be one of type number or string. Received type boolean (true)',
  });
  assert.throws(() => initgroups("root"), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "extraGroup" argument must be one of type number or string. Received undefined',
  });
});
