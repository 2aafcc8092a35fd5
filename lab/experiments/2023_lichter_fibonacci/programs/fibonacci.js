// The naive Fibonacci number of 45, or of the argument. The paper's sequence begins 1, 2, so this is one further than usual.
const fibonacci = (number) => {
  if (number <= 0) {
    return 0;
  } else if (number <= 1) {
    return 1;
  } else if (number <= 2) {
    return 2;
  }

  return fibonacci(number - 1) + fibonacci(number - 2);
};

console.log(fibonacci(Number(process.argv[2] ?? 45)));
