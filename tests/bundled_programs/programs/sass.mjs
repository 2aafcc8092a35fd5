import * as sass from "sass";
console.log(
  sass.compileString("$a: 2px; @mixin m($n) { width: $a * $n; } .x { .y { @include m(3); color: darken(red, 10%) } }", {
    silenceDeprecations: ["color-functions", "global-builtin"],
  }).css,
);
