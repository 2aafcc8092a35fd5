// Finds where a value of JSON ends in a text that more text may follow, and distinguishes what is incomplete from what is invalid:
// a token that is wrong where it stands may still continue when it is the last.

export type ScannedValue = { end: number } | { end: undefined; isInvalid: boolean };

const TOKEN =
  /[ \t\r\n]*(?:(?<string>"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")|(?<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\d*\.$))|(?<word>[A-Za-z_$][\w$]*)|(?<mark>[[\]{},:]))/y;
const CUT_NUMBER = /[ \t\r\n]*-?(?:(?:0|[1-9]\d*)\.?)?$/y;
const CUT_STRING = /[ \t\r\n]*"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*\\?$/y;

/** What may follow: a value, the first item or key of a collection, a further key, a colon, or what comes behind a value. */
type Expected = "value" | "item" | "firstKey" | "key" | "colon" | "rest";

/** Scans the value that begins at `start`. */
export function scanValue(text: string, start: number): ScannedValue {
  const open: string[] = [];
  let expected: Expected = "value";
  for (let at = start; ; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.groups;
    if (token === undefined) return { end: undefined, isInvalid: !isCut(text, at) };
    const next = after(expected, token, open);
    if (next === undefined) {
      const prefix = token.word !== undefined && open.length === 0 ? /^(?:true|false|null)/.exec(token.word) : null;
      if (prefix !== null) return { end: TOKEN.lastIndex - token.word!.length + prefix[0].length };
      return { end: undefined, isInvalid: TOKEN.lastIndex < text.length };
    }
    if (next === "rest" && open.length === 0) return { end: TOKEN.lastIndex };
    expected = next;
  }
}

/** Whether the text ends, maybe in a token that could continue. */
function isCut(text: string, at: number): boolean {
  CUT_NUMBER.lastIndex = at;
  CUT_STRING.lastIndex = at;
  return CUT_NUMBER.test(text) || CUT_STRING.test(text);
}

/** What is expected behind a token; `undefined` when the token is wrong. `open` holds the marks that will close the open collections. */
function after(expected: Expected, token: Record<string, string | undefined>, open: string[]): Expected | undefined {
  const { mark } = token;
  if (
    mark !== undefined &&
    mark === open.at(-1) &&
    (expected === "rest" || expected === "item" || expected === "firstKey")
  ) {
    open.pop();
    return "rest";
  }
  switch (expected) {
    case "value":
    case "item":
      return mark === undefined ? afterScalar(token) : afterOpening(mark, open);
    case "firstKey":
    case "key":
      return token.string === undefined ? undefined : "colon";
    case "colon":
      return mark === ":" ? "value" : undefined;
    case "rest":
      return mark === "," && open.length > 0 ? (open.at(-1) === "}" ? "key" : "value") : undefined;
  }
}

function afterScalar({ word }: Record<string, string | undefined>): Expected | undefined {
  return word === undefined || word === "true" || word === "false" || word === "null" ? "rest" : undefined;
}

function afterOpening(mark: string, open: string[]): Expected | undefined {
  if (mark !== "[" && mark !== "{") return undefined;
  open.push(mark === "[" ? "]" : "}");
  return mark === "[" ? "item" : "firstKey";
}
