// Strings in one piece. The engine keeps `a + b` as two pieces until a character is asked for; what is kept and sent many times is
// joined once, since the native side copies pieces from where they are.

/** No line of a head starts with it. */
const COLON = 0x3a;

/** The same line or lines, joined. */
export function joined(text: string): string {
  return text.charCodeAt(0) === COLON ? "" : text;
}
