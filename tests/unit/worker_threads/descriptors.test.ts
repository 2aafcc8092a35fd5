// trackUnmanagedFds: file descriptors that a worker leaves open are closed when it ends.
import assert from "node:assert";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "../harness.ts";
import { head, runWorker } from "./start.ts";

const file = JSON.stringify(fileURLToPath(import.meta.url));

test("descriptors are closed with the worker", async () => {
  for (const options of [{}, { trackUnmanagedFds: true }]) {
    const {
      messages: [fd],
    } = await runWorker(`${head}parentPort.postMessage(require("fs").openSync(${file}))`, options);
    assert.throws(() => fs.fstatSync(fd), { code: "EBADF" });
  }
  const {
    messages: [other],
  } = await runWorker(`${head}require("fs").open(${file}, (error, fd) => parentPort.postMessage(fd))`);
  assert.throws(() => fs.fstatSync(other), { code: "EBADF" });
});

test("with false they stay open", async () => {
  const {
    messages: [fd],
  } = await runWorker(`${head}parentPort.postMessage(require("fs").openSync(${file}))`, { trackUnmanagedFds: false });
  fs.fstatSync(fd);
  fs.closeSync(fd);
});

test("closing a foreign descriptor warns", async () => {
  const fd = fs.openSync(fileURLToPath(import.meta.url), "r");
  const { messages } = await runWorker(
    `${head}process.on("warning", ({ message }) => parentPort.postMessage(message)); require("fs").closeSync(${fd});`,
  );
  assert.deepStrictEqual(messages, [`File descriptor ${fd} closed but not opened in unmanaged mode`]);
});
