// Brace expansion as shells do it: "a{b,c}d" yields "abd" and "acd", "{1..3}" and "{a..e..2}" yield sequences. For the patterns of
// `path.matchesGlob`, `fs.glob` and `fs.watch`.

/** All patterns that the braces expand to; the pattern itself when it has none that expand. A backslash escapes the next character. */
export function expandBraces(pattern: string): string[] {
  const open = findGroup(pattern);
  if (open === null) return [pattern];
  const before = pattern.slice(0, open.start);
  const rests = expandBraces(pattern.slice(open.end + 1));
  return open.parts.flatMap(expandBraces).flatMap((middle) => rests.map((rest) => before + middle + rest));
}

interface Group {
  start: number;
  end: number;
  parts: string[];
}

// The first group that expands: one with a comma at its own level, or a sequence. "${" does not begin a group.
function findGroup(pattern: string): Group | null {
  for (let start = 0; start < pattern.length; start++) {
    if (pattern[start] === "\\") start++;
    else if (pattern[start] === "{" && pattern[start - 1] !== "$") {
      const group = readGroup(pattern, start);
      if (group !== null) return group;
    }
  }
  return null;
}

function readGroup(pattern: string, start: number): Group | null {
  const parts: string[] = [];
  let depth = 0;
  let partStart = start + 1;
  for (let index = start; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === "\\") index++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) {
      parts.push(pattern.slice(partStart, index));
      partStart = index + 1;
    } else if (character === "}" && --depth === 0) {
      const last = pattern.slice(partStart, index);
      const items = parts.length > 0 ? [...parts, last] : sequence(last);
      return items === null ? null : { start, end: index, parts: items };
    }
  }
  return null;
}

// The items of "1..5", "a..e" or "01..10..3"; null for anything else.
function sequence(body: string): string[] | null {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (match === null) return null;
  const [, first, last, stepText] = match as unknown as [string, string, string, string | undefined];
  const isLetter = /[A-Za-z]/.test(first);
  if (isLetter !== /[A-Za-z]/.test(last)) return null;
  const from = isLetter ? first.charCodeAt(0) : Number(first);
  const to = isLetter ? last.charCodeAt(0) : Number(last);
  const step = Math.max(Math.abs(Number(stepText ?? 1)), 1) * (to < from ? -1 : 1);
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  const items: string[] = [];
  for (let value = from; step > 0 ? value <= to : value >= to; value += step) {
    items.push(isLetter ? String.fromCharCode(value) : padded(value, width));
  }
  return items;
}

function padded(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, "0")}` : String(value).padStart(width, "0");
}
