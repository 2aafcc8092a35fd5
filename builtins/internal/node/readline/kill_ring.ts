// What Ctrl+U and Ctrl+K deleted: Ctrl+Y puts the newest back, Alt+Y after it an older one in its place.
import { insertText } from "internal:node/readline/editor";

const MAX_LENGTH = 32;

/** The newest text first, and which one was put back; `isYanking` from Ctrl+Y to the next other key. */
interface Ring {
  texts: string[];
  index: number;
  isYanking: boolean;
}

const rings = new WeakMap<object, Ring>();

/** Keeps deleted text. */
export function keep(rl: any, text: string): void {
  let ring = rings.get(rl);
  if (ring === undefined) rings.set(rl, (ring = { texts: [], index: 0, isYanking: false }));
  if (text === "" || text === ring.texts[0]) return;
  ring.texts.unshift(text);
  ring.index = 0;
  if (ring.texts.length > MAX_LENGTH) ring.texts.pop();
}

/** Puts the newest text where the cursor is. */
export function yank(rl: any): void {
  const ring = rings.get(rl);
  if (ring === undefined || ring.texts.length === 0) return;
  ring.isYanking = true;
  insertText(rl, ring.texts[ring.index]!);
}

/** Puts the next older text in the place of the one that was put back just now. */
export function yankOlder(rl: any): void {
  const ring = rings.get(rl);
  if (ring === undefined || !ring.isYanking || ring.texts.length < 2) return;
  const last = ring.texts[ring.index]!;
  ring.index = (ring.index + 1) % ring.texts.length;
  const head = rl.line.slice(0, rl.cursor - last.length) + ring.texts[ring.index]!;
  rl.line = head + rl.line.slice(rl.cursor);
  rl.cursor = head.length;
  rl._refreshLine();
}

/** Another key was pressed. */
export function endYank(rl: any): void {
  const ring = rings.get(rl);
  if (ring !== undefined) ring.isYanking = false;
}
