// The symbols that EventEmitter, EventTarget and their users share. Registered symbols (`Symbol.for`) are those that
// programs can reach by name in Node too; the descriptions of the others show up when a program inspects an emitter.

/** Method name: an emitter with `captureRejections` hands rejections of its listeners to this method. */
export const kRejection: unique symbol = Symbol.for("nodejs.rejection");
/** Event name: listeners for it see every "error" without counting as handlers. */
export const kErrorMonitor: unique symbol = Symbol("events.errorMonitor");
/** Property: whether rejections of listeners are captured. */
export const kCapture: unique symbol = Symbol("kCapture");
/** Property: `_events` was set before with preset keys, so removal retains the key and the shape. */
export const kShapeMode: unique symbol = Symbol("shapeMode");
/** Property of the iterator of `events.on`: its queue's size and limits. */
export const kWatermarkData: unique symbol = Symbol.for("nodejs.watermarkData");
/** Option of `events.on`: yield only the first argument of each event, not an array. */
export const kFirstEventParam: unique symbol = Symbol("nodejs.kFirstEventParam");
/** Property of an error: `() => string`, a stack that also shows where an unhandled "error" was emitted. */
export const kEnhanceStackBeforeInspector: unique symbol = Symbol("kEnhanceStackBeforeInspector");

/** Property of the class: its instances are event targets. */
export const kIsEventTarget: unique symbol = Symbol.for("nodejs.event_target");
/** Property of an event target: how many listeners of one type it has before a warning; 0 means any number. */
export const kMaxEventTargetListeners: unique symbol = Symbol("events.maxEventTargetListeners");
/** Property of an event target: the warning was emitted. */
export const kMaxEventTargetListenersWarned: unique symbol = Symbol("events.maxEventTargetListenersWarned");
/** Property of an event target: the map from type to listeners. */
export const kEvents: unique symbol = Symbol("kEvents");
/** Option of addEventListener: call this listener even after stopImmediatePropagation(). */
export const kResistStopPropagation: unique symbol = Symbol("kResistStopPropagation");
/** Option of addEventListener: hold the listener weakly, alive as long as this object. */
export const kWeakHandler: unique symbol = Symbol("kWeak");
