// The public face of `internal:core/string_decoder`, which implements it.
export * from "internal:core/string_decoder";
export { default } from "internal:core/string_decoder";
