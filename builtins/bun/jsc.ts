// The public face of `internal:bun/jsc`, which implements it.
export * from "internal:bun/jsc";
export { default } from "internal:bun/jsc";
