// Identifiers of headings, unique in their document.
import { plainText, type MarkdownOptions, type Nodes } from "internal:bun/markdown/nodes";

const SPACES = /[ \n-]+/g;
const OTHERS = /[^a-z0-9-]/g;
const EDGES = /^-+|-+$/g;

/** What the options ask for headings. */
export interface HeadingOptions {
  hasIds: boolean;
  isLink: boolean;
}

/** The heading options: `true` stands for all of them; links need identifiers. */
export function headingOptions({ headings }: MarkdownOptions): HeadingOptions {
  if (headings === true) return { hasIds: true, isLink: true };
  if (typeof headings !== "object" || headings === null) return { hasIds: false, isLink: false };
  const hasIds = headings.ids === true;
  return { hasIds, isLink: hasIds && headings.autolink === true };
}

/** The identifiers of one document. */
export class HeadingIds {
  #counts = new Map<string, number>();

  /** The identifier of the heading at `index`. A repeated one gets a number. */
  of(nodes: Nodes, index: number): string {
    const text = plainText(nodes, index).toLowerCase();
    const id = text.replace(SPACES, "-").replace(OTHERS, "").replace(SPACES, "-").replace(EDGES, "");
    const count = this.#counts.get(id);
    this.#counts.set(id, (count ?? 0) + 1);
    return count === undefined ? id : `${id}-${count}`;
  }
}
