// The worker of worker_deno.js and worker_bun.js.
self.postMessage("Hello from the Worker Thread!");

self.onmessage = (evt) => {
  self.postMessage(evt.data);
  self.close();
};
