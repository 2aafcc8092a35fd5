// The naive Fibonacci number of 40, or of the argument; the paper runs 25 to 40.
function fib(n) {
  if (n <= 0) return 0
  if (n <= 1) return 1
  if (n <= 2) return 2
  return fib(n - 1) + fib(n - 2)
}
console.log(fib(Number(process.argv[2] ?? 40)))
