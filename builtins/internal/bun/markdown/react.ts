// `Bun.markdown.react`: the elements of React (https://react.dev/reference/react/createElement) of a document.
import { HeadingIds, headingOptions } from "internal:bun/markdown/headings";
import {
  codePieces,
  isLeaf,
  mathSource,
  optionsOf,
  parse,
  plainText,
  type OpenNode,
} from "internal:bun/markdown/nodes";

interface ReactElement {
  $$typeof: symbol;
  type: unknown;
  key: null;
  ref: null;
  props: Record<string, unknown>;
}

const NAMES: Record<string, string> = {
  paragraph: "p",
  row: "tr",
  emphasis: "em",
  underline: "u",
  strikethrough: "del",
  item: "li",
};
const REACT_18 = 18;

/** The document as a fragment of React. `components` replace elements by name; `reactVersion` 18 is for React 18 and older. */
export function react(input: unknown, components?: unknown, options?: unknown): ReactElement {
  const settings = optionsOf(options) as ReturnType<typeof optionsOf> & { reactVersion?: unknown };
  const nodes = parse(input, settings);
  const overrides = (typeof components === "object" && components !== null ? components : {}) as Record<
    string,
    unknown
  >;
  const $$typeof = Symbol.for(settings.reactVersion === REACT_18 ? "react.element" : "react.transitional.element");
  const { hasIds } = headingOptions(settings);
  const ids = new HeadingIds();

  const make = (type: unknown, props: Record<string, unknown>): ReactElement => ({
    $$typeof,
    type,
    key: null,
    ref: null,
    props,
  });
  const element = (name: string, props: Record<string, unknown>) => {
    const own = overrides[name];
    return make(own === undefined || own === null || own === false ? name : own, props);
  };

  const root: unknown[] = [];
  const stack: unknown[][] = [root];
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    const children = stack.at(-1)!;
    if (node === 0) stack.pop();
    else if (!isLeaf(node)) {
      const own: unknown[] = [];
      const [name, props] = describe(node, node[0] === "heading" && hasIds ? ids.of(nodes, index) : undefined);
      if (node[0] === "image") {
        const alt = plainText(nodes, index);
        if (alt !== "") props.alt = alt;
      } else props.children = own;
      children.push(element(name, props));
      stack.push(own);
    } else if (node[0] === "text" || node[0] === "htmlInline") children.push(node[1]);
    else if (node[0] === "codespan") children.push(element("code", { children: [node[1]] }));
    else if (node[0] === "math") children.push(element("math", { children: [mathSource(node[1], node[2])] }));
    else if (node[0] === "hr") children.push(element("hr", {}));
    else if (node[0] === "hardBreak") children.push(element("br", {}));
    else if (node[0] === "softBreak") children.push(settings.hardSoftBreaks === true ? element("br", {}) : "\n");
    else if (node[0] === "html") children.push(element("html", { children: codePieces(node[1]) }));
    else if (node[0] === "code") {
      const props: Record<string, unknown> = node[1] === "" ? {} : { language: node[1] };
      props.children = codePieces(node[2]);
      children.push(element("pre", props));
    }
  }
  return make(Symbol.for("react.fragment"), { children: root });
}

// The children of an image are its `alt`, so its own array of children is not part of it.
function describe(node: OpenNode, id: string | undefined): [name: string, props: Record<string, unknown>] {
  switch (node[0]) {
    case "heading":
      return [`h${node[1]}`, id === undefined ? {} : { id }];
    case "list":
      return node[1] ? ["ol", { start: node[2] }] : ["ul", {}];
    case "item":
      return ["li", node[1] === null ? {} : { checked: node[1] }];
    case "cell":
      return [node[1] ? "th" : "td", node[2] === "" ? {} : { align: node[2] }];
    case "link":
      return ["a", node[2] === "" ? { href: node[1] } : { href: node[1], title: node[2] }];
    case "image":
      return ["img", node[2] === "" ? { src: node[1] } : { src: node[1], title: node[2] }];
    case "wikiLink":
      return ["a", { target: node[1] }];
    default:
      return [NAMES[node[0]] ?? node[0], {}];
  }
}
