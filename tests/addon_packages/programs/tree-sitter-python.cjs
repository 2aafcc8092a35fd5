// with: tree-sitter
const Python = require("tree-sitter-python");

console.log(Python.name, Python.nodeTypeInfo.length, typeof Python.language);
