// with: tree-sitter
const Parser = require("tree-sitter");
const language = require("tree-sitter-typescript");
const parser = new Parser();
parser.setLanguage(language.typescript ?? language);
const tree = parser.parse("type A<T> = T[]");
console.log(tree.rootNode.toString(), tree.rootNode.hasError);
const types = [];
const visit = (node) => {
  types.push(`${node.type}@${node.startPosition.row}:${node.startPosition.column}`);
  node.children.forEach(visit);
};
visit(tree.rootNode);
console.log(types.join(" "));
