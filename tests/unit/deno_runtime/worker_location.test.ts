// `location` in workers. The expected values are those of Deno 2.9.6.
import assert from "node:assert";
import { pathToFileURL } from "node:url";
import { test } from "../harness.ts";

const PROGRAM = `
  const members = ["hash", "host", "hostname", "origin", "pathname", "port", "protocol", "search"];
  let failure;
  try { location.href = "x"; } catch (error) { failure = error.name; }
  postMessage({
    href: location.href, text: String(location), tag: Object.prototype.toString.call(location),
    own: Object.getOwnPropertyNames(location), members: members.map((name) => location[name]).join(" "),
    request: new Request("./other").url, failure, kind: typeof WorkerLocation, page: typeof Location,
    shown: Deno.inspect(location).split("\\n")[0],
  });
  export {};
`;

function answerOf(address: string): Promise<any> {
  const worker = new Worker(address, { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => reject(new Error(event.message));
  });
}

test("it is the address of the worker's module, which cannot be changed", async () => {
  const folder = pathToFileURL(`${Deno.makeTempDirSync()}/`).href;
  Deno.writeTextFileSync(new URL("worker.js", folder), PROGRAM);
  const href = `${folder}worker.js?a=b#c`;
  assert.deepStrictEqual(await answerOf(href), {
    href,
    text: href,
    tag: "[object WorkerLocation]",
    own: [],
    members: `#c   null ${new URL(href).pathname}  file: ?a=b`,
    request: `${folder}other`,
    failure: "TypeError",
    kind: "function",
    page: "undefined",
    shown: "WorkerLocation {",
  });
});

test("addresses of data and of Blobs", async () => {
  const source = "postMessage(location.href)";
  assert.strictEqual(await answerOf(`data:application/javascript,${source}`), `data:application/javascript,${source}`);
  const address = URL.createObjectURL(new Blob([source]));
  assert.strictEqual(await answerOf(address), address);
});
