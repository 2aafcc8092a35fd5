// `node:module` (https://nodejs.org/api/module.html): the module loader.
// Implemented by `internal:node/module`.
export { default } from "internal:node/module";
