// The Web's Worker, as Bun and Deno define it. Node has none.
import assert from "node:assert";
import { test } from "../harness.ts";

const Worker: any = (globalThis as any).Worker;
const moduleUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

if (Worker !== undefined) {
  const first = (worker: any, name: string): Promise<any> =>
    new Promise((resolve) => worker.addEventListener(name, resolve, { once: true }));

  test("messages go both ways", async () => {
    const worker = new Worker(moduleUrl("self.onmessage = (event) => self.postMessage(event.data * 2)"), {
      type: "module",
    });
    worker.postMessage(21);
    const event = await first(worker, "message");
    worker.terminate();
    assert.strictEqual(event.data, 42);
  });

  test("self is the global object, with postMessage and addEventListener as functions", async () => {
    const code =
      'postMessage([self === globalThis, typeof postMessage, typeof addEventListener]); addEventListener("message", (e) => { postMessage(e.data); })';
    const worker = new Worker(moduleUrl(code), { type: "module" });
    assert.deepStrictEqual((await first(worker, "message")).data, [true, "function", "function"]);
    worker.postMessage("again");
    assert.strictEqual((await first(worker, "message")).data, "again");
    worker.terminate();
  });

  test("an uncaught error is an error event that can be prevented", async () => {
    const worker = new Worker(moduleUrl('throw new TypeError("broken")'), { type: "module" });
    const event: any = await new Promise((resolve) => {
      worker.onerror = (error: any) => {
        error.preventDefault();
        resolve(error);
      };
    });
    assert.match(event.message, /TypeError: broken/);
  });

  if (process.versions.deno !== undefined) {
    test("Deno's error event says whether the module or a promise failed", async () => {
      const codes = {
        "Uncaught (in promise) Error: module": 'throw new Error("module")',
        "Uncaught (in promise) Error: rejected": 'setTimeout(() => Promise.reject(new Error("rejected")))',
        "Uncaught Error: listener": 'onmessage = () => { throw new Error("listener") }',
        "Uncaught Error: timer": 'setTimeout(() => { throw new Error("timer") })',
      };
      for (const [message, code] of Object.entries(codes)) {
        const worker = new Worker(moduleUrl(code), { type: "module" });
        const event: any = await new Promise((resolve) => {
          worker.onerror = (error: any) => {
            error.preventDefault();
            resolve(error);
          };
          worker.postMessage(1);
        });
        assert.strictEqual(event.message, message);
      }
    }, 30_000);
  }

  test("a blob URL is a module", async () => {
    const url = URL.createObjectURL(new Blob(["postMessage(1 + 1)"], { type: "application/javascript" }));
    const worker = new Worker(url, { type: "module" });
    assert.strictEqual((await first(worker, "message")).data, 2);
    worker.terminate();
  });

  test("a transferred buffer is detached in the sender and complete in the receiver", async () => {
    const worker = new Worker(moduleUrl("onmessage = (e) => postMessage(e.data.byteLength)"), { type: "module" });
    const buffer = new ArrayBuffer(8);
    worker.postMessage(buffer, [buffer]);
    assert.strictEqual(buffer.byteLength, 0);
    assert.strictEqual((await first(worker, "message")).data, 8);
    worker.terminate();
  });
} else {
  test("Node has no Worker global", () => assert.strictEqual(Worker, undefined));
}
