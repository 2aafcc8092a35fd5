// The same in Bun's spelling, which needs no type.
const worker = new Worker(new URL("./worker_web.js", import.meta.url).href);

worker.onmessage = (evt) => {
  console.log(evt.data);
};
worker.postMessage("Hello from the main thread!");
