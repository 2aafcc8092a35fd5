// The text that Ctrl+U and Ctrl+K deleted: Ctrl+Y inserts the newest, Alt+Y after it replaces it by an older one.
import type { Interface } from "internal:node/readline/interface";
import { insertText } from "internal:node/readline/editor";

const MAX_LENGTH = 32;

/** The newest text first, and the index of the inserted one. `isYanking`: from Ctrl+Y to the next other key. */
interface Ring {
  texts: string[];
  index: number;
  isYanking: boolean;
}

const rings = new WeakMap<object, Ring>();

/** Adds deleted text. */
export function add(rl: Interface, text: string): void {
  let ring = rings.get(rl);
  if (ring === undefined) rings.set(rl, (ring = { texts: [], index: 0, isYanking: false }));
  if (text === "" || text === ring.texts[0]) return;
  ring.texts.unshift(text);
  ring.index = 0;
  if (ring.texts.length > MAX_LENGTH) ring.texts.pop();
}

/** Inserts the newest text at the cursor. */
export function yank(rl: Interface): void {
  const ring = rings.get(rl);
  if (ring === undefined || ring.texts.length === 0) return;
  ring.isYanking = true;
  insertText(rl, ring.texts[ring.index]!);
}

/** Replaces the text that was just inserted by the next older one. */
export function yankOlder(rl: Interface): void {
  const ring = rings.get(rl);
  if (ring === undefined || !ring.isYanking || ring.texts.length < 2) return;
  const last = ring.texts[ring.index]!;
  ring.index = (ring.index + 1) % ring.texts.length;
  const head = rl.line.slice(0, rl.cursor - last.length) + ring.texts[ring.index]!;
  rl.line = head + rl.line.slice(rl.cursor);
  rl.cursor = head.length;
  rl._refreshLine();
}

/** Ends the sequence of Ctrl+Y and Alt+Y: another key was pressed. */
export function endYank(rl: Interface): void {
  const ring = rings.get(rl);
  if (ring !== undefined) ring.isYanking = false;
}
