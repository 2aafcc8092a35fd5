// `node:vm` (https://nodejs.org/api/vm.html): scripts, modules and contexts.
// Implemented by `internal:node/vm`.
export { default } from "internal:node/vm";
