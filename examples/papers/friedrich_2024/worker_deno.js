// A Web Worker in Deno's spelling: `type: "module"` and a URL.
const worker = new Worker(new URL("./worker_web.js", import.meta.url).href, { type: "module" });

worker.onmessage = (evt) => {
  console.log(evt.data);
};
worker.postMessage("Hello from the main thread!");
