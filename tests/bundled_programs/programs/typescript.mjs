import ts from "typescript";
const { outputText } = ts.transpileModule(
  "enum A { x = 1 } export const a: number = A.x; class B { constructor(private c = 1) {} }",
  {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  },
);
console.log(outputText);
