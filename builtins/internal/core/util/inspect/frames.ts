// Finds repeated frames of a stack: recursion, and the frames that an error shares with its cause.

/** The first run of more than three frames that `frames` and `other` share. */
export function sharedFrames(frames: readonly string[], other: readonly string[]): { length: number; offset: number } {
  for (let offset = 0; offset < frames.length - 3; offset++) {
    const position = other.indexOf(frames[offset]!);
    if (position === -1) continue;
    const limit = Math.min(frames.length - offset, other.length - position);
    let length = 1;
    while (length < limit && frames[offset + length] === other[position + length]) length++;
    if (length > 3) return { length, offset };
  }
  return { length: 0, offset: 0 };
}

/** Replaces, in place, every block of frames that repeats the block above it by one line. */
export function foldRepeatedFrames(frames: string[], style: (note: string) => string): void {
  for (let start = 0; start < frames.length - 3; start++) {
    const block = bestBlock(frames, start);
    if (block === undefined) continue;
    const { period, repeats } = block;
    const times = repeats > 1 ? `${period} lines ${repeats} times...` : "lines ...";
    const note = `    ... collapsed ${period * repeats} duplicate lines matching above ${times}`;
    frames.splice(start + period, period * repeats, style(note));
    start += period;
  }
}

// The period that folds the most frames from `start` on; of equal ones the shortest. As in Node, a frame that repeats at once
// is only folded with period 1, so that a longer block begins at the last of such frames.
function bestBlock(frames: readonly string[], start: number): { period: number; repeats: number } | undefined {
  let best: { period: number; repeats: number } | undefined;
  const longest = frames[start] === frames[start + 1] ? 1 : frames.length;
  for (let period = 1; period <= longest && start + period < frames.length; period++) {
    if (frames[start] !== frames[start + period]) continue;
    let repeats = 0;
    while (blockEquals(frames, start, start + (repeats + 1) * period, period)) repeats++;
    if (repeats * period >= 3 && (best === undefined || repeats * period > best.repeats * best.period))
      best = { period, repeats };
  }
  return best;
}

function blockEquals(frames: readonly string[], first: number, second: number, length: number): boolean {
  if (second + length > frames.length) return false;
  for (let index = 0; index < length; index++) if (frames[first + index] !== frames[second + index]) return false;
  return true;
}
