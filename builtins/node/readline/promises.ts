// The public face of `internal:node/readline/promises`, which implements it.
export { default } from "internal:node/readline/promises";
