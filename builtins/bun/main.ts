// `bun`, as programs of Bun import it: the global `Bun` and its members.
export { default } from "internal:bun/main";
