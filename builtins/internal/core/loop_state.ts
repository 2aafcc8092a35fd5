// The numbers shared with the event loop (`engine/realm/src/loop_state.rs`): the loop reads a write without a call.
import { loopState as makeView } from "native:realm";

/** Index of each number. */
export const NEXT_TIMER = 0;
export const REFERENCED_TIMERS = 1;
export const IMMEDIATES = 2;
export const REFERENCED_IMMEDIATES = 3;
export const TICKS = 4;
export const NOW = 5;
export const REFERENCES = 6;
/** Milliseconds that the loop spent waiting. */
export const IDLE = 7;
/** Turns of the loop, events it handled, and events that were ready without waiting. */
export const TURNS = 8;
export const EVENTS = 9;
export const EVENTS_WAITING = 10;
/** When the loop began, in its milliseconds; 0 before that. */
export const LOOP_START = 11;
/** When the engine was started, when the realm was ready, and when the hooks of the loop were installed. */
export const ENGINE_START = 12;
export const REALM_READY = 13;
export const HOOKS_READY = 14;
/** When the loop ended. */
export const LOOP_EXIT = 15;

/** The numbers, in shared memory. */
export const loopState: Float64Array = makeView();
