// The public face of `internal:node/console`, which implements it.
export { default } from "internal:node/console";
