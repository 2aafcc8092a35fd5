// `Bun.markdown.render`: a string made by functions of the program, one for each kind of element.
import { HeadingIds, headingOptions } from "internal:bun/markdown/headings";
import { codePieces, isLeaf, mathSource, optionsOf, parse, type OpenNode } from "internal:bun/markdown/nodes";

type Callbacks = Record<string, ((children: string, meta?: object) => unknown) | undefined>;

interface Frame {
  node: OpenNode | undefined;
  children: string;
  /** Of a list: how many items it has so far. */
  itemCount: number;
  /** How many lists it is in, less one. */
  depth: number;
  id: string | undefined;
}

const NAMES: Record<string, string> = { item: "listItem", row: "tr", wikiLink: "" };

/** Renders a document by functions: each gets the string of the children and returns that of the element, or null to leave it out. */
export function render(input: unknown, callbacks?: unknown, options?: unknown): string {
  const settings = optionsOf(options);
  const nodes = parse(input, settings);
  const functions = (typeof callbacks === "object" && callbacks !== null ? callbacks : {}) as Callbacks;
  const { hasIds } = headingOptions(settings);
  const ids = new HeadingIds();
  const frames: Frame[] = [{ node: undefined, children: "", itemCount: 0, depth: -1, id: undefined }];
  let listDepth = -1;

  const call = (name: string, children: string, meta?: object) => {
    const callback = functions[name];
    if (typeof callback !== "function") return children;
    const result = meta === undefined ? callback(children) : callback(children, meta);
    return result === null || result === undefined ? "" : `${result as string}`;
  };
  const text = (source: string) => call("text", source);

  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    const frame = frames.at(-1)!;
    if (node === 0) {
      const { node: closed, children, id } = frames.pop()!;
      const parent = frames.at(-1)!;
      parent.children += close(closed!, children, id, parent, call);
      if (closed![0] === "list") listDepth--;
      if (closed![0] === "item") parent.itemCount++;
    } else if (!isLeaf(node)) {
      if (node[0] === "list") listDepth++;
      const id = node[0] === "heading" && hasIds ? ids.of(nodes, index) : undefined;
      frames.push({ node, children: "", itemCount: 0, depth: listDepth, id });
    } else if (node[0] === "text" || node[0] === "htmlInline") frame.children += text(node[1]);
    else if (node[0] === "codespan") frame.children += call("codespan", text(node[1]));
    else if (node[0] === "math") frame.children += text(mathSource(node[1], node[2]));
    else if (node[0] === "hr") frame.children += call("hr", "");
    else if (node[0] === "code") {
      const meta = node[1] === "" ? undefined : { language: node[1] };
      frame.children += call("code", codePieces(node[2]).map(text).join(""), meta);
    } else if (node[0] === "html") frame.children += call("html", codePieces(node[1]).map(text).join(""));
    else frame.children += "\n";
  }
  return frames[0]!.children;
}

function close(
  node: OpenNode,
  children: string,
  id: string | undefined,
  parent: Frame,
  call: (name: string, children: string, meta?: object) => string,
): string {
  switch (node[0]) {
    case "heading":
      return call("heading", children, id === undefined ? { level: node[1] } : { level: node[1], id });
    case "list": {
      const [, ordered, start] = node;
      const depth = parent.depth + 1;
      return call("list", children, { ordered, start: ordered ? start : undefined, depth });
    }
    case "item": {
      const [, ordered, start] = parent.node as ["list", boolean, number];
      const meta = {
        index: parent.itemCount,
        depth: parent.depth,
        ordered,
        start: ordered ? start : undefined,
        checked: node[1] ?? undefined,
      };
      return call("listItem", children, meta);
    }
    case "cell":
      return call(node[1] ? "th" : "td", children, { align: node[2] === "" ? undefined : node[2] });
    case "link":
      return call("link", children, withTitle({ href: node[1] }, node[2]));
    case "image":
      return call("image", children, withTitle({ src: node[1] }, node[2]));
    default: {
      const name = NAMES[node[0]] ?? node[0];
      return name === "" ? children : call(name, children);
    }
  }
}

function withTitle(meta: object, title: string): object {
  return title === "" ? meta : { ...meta, title };
}
