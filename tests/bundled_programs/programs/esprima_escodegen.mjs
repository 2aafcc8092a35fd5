import escodegen from "escodegen";
import { parseScript } from "esprima";
const tree = parseScript("var a = function (b) { return b + 1 }; a(2);");
console.log(escodegen.generate(tree), tree.body.length);
