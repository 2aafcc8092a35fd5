// The thread benchmark in Node's spelling: `threads_node.js 64` starts 64 threads, each with a memoised Fibonacci.
const { Worker, isMainThread, parentPort, workerData } = require("node:worker_threads");

function fibonacci(n, memo = {}) {
  if (n <= 1) return n;
  if (memo[n]) return memo[n];

  memo[n] = fibonacci(n - 1, memo) + fibonacci(n - 2, memo);
  return memo[n];
}

if (isMainThread) {
  const threads = Number(process.argv[2] ?? 8);
  let finished = 0;
  for (let i = 0; i < threads; i++) {
    const worker = new Worker(__filename, { workerData: 1000 });
    worker.on("message", (result) => {
      worker.terminate();
      if (++finished === threads) console.log(`${threads} threads: ${result}`);
    });
  }
} else {
  parentPort.postMessage(fibonacci(workerData));
}
