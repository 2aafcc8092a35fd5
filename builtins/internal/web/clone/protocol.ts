// The interface of platform objects to the structured clone (https://html.spec.whatwg.org/#serializable-objects), which does
// not know their classes. These members are on prototypes.

/** `[kClone]()` returns a plain description `{ kind, … }` of a serializable object; `null` on a prototype refuses cloning. */
export const kClone: unique symbol = Symbol("kClone");
/** `[kTransfer]()` detaches a transferable object and returns `{ kind, … }`; throws a DataCloneError when it cannot. */
export const kTransfer: unique symbol = Symbol("kTransfer");

/** The description of a platform object; the other members depend on the kind. */
export interface Description {
  kind: string;
  [member: string]: any;
}

/** A platform object with `kClone`. */
export interface CloneableObject {
  [kClone](): Description;
}

/** A platform object with `kTransfer`. */
export interface TransferableObject {
  [kTransfer](): Description;
}

/** Creates an object from a description, which was cloned itself. */
export type Reviver = (description: any) => object;

const revivers = new Map<string, Reviver>();

/** Registers the reviver of a kind. */
export function registerReviver(kind: string, reviver: Reviver): void {
  revivers.set(kind, reviver);
}

/** The reviver of a kind, or undefined. */
export function reviverOf(kind: string): Reviver | undefined {
  return revivers.get(kind);
}
