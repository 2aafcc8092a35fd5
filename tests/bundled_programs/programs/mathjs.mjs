import { all, create } from "mathjs";
const math = create(all, { number: "BigNumber" });
console.log(
  math.evaluate("0.1 + 0.2").toString(),
  math.simplify("2x + x").toString(),
  math.derivative("x^2", "x").toString(),
);
console.log(
  math
    .inv([
      [1, 2],
      [3, 4],
    ])
    .toString(),
  math.unit("5 cm").to("inch").toString(),
);
