const usearch = require("usearch");

const index = new usearch.Index({ metric: "l2sq", connectivity: 16, dimensions: 3 });
index.add(42n, new Float32Array([0.2, 0.6, 0.4]));
index.add(43n, new Float32Array([0.9, 0.1, 0.1]));
const results = index.search(new Float32Array([0.2, 0.6, 0.4]), 2);
console.log(
  results.keys,
  [...results.distances].map((distance) => distance.toFixed(3)),
);
console.log(index.size(), index.dimensions(), index.contains(42n), index.contains(1n));
try {
  index.add(44n, new Float32Array([1]));
} catch (error) {
  console.log(error.message);
}
