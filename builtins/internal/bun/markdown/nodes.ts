// The nodes of a Markdown document, and the options of `Bun.markdown` that concern parsing.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { decodeUtf8 } from "internal:core/utf8";
import { MarkdownExtensions, parse as parseNative } from "native:markdown";

/** The options of `Bun.markdown.html`, `render` and `react`. */
export interface MarkdownOptions {
  tables?: boolean;
  strikethrough?: boolean;
  tasklists?: boolean;
  hardSoftBreaks?: boolean;
  wikiLinks?: boolean;
  underline?: boolean;
  latexMath?: boolean;
  collapseWhitespace?: boolean;
  noHtmlSpans?: boolean;
  tagFilter?: boolean;
  autolinks?: boolean | { url?: boolean; www?: boolean; email?: boolean };
  headings?: boolean | { ids?: boolean; autolink?: boolean };
}

/** A node that is followed by its children and by 0. */
export type OpenNode =
  | [kind: "blockquote" | "paragraph" | "table" | "thead" | "tbody" | "row"]
  | [kind: "emphasis" | "strong" | "underline" | "strikethrough"]
  | [kind: "heading", level: number]
  | [kind: "list", isOrdered: boolean, start: number]
  | [kind: "item", isChecked: boolean | null, isTight: boolean]
  | [kind: "cell", isHeader: boolean, align: "" | "left" | "center" | "right"]
  | [kind: "link" | "image", address: string, title: string]
  | [kind: "wikiLink", target: string];

/** A node without children. */
export type LeafNode =
  | [kind: "hr" | "softBreak" | "hardBreak"]
  | [kind: "text" | "codespan" | "html" | "htmlInline", source: string]
  | [kind: "code", language: string, source: string]
  | [kind: "math", isDisplay: boolean, source: string];

/** Nodes in the document's order; 0 ends the children of the last node that is open. */
export type Nodes = (OpenNode | LeafNode | 0)[];

const LEAVES = new Set<string>([
  "hr",
  "softBreak",
  "hardBreak",
  "text",
  "codespan",
  "html",
  "htmlInline",
  "code",
  "math",
]);
const UNSUPPORTED = ["permissiveAtxHeaders", "noIndentedCodeBlocks", "noHtmlBlocks"];
const WHITE_SPACE = /\s+/g;

/** Whether a node has no children. */
export function isLeaf(node: OpenNode | LeafNode): node is LeafNode {
  return LEAVES.has(node[0]);
}

/** The options as an object. */
export function optionsOf(options: unknown): MarkdownOptions {
  return typeof options === "object" && options !== null ? options : {};
}

/** Parses a document. Throws ERR_INVALID_ARG_TYPE for what is neither a string nor bytes. */
export function parse(input: unknown, options: MarkdownOptions): Nodes {
  for (const name of UNSUPPORTED)
    if ((options as Record<string, unknown>)[name] === true)
      throw new ERR_METHOD_NOT_IMPLEMENTED(`Bun.markdown with the option "${name}"`);
  const nodes = JSON.parse(parseNative(sourceOf(input), extensionsOf(options))) as Nodes;
  return options.collapseWhitespace === true ? nodes.map(withSingleSpaces) : nodes;
}

function withSingleSpaces<N extends OpenNode | LeafNode | 0>(node: N): N {
  return node !== 0 && node[0] === "text" ? (["text", node[1].replace(WHITE_SPACE, " ")] as LeafNode as N) : node;
}

function sourceOf(input: unknown): string {
  if (typeof input === "string") return input;
  if (ArrayBuffer.isView(input))
    return decodeUtf8(new Uint8Array(input.buffer as ArrayBuffer, input.byteOffset, input.byteLength));
  if (input instanceof ArrayBuffer || input instanceof SharedArrayBuffer) return decodeUtf8(new Uint8Array(input));
  throw Object.assign(new TypeError("Expected a string or buffer to render"), { code: "ERR_INVALID_ARG_TYPE" });
}

function extensionsOf(options: MarkdownOptions): number {
  const { autolinks } = options;
  const links =
    autolinks === true
      ? { url: true, www: true, email: true }
      : typeof autolinks === "object" && autolinks !== null
        ? autolinks
        : {};
  return (
    (options.tables !== false ? MarkdownExtensions.TABLES : 0) |
    (options.strikethrough !== false ? MarkdownExtensions.STRIKETHROUGH : 0) |
    (options.tasklists !== false ? MarkdownExtensions.TASK_LISTS : 0) |
    (links.url === true ? MarkdownExtensions.URL_LINKS : 0) |
    (links.www === true ? MarkdownExtensions.WWW_LINKS : 0) |
    (links.email === true ? MarkdownExtensions.MAIL_LINKS : 0) |
    (options.wikiLinks === true ? MarkdownExtensions.WIKI_LINKS : 0) |
    (options.underline === true ? MarkdownExtensions.UNDERLINE : 0) |
    (options.latexMath === true ? MarkdownExtensions.MATH : 0)
  );
}

/** The plain text of the children of the node at `index`, which is open. */
export function plainText(nodes: Nodes, index: number): string {
  let text = "";
  for (let at = index + 1, depth = 1; at < nodes.length; at++) {
    const node = nodes[at]!;
    if (node === 0) {
      if (--depth === 0) break;
    } else if (!isLeaf(node)) depth++;
    else if (node[0] === "text" || node[0] === "codespan") text += node[1];
    else if (node[0] === "math") text += node[2];
    else if (node[0] === "softBreak" || node[0] === "hardBreak") text += " ";
  }
  return text;
}

/** The text of a code block in the pieces that Bun passes on: lines and line feeds. */
export function codePieces(source: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < source.length;) {
    const end = source.indexOf("\n", start);
    if (end !== start) pieces.push(source.slice(start, end === -1 ? undefined : end));
    if (end === -1) break;
    pieces.push("\n");
    start = end + 1;
  }
  return pieces;
}

/** The inline sources of math as they were written, which is what Bun passes on. */
export function mathSource(isDisplay: boolean, source: string): string {
  return isDisplay ? `$$${source}$$` : `$${source}$`;
}
