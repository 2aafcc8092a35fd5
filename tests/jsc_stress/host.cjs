// Runs one of WebKit's JSTests/stress in Brio: `host.cjs FILE`, a script in the global scope with the functions of the
// engine's shell that tests use. The exit code is 3 for an uncaught exception, as the shell's. See run.ts.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const [, , file] = process.argv;
const identity = (value) => value;
const nothing = () => {};
const collect = globalThis.gc ?? nothing;

/** Evaluates a file as a script; its name is relative to the working directory, which is the test's folder. */
function load(name) {
  const full = path.resolve(name);
  return vm.runInThisContext(fs.readFileSync(full, "utf8"), { filename: full });
}

// What only steers the engine's compilers in the shell may do nothing here.
const shell = {
  print: (...values) => fs.writeSync(1, `${values.join(" ")}\n`),
  debug: (value) => fs.writeSync(2, `${value}\n`),
  noInline: nothing,
  neverInlineFunction: nothing,
  noFTL: nothing,
  noDFG: nothing,
  noOSRExitFuzzing: nothing,
  OSRExit: nothing,
  ensureArrayStorage: nothing,
  fiatInt52: identity,
  gc: collect,
  fullGC: collect,
  edenGC: collect,
  load,
  loadString: (source) => vm.runInThisContext(source),
  read: (name) => fs.readFileSync(path.resolve(name), "utf8"),
  readFile: (name) => fs.readFileSync(path.resolve(name), "utf8"),
  transferArrayBuffer: (buffer) => void structuredClone(buffer, { transfer: [buffer] }),
  checkModuleSyntax: (source) => void new vm.SourceTextModule(source),
  createGlobalObject: () => vm.runInContext("globalThis", vm.createContext(vm.constants.DONT_CONTEXTIFY)),
  runString(source) {
    const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
    vm.runInContext(source, context);
    return vm.runInContext("globalThis", context);
  },
  isFinalTier: () => true,
  numberOfDFGCompiles: () => 1_000_000,
  quit: (code = 0) => process.exit(code),
  arguments: [],
};
for (const [name, value] of Object.entries(shell))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

process.on("uncaughtException", (error) => {
  fs.writeSync(1, `Exception: ${error}\n`);
  process.exit(3);
});
// The shell reports rejections only when it is asked to.
process.on("unhandledRejection", nothing);
process.chdir(path.dirname(file));
load(path.basename(file));
