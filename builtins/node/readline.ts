// The public face of `internal:node/readline`, which implements it.
export { default } from "internal:node/readline";
