// The thread benchmark as Web Workers, in Bun's spelling.
const threads = Number(Bun.argv[2] ?? 8);
let finished = 0;

for (let i = 0; i < threads; i++) {
  const worker = new Worker(new URL("./threads_web.js", import.meta.url).href);
  worker.onmessage = (evt) => {
    worker.terminate();
    if (++finished === threads) console.log(`${threads} threads: ${evt.data}`);
  };
  worker.postMessage(1000);
}
