// node:timers: the global timer functions as a module.
import {
  clearImmediate,
  clearInterval,
  clearTimeout,
  setImmediate,
  setInterval,
  setTimeout,
} from "internal:core/timers";
import { load } from "internal:core/bootstrap";

const timers = { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval };
Object.defineProperty(timers, "promises", {
  get: () => load("internal:node/timers/promises").default,
  enumerable: true,
  configurable: true,
});

export default timers;
