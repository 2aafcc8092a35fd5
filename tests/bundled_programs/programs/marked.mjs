import { marked } from "marked";
console.log(
  marked.parse(
    "# Title\n\n- a *b*\n- [c](https://example.com)\n\n```js\n1 < 2\n```\n\n| x | y |\n|---|---|\n| 1 | 2 |",
  ),
);
