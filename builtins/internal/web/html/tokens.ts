// Splits HTML into tags, text, comments and document types (HTML §13.2.5), each with its source, so that unchanged tokens are
// written unchanged. It builds no tree.

export interface Attribute {
  name: string;
  value: string;
  source: string;
}

export type Token =
  | { kind: "text"; source: string }
  | {
      kind: "start";
      source: string;
      name: string;
      writtenName: string;
      attributes: Attribute[];
      isSelfClosing: boolean;
    }
  | { kind: "end"; source: string; name: string }
  | { kind: "comment"; source: string; text: string }
  | { kind: "doctype"; source: string; name: string | null; publicId: string | null; systemId: string | null };

/** Elements whose content is text up to their end tag. */
const RAW_TEXT = new Set(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);
const TAG = /<(\/?)([A-Za-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/y;
const ATTRIBUTE = /([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
const COMMENT = /<!--(?:>|->|([^]*?)(?:--!?>|$))/y;
const BOGUS_COMMENT = /<(?:[!?]|\/[^A-Za-z>])([^>]*)>/y;
const DOCTYPE =
  /<!doctype(?:\s+([^\s>]+))?(?:\s+(?:public\s*(?:"([^"]*)"|'([^']*)')|system)(?:\s*(?:"([^"]*)"|'([^']*)'))?)?[^>]*>/iy;

/** The tokens of `text` in order. */
export function* tokens(text: string): Generator<Token> {
  let position = 0;
  let start = 0;
  while (position < text.length) {
    const open = text.indexOf("<", position);
    if (open === -1) break;
    const token = markup(text, open);
    if (token === null) {
      position = open + 1;
      continue;
    }
    if (open > start) yield { kind: "text", source: text.slice(start, open) };
    yield token;
    position = start = open + token.source.length;
    if (token.kind !== "start" || !RAW_TEXT.has(token.name) || token.isSelfClosing) continue;
    const end = new RegExp(`</${token.name}(?=[\\s/>])`, "gi");
    end.lastIndex = position;
    const stop = end.exec(text)?.index ?? text.length;
    if (stop > position) yield { kind: "text", source: text.slice(position, stop) };
    position = start = stop;
  }
  if (start < text.length) yield { kind: "text", source: text.slice(start) };
}

function at(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

function markup(text: string, position: number): Token | null {
  const tag = at(TAG, text, position);
  if (tag !== null) {
    const [source, slash, name, rest] = tag as unknown as [string, string, string, string];
    if (slash !== "") return { kind: "end", source, name: name.toLowerCase() };
    return {
      kind: "start",
      source,
      name: name.toLowerCase(),
      writtenName: name,
      attributes: attributesOf(rest),
      isSelfClosing: /\/\s*$/.test(rest),
    };
  }
  const comment = at(COMMENT, text, position);
  if (comment !== null) return { kind: "comment", source: comment[0], text: comment[1] ?? "" };
  const doctype = at(DOCTYPE, text, position);
  if (doctype !== null) {
    const [source, name, publicId, otherPublicId, systemId, otherSystemId] = doctype;
    return {
      kind: "doctype",
      source,
      name: name?.toLowerCase() ?? null,
      publicId: publicId ?? otherPublicId ?? null,
      systemId: systemId ?? otherSystemId ?? null,
    };
  }
  const bogus = at(BOGUS_COMMENT, text, position);
  return bogus === null ? null : { kind: "comment", source: bogus[0], text: bogus[1]! };
}

// The first attribute of a name wins.
function attributesOf(text: string): Attribute[] {
  const attributes: Attribute[] = [];
  for (const match of text.matchAll(ATTRIBUTE)) {
    const name = match[1]!.toLowerCase();
    if (!attributes.some((other) => other.name === name))
      attributes.push({ name, value: match[2] ?? match[3] ?? match[4] ?? "", source: match[0] });
  }
  return attributes;
}
