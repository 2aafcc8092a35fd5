// The public face of `internal:node/querystring`, which implements it.
export { default } from "internal:node/querystring";
