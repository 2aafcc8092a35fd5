// The public face of `internal:node/tty`, which implements it.
export { default } from "internal:node/tty";
