// Flattens ropes. The engine stores `a + b` as a rope of two strings until a character is read. A string that is cached and sent many
// times is flattened once, since the native side would copy the parts of the rope each time.

/** No header line starts with it. */
const COLON = 0x3a;

/** Returns the header lines in `text`, flattened. */
export function flattenString(text: string): string {
  return text.charCodeAt(0) === COLON ? "" : text;
}
