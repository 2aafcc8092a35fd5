// `Bun.markdown.html`.
import { HeadingIds, headingOptions } from "internal:bun/markdown/headings";
import {
  type LeafNode,
  type MarkdownOptions,
  type OpenNode,
  isLeaf,
  optionsOf,
  parse,
  plainText,
} from "internal:bun/markdown/nodes";

const SPECIAL = /[&<>"]/g;
const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that stand in an address as they are. */
const UNSAFE = /[^-A-Za-z0-9_.+!*(),%#@?=;:/$~'&]+/gu;
/** The tag filter of GFM (https://github.github.com/gfm/#disallowed-raw-html-extension-). */
const DISALLOWED = /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|$))/gi;

const SIMPLE: Record<string, [open: string, close: string]> = {
  paragraph: ["<p>", "</p>\n"],
  blockquote: ["<blockquote>\n", "</blockquote>\n"],
  table: ["<table>\n", "</table>\n"],
  thead: ["<thead>\n", "</thead>\n"],
  tbody: ["<tbody>\n", "</tbody>\n"],
  row: ["<tr>", "</tr>\n"],
  emphasis: ["<em>", "</em>"],
  strong: ["<strong>", "</strong>"],
  underline: ["<u>", "</u>"],
  strikethrough: ["<del>", "</del>"],
};
const BLOCKS = new Set(["paragraph", "blockquote", "list", "heading", "table", "code", "html", "hr"]);

/** Renders a document as HTML. Throws ERR_INVALID_ARG_TYPE for what is neither a string nor bytes. */
export function html(input: unknown, options?: unknown): string {
  const settings = optionsOf(options);
  const nodes = parse(input, settings);
  const { hasIds, isLink } = headingOptions(settings);
  const ids = new HeadingIds();
  const closings: string[] = [];
  let output = "";
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    if (node === 0) {
      output += closings.pop()!;
      continue;
    }
    // A block in an item begins a line.
    if (BLOCKS.has(node[0]) && output !== "" && !output.endsWith("\n")) output += "\n";
    if (isLeaf(node)) output += leaf(node, settings);
    else if (node[0] === "image") {
      const [, address, title] = node;
      const alt = escape(plainText(nodes, index));
      output += `<img src="${addressOf(address)}" alt="${alt}"${titleOf(title)} />`;
      index = endOf(nodes, index);
    } else if (node[0] === "heading") {
      const id = hasIds ? ids.of(nodes, index) : "";
      output += `<h${node[1]}${hasIds ? ` id="${id}"` : ""}>${isLink ? `<a href="#${id}">` : ""}`;
      closings.push(`${isLink ? "</a>" : ""}</h${node[1]}>\n`);
    } else {
      const [open, close] = SIMPLE[node[0]] ?? tags(node);
      output += open;
      closings.push(close);
    }
  }
  return output;
}

/** The index of the 0 that ends the children of the node at `index`. */
function endOf(nodes: ReturnType<typeof parse>, index: number): number {
  for (let depth = 0; ; index++) {
    const node = nodes[index]!;
    if (node !== 0 && !isLeaf(node)) depth++;
    else if (node === 0 && --depth === 0) return index;
  }
}

function tags(node: OpenNode): [open: string, close: string] {
  switch (node[0]) {
    case "list": {
      const [, isOrdered, start] = node;
      if (!isOrdered) return ["<ul>\n", "</ul>\n"];
      return [start === 1 ? "<ol>\n" : `<ol start="${start}">\n`, "</ol>\n"];
    }
    case "item": {
      const [, isChecked] = node;
      if (isChecked === null) return ["<li>", "</li>\n"];
      const box = `<input type="checkbox" class="task-list-item-checkbox" disabled${isChecked ? " checked" : ""}>`;
      return [`<li class="task-list-item">${box}`, "</li>\n"];
    }
    case "cell": {
      const [, isHeader, align] = node;
      const name = isHeader ? "th" : "td";
      return [`<${name}${align === "" ? "" : ` align="${align}"`}>`, `</${name}>`];
    }
    case "link":
      return [`<a href="${addressOf(node[1])}"${titleOf(node[2])}>`, "</a>"];
    case "wikiLink":
      return [`<x-wikilink data-target="${escape(node[1])}">`, "</x-wikilink>"];
    default:
      throw new Error(`Unknown node "${node[0]}"`);
  }
}

function leaf(node: LeafNode, settings: MarkdownOptions): string {
  switch (node[0]) {
    case "text":
      return escape(node[1]);
    case "codespan":
      return `<code>${escape(node[1])}</code>`;
    case "softBreak":
      return settings.hardSoftBreaks === true ? "<br />\n" : "\n";
    case "hardBreak":
      return "<br />\n";
    case "hr":
      return "<hr />\n";
    case "html":
      return `${filtered(node[1], settings)}${node[1].endsWith("\n") ? "" : "\n"}`;
    case "htmlInline":
      return settings.noHtmlSpans === true ? escape(node[1]) : filtered(node[1], settings);
    case "code": {
      const [, language, source] = node;
      return `<pre><code${language === "" ? "" : ` class="language-${escape(language)}"`}>${escape(source)}</code></pre>\n`;
    }
    case "math":
      return `<x-equation${node[1] ? ' type="display"' : ""}>${escape(node[2])}</x-equation>`;
  }
}

function filtered(source: string, settings: MarkdownOptions): string {
  return settings.tagFilter === true ? source.replace(DISALLOWED, "&lt;") : source;
}

function escape(text: string): string {
  return text.replace(SPECIAL, (character) => ESCAPED[character]!);
}

function addressOf(address: string): string {
  return address.toWellFormed().replace(UNSAFE, encodeURIComponent).replaceAll("&", "&amp;").replaceAll("'", "&#x27;");
}

function titleOf(title: string): string {
  return title === "" ? "" : ` title="${escape(title)}"`;
}
