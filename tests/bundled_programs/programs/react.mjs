import { createElement as h, useId, useState } from "react";
import { renderToString } from "react-dom/server";
function Counter({ start }) {
  const [count] = useState(start);
  return h("p", { id: useId(), style: { fontSize: 12 } }, count, h("b", null, "<"));
}
console.log(renderToString(h(Counter, { start: 3 })));
