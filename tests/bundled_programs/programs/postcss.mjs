import postcss from "postcss";
import nested from "postcss-nested";
const { css } = await postcss([nested]).process(".a { color: red; & .b { margin: 0 } }", { from: undefined });
console.log(css);
