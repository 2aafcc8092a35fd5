import * as R from "ramda";
console.log(
  R.pipe(R.map(R.multiply(2)), R.filter(R.lt(3)), R.sum)([1, 2, 3]),
  R.path(["a", 0, "b"], { a: [{ b: 1 }] }),
);
