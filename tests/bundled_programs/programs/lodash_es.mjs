import _, { chunk, debounce, groupBy, template } from "lodash-es";
console.log(chunk([1, 2, 3], 2), groupBy(["one", "two", "three"], "length"), template("<%= a %>!")({ a: 1 }));
console.log(
  _([3, 1, 2])
    .sortBy()
    .map((n) => n * 2)
    .value(),
  typeof debounce(() => {}).cancel,
);
