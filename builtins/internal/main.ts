import { start } from "internal:loop";
import { writeOut } from "native:stdio";
import { inspect } from "internal:util/inspect";
import { setTimeout, setImmediate } from "internal:timers";
import { nextTick } from "internal:ticks";
import { evaluateScript } from "native:realm";
export default function main(argument: string): void {
  start({ beforeExit() {}, exit() { return 0; } });
  const program = JSON.parse(argument);
  Object.assign(globalThis, { setTimeout, setImmediate, nextTick, console: { log: (...a: any[]) => writeOut(a.map((x) => typeof x === "string" ? x : inspect(x)).join(" ") + "\n") } });
  if (program.code) { const r = evaluateScript(program.code, "[eval]", 1); if (program.prints) writeOut(inspect(r) + "\n"); }
}
