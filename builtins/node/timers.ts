// node:timers: the global timer functions as a module.
import { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from "internal:timers";
import { load } from "internal:bootstrap";

const timers = { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval };
Object.defineProperty(timers, "promises", {
  get: () => load("node:timers/promises").default,
  enumerable: true,
  configurable: true,
});

export default timers;
