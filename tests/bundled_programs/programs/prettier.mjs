import * as prettier from "prettier/standalone";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
console.log(
  await prettier.format("const a={b:1,c:[1,2]};function f(){return a}", { parser: "babel", plugins: [babel, estree] }),
);
