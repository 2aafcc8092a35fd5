// Brace expansion as shells do it: "a{b,c}d" gives "abd" and "acd", "{1..3}" and "{a..e..2}" give sequences.

/** All patterns that the braces stand for; the pattern itself when it has none that expand. */
export function expandBraces(pattern: string): string[] {
  const open = findGroup(pattern);
  if (open === undefined) return [pattern];
  const { start, end, parts } = open;
  const before = pattern.slice(0, start);
  const rests = expandBraces(pattern.slice(end + 1));
  const results: string[] = [];
  for (const part of parts) {
    for (const middle of expandBraces(part)) {
      for (const rest of rests) results.push(before + middle + rest);
    }
  }
  return results;
}

interface Group {
  start: number;
  end: number;
  parts: string[];
}

/** The first group that expands: one with a comma or a sequence in it. "${" begins none. */
function findGroup(pattern: string): Group | undefined {
  for (let start = pattern.indexOf("{"); start !== -1; start = pattern.indexOf("{", start + 1)) {
    if (pattern[start - 1] === "$") continue;
    const group = readGroup(pattern, start);
    if (group !== undefined) return group;
  }
  return undefined;
}

function readGroup(pattern: string, start: number): Group | undefined {
  const parts: string[] = [];
  let depth = 0;
  let partStart = start + 1;
  for (let index = start; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === "{") depth++;
    if (character === "," && depth === 1) {
      parts.push(pattern.slice(partStart, index));
      partStart = index + 1;
    }
    if (character !== "}" || --depth > 0) continue;
    const last = pattern.slice(partStart, index);
    if (parts.length > 0) return { start, end: index, parts: [...parts, last] };
    const items = sequence(last);
    return items && { start, end: index, parts: items };
  }
  return undefined;
}

/** The items of "1..5", "a..e" or "01..10..3"; undefined for anything else. */
function sequence(body: string): string[] | undefined {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (match === null) return undefined;
  const [, first, last, stepText] = match as unknown as [string, string, string, string | undefined];
  const isText = /[A-Za-z]/.test(first);
  if (isText !== /[A-Za-z]/.test(last)) return undefined;
  const from = isText ? first.charCodeAt(0) : Number(first);
  const to = isText ? last.charCodeAt(0) : Number(last);
  const step = Math.max(Math.abs(Number(stepText ?? 1)), 1) * (to < from ? -1 : 1);
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  const items: string[] = [];
  for (let value = from; step > 0 ? value <= to : value >= to; value += step) {
    items.push(isText ? String.fromCharCode(value) : padded(value, width));
  }
  return items;
}

function padded(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, "0")}` : String(value).padStart(width, "0");
}
