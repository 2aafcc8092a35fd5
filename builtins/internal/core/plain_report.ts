// The report of an exception when the usual one fails, because the program has changed the intrinsics or the stack is
// nearly exhausted. It calls no method of any object but the error.

/** The report, with a final line feed. */
export function plainReport(error: unknown): string {
  try {
    if (typeof error !== "object" || error === null) return `Uncaught ${error as string}\n`;
    const { name, message, stack } = error as Error;
    const head = message === undefined || message === "" ? `${name}` : `${name}: ${message}`;
    if (typeof stack !== "string") return `${head}\n`;
    return beginsWith(stack, head) ? `${stack}\n` : `${head}\n${framesOf(stack)}`;
  } catch {
    return "Uncaught exception that cannot be printed\n";
  }
}

// Whether the stack has its final form already.
function beginsWith(stack: string, head: string): boolean {
  for (let index = 0; index < head.length; index++) if (stack[index] !== head[index]) return false;
  return head !== "";
}

// The engine's lines are `function@url:line:column`; those of builtins are left out, also `[native code]`.
function framesOf(stack: string): string {
  let frames = "";
  let name = "";
  let place = "";
  let hasName = false;
  for (let index = 0; index <= stack.length; index++) {
    const character = index === stack.length ? "\n" : stack[index]!;
    if (character === "\n") {
      const isHidden = place === "" || place[0] === "[" || isInternal(place);
      if (!isHidden) frames += name === "" ? `    at ${place}\n` : `    at ${name} (${place})\n`;
      name = place = "";
      hasName = false;
    } else if (character === "@" && !hasName) {
      name = place;
      place = "";
      hasName = true;
    } else place += character;
  }
  return frames;
}

function isInternal(place: string): boolean {
  let scheme = "";
  for (let index = 0; index < place.length && place[index] !== ":"; index++) scheme += place[index];
  return scheme === "internal" || scheme === "web" || scheme === "brio";
}
