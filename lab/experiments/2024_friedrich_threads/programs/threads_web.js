// One thread of threads_bun.js and threads_deno.js.
function fibonacci(n, memo = {}) {
  if (n <= 1) return n;
  if (memo[n]) return memo[n];

  memo[n] = fibonacci(n - 1, memo) + fibonacci(n - 2, memo);
  return memo[n];
}

self.onmessage = (evt) => {
  self.postMessage(fibonacci(evt.data));
};
