// The public face of `internal:bun/sqlite`, which implements it.
export * from "internal:bun/sqlite";
export { default } from "internal:bun/sqlite";
