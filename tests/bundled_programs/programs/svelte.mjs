import { compile } from "svelte/compiler";
const { js, css } = compile(
  "<script>let { n } = $props();</script><p class='a'>{n + 1}</p><style>.a { color: red }</style>",
  { generate: "server", filename: "A.svelte" },
);
console.log(js.code.includes("n + 1"), css.code.includes("color: red"));
