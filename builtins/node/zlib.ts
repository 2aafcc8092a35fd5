// The public face of `internal:node/zlib`, which implements it.
export { default } from "internal:node/zlib";
