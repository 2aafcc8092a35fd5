// The public face of `internal:core/path`, which implements it.
export { default } from "internal:core/path";
