// with: tree-sitter-javascript
const P = require("tree-sitter"),
  J = require("tree-sitter-javascript");
const q = new P();
q.setLanguage(J);
const t = q.parse("let x = 1; f(x)");
console.log(t.rootNode.toString(), t.rootNode.child(1).text);
