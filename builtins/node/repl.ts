// The public face of `internal:node/repl`, which implements it.
export { default } from "internal:node/repl";
