// Scripts that disallow code generation from strings and from WebAssembly in a context, with V8's messages.

/** Makes `eval` and the function constructors of a context throw an EvalError. */
export const DISALLOW_STRINGS = `(() => {
  const refuse = () => { throw new EvalError("Code generation from strings disallowed for this context"); };
  const make = (Original) => {
    const made = function (...args) { return refuse(args); };
    Object.defineProperty(made, "name", { value: Original.name });
    made.prototype = Original.prototype;
    Object.defineProperty(Original.prototype, "constructor", { value: made });
    return made;
  };
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  define("Function", make(Function));
  make(Object.getPrototypeOf(async function () {}).constructor);
  make(Object.getPrototypeOf(function* () {}).constructor);
  define("eval", function (code) { return typeof code === "string" ? refuse() : code; });
})()`;

/** Makes WebAssembly of a context throw a CompileError. */
export const DISALLOW_WASM = `(() => {
  const { CompileError, Module } = WebAssembly;
  const refuse = (name) => new CompileError("WebAssembly." + name + ": Wasm code generation disallowed by embedder");
  const made = function Module() {
    throw refuse("Module()");
  };
  made.prototype = Module.prototype;
  for (const name of ["exports", "imports", "customSections"]) Object.defineProperty(made, name, { value: Module[name], writable: true, configurable: true });
  const define = (name, value) => Object.defineProperty(WebAssembly, name, { value, writable: true, configurable: true });
  define("Module", made);
  for (const name of ["compile", "compileStreaming", "instantiateStreaming"]) {
    if (typeof WebAssembly[name] === "function") define(name, { [name]() { return Promise.reject(refuse(name + "()")); } }[name]);
  }
  const { instantiate } = WebAssembly;
  define("instantiate", { instantiate(source, imports) {
    return source instanceof Module ? instantiate(source, imports) : Promise.reject(refuse("instantiate()"));
  } }.instantiate);
})()`;
