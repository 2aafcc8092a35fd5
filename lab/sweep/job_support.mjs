// What several jobs need.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @returns {string} A new folder, which the job removes. */
export function temporaryFolder() {
  return mkdtempSync(path.join(tmpdir(), "job-"));
}

/**
 * Calls `work` for each item with at most `limit` calls in flight.
 *
 * @param {unknown[]} items The items.
 * @param {number} limit The number of calls in flight.
 * @param {(item: any) => Promise<void>} work The call.
 */
export async function inBatches(items, limit, work) {
  let next = 0;
  const run = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: limit }, run));
}

/**
 * Writes a file of lines as a server logs them.
 *
 * @param {string} file The path.
 * @param {number} lines The number of lines.
 */
export function writeLog(file, lines) {
  const block = Array.from({ length: 1000 }, (_, index) => logLine(index)).join("\n") + "\n";
  writeFileSync(file, block);
  for (let count = 1000; count < lines; count += 1000) writeFileSync(file, block, { flag: "a" });
}

/**
 * @param {number} index Which line.
 * @returns {string} A line of an access log.
 */
export function logLine(index) {
  const address = `10.0.${index % 256}.${(index * 7) % 256}`;
  const status = index % 17 === 0 ? 404 : 200;
  return `${address} - user${index % 90} [26/Nov/2026:10:${10 + (index % 50)}:01 +0000] "GET /items/${index}?page=${index % 9} HTTP/1.1" ${status} ${index * 13} "-" "curl/8.5"`;
}

/**
 * Listens on a free port of the loopback interface.
 *
 * @param {import("node:net").Server} server The server.
 * @returns {Promise<number>} The port.
 */
export function listen(server) {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
}

/**
 * @param {boolean} condition What must hold.
 * @param {string} message What is wrong otherwise.
 */
export function check(condition, message) {
  if (!condition) throw new Error(message);
}
