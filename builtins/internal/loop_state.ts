// The words shared with the event loop (`engine/realm/src/loop_state.rs`): writing one tells the loop without a call.
import { loopState as makeView } from "native:realm";

/** Index of each word. */
export const NEXT_TIMER = 0;
export const REFERENCED_TIMERS = 1;
export const IMMEDIATES = 2;
export const REFERENCED_IMMEDIATES = 3;
export const TICKS = 4;
export const NOW = 5;
export const REFERENCES = 6;

/** The words. */
export const loopState: Float64Array = makeView();
