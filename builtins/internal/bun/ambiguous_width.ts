// Characters of ambiguous width (East_Asian_Width=A of Unicode 14, UAX #11): two columns wide where `ambiguousIsNarrow` is false. Marks,
// which have no width, are left out.

/** First characters, as differences to the end of the range before, and lengths of ranges beyond their first, in base 36. */
const RANGES =
  "4h 3 3+1 2 4 2+4 2+4 2+3 7 a 7+1 6+3 5 2+2 2+1 3 2+1 4+3 2 2 3 g 2 8 b+1 4 6+2 5 7+3 2 4+3 2 5+1 j+1 4 2r 2 2 " +
  "2 2 2 2 2 39 g 2r 3 2+2 2 3 8+3 2 2 4y+g 2+6 8+g 2+6 1k f+1r 2 5hb 3+3 2+1 3+1 3+2 2+3 9 2+1 2 6 3 1i b 2+3 14 " +
  "2f 2 4 a 3 b+1 4 5 14+1 7+3 2+b 5+9 g 7+9 v+1 p 2 j p 2+1 4+1 3 4 2 4 5 3+3 3 2 2+5 2 6+3 5+1 b 4 6 e+1 3+3 " +
  "3+1 3+1 j+1 3+1 e 4 c q 2b 9a+3t 2+2o 5+z d+f 3+3 b+1 2+6 9+1 3+1 5+1 3+1 5+2 3 3+3 h+3 a m+1 3 5+1 d 2 y 2 " +
  "u+1 2+2 2+3 2+1 2 1b+1 w 7+7 2+4 2+c 2 5+1 2+6 3 2+3 2+1 2+1 1q 1l+9 rb+3 1db+7 yb5+4xr 1dq 1blv+a 6+t 3+1l " +
  "7+t 2+1 b+h ic7o+1ekd 3+1ekd";

let ends: number[] | undefined;

/** Whether a code point has an ambiguous width. */
export function isAmbiguous(codePoint: number): boolean {
  ends ??= read();
  let low = 0;
  let high = ends.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (codePoint > ends[2 * middle + 1]!) low = middle + 1;
    else high = middle;
  }
  return low < ends.length / 2 && codePoint >= ends[2 * low]!;
}

/** First and last code points of all ranges, in order. */
function read(): number[] {
  const found: number[] = [];
  let last = 0;
  for (const range of RANGES.split(" ")) {
    const [distance, length] = range.split("+");
    const first = last + Number.parseInt(distance!, 36);
    last = first + (length === undefined ? 0 : Number.parseInt(length, 36));
    found.push(first, last);
  }
  return found;
}
