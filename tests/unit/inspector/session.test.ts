// Sessions of node:inspector as far as they work without a debugger: programs that profile connect one when they start.
import assert from "node:assert";
import inspector from "node:inspector";
import promises from "node:inspector/promises";
import { test } from "../harness.ts";

test("a session is connected once at a time", () => {
  const session = new inspector.Session();
  session.disconnect();
  session.connect();
  assert.throws(() => session.connect(), {
    code: "ERR_INSPECTOR_ALREADY_CONNECTED",
    message: "The inspector session is already connected",
  });
  session.disconnect();
  session.connect();
  session.disconnect();
});

test("nothing can be posted without a connection, and the main thread has no other to connect to", () => {
  const session = new inspector.Session();
  assert.throws(() => session.post("Nothing.at"), {
    code: "ERR_INSPECTOR_NOT_CONNECTED",
    message: "Session is not connected",
  });
  assert.throws(() => session.post(5 as unknown as string), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => session.connectToMainThread(), { code: "ERR_INSPECTOR_NOT_WORKER" });
});

test("a method that does not exist is an error for the callback, not for the caller", () => {
  const session = new inspector.Session();
  session.connect();
  const answers: unknown[] = [];
  session.post("Nothing.at");
  session.post("Nothing.at", (error, result) => answers.push((error as any).code, error!.message, result));
  session.post("Nothing.at", {}, (error) => answers.push(error!.name));
  assert.deepStrictEqual(answers, [
    "ERR_INSPECTOR_COMMAND",
    "Inspector error -32601: 'Nothing.at' wasn't found",
    undefined,
    "Error",
  ]);
  session.disconnect();
});

test("the session of inspector/promises rejects", async () => {
  const session = new promises.Session();
  await assert.rejects(session.post("Nothing.at"), { code: "ERR_INSPECTOR_NOT_CONNECTED" });
  session.connect();
  await assert.rejects(session.post("Nothing.at"), { code: "ERR_INSPECTOR_COMMAND" });
  session.disconnect();
});
