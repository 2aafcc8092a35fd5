import * as d3 from "d3";
const scale = d3.scaleLinear([0, 10], [0, 100]);
const root = d3.stratify().parentId((d) => d.parent)([{ id: "a" }, { id: "b", parent: "a" }, { id: "c", parent: "a" }]);
console.log(
  scale(3),
  d3.extent([3, 1, 2]),
  root.leaves().map((leaf) => leaf.id),
  d3.format(".2s")(12345),
);
console.log(
  d3.line()([
    [0, 1],
    [2, 3],
  ]),
  d3.interpolateRgb("red", "blue")(0.5),
);
