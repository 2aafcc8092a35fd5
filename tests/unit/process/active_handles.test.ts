// The results of `process.getActiveResourcesInfo` and `process._getActiveHandles`.
import assert from "node:assert";
import { spawn } from "node:child_process";
import dgram from "node:dgram";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import process from "node:process";
import { test } from "../harness.ts";

const count = (name: string): number => process.getActiveResourcesInfo().filter((each) => each === name).length;
const handles = (): object[] => (process as any)._getActiveHandles();

test("a UDP socket is listed unless it is unreferenced", async () => {
  const socket = dgram.createSocket("udp4");
  assert.deepStrictEqual([count("UDPWrap"), handles().includes(socket)], [1, true]);
  socket.unref();
  assert.strictEqual(count("UDPWrap"), 0);
  socket.ref();
  socket.close();
  await once(socket, "close");
});

test("watchers of files and folders are listed", () => {
  const watcher = fs.watch(import.meta.dirname);
  assert.deepStrictEqual([count("FSEventWrap"), handles().includes(watcher)], [1, true]);
  watcher.unref();
  assert.strictEqual(count("FSEventWrap"), 0);
  watcher.close();
  const polling = fs.watchFile(import.meta.filename, () => {});
  assert.deepStrictEqual([count("StatWatcher"), handles().includes(polling)], [1, true]);
  fs.unwatchFile(import.meta.filename);
  assert.strictEqual(count("StatWatcher"), 0);
});

test("polling a file is not a timer of the program", async () => {
  const before = count("Timeout");
  fs.watchFile(import.meta.filename, () => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  const during = count("Timeout");
  fs.unwatchFile(import.meta.filename);
  assert.strictEqual(during, before);
});

test("a child is listed as the object that programs have", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  assert.ok(handles().includes(child));
  assert.strictEqual(count("ProcessWrap"), 1);
  await once(child, "close");
});

test("outgoing messages have no _headers any more", () => {
  assert.deepStrictEqual(
    ["_headers" in http.OutgoingMessage.prototype, "_headerNames" in http.OutgoingMessage.prototype],
    [false, false],
  );
});
