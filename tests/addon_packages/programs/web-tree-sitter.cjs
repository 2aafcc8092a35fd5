// with: tree-sitter-javascript
const { Language, Parser } = require("web-tree-sitter");
(async () => {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve("tree-sitter-javascript/tree-sitter-javascript.wasm")));
  const tree = parser.parse("let x = 1; console.log(x);");
  console.log(tree.rootNode.toString());
  console.log(tree.rootNode.descendantsOfType("identifier").map(({ text, startIndex }) => [text, startIndex]));
  tree.edit({
    startIndex: 8,
    oldEndIndex: 9,
    newEndIndex: 10,
    startPosition: { row: 0, column: 8 },
    oldEndPosition: { row: 0, column: 9 },
    newEndPosition: { row: 0, column: 10 },
  });
  console.log(parser.parse("let x = 12; console.log(x", tree).rootNode.hasError);
})();
