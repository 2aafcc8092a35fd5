// The public face of `internal:node/constants`, which implements it.
export { default } from "internal:node/constants";
