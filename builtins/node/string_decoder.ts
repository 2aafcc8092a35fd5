// `node:string_decoder` (https://nodejs.org/api/string_decoder.html): decoding of bytes that arrive in chunks.
// Implemented by `internal:core/string_decoder`.
export * from "internal:core/string_decoder";
export { default } from "internal:core/string_decoder";
