// Lets Node.js run the TypeScript programs here that use decorators and their metadata, to record their output.
// Brio runs them as they are.
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join } = require("node:path");

Module._extensions[".ts"] = (module, file) => {
  const typescript = require(join(process.env.COMPILER, "typescript"));
  const compilerOptions = {
    target: "es2021",
    module: "commonjs",
    esModuleInterop: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  };
  const { options } = typescript.convertCompilerOptionsFromJson(compilerOptions, dirname(file));
  module._compile(
    typescript.transpileModule(readFileSync(file, "utf8"), { compilerOptions: options, fileName: file }).outputText,
    file,
  );
};
