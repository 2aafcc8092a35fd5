// How platform objects take part in the structured clone (https://html.spec.whatwg.org/#serializable-objects) without the
// clone knowing their classes. Put these members on prototypes.

/** `[kClone]()` gives a plain description `{ kind, … }` of a serializable object; `null` on a prototype refuses cloning. */
export const kClone: unique symbol = Symbol("kClone");
/** `[kTransfer]()` detaches a transferable object and gives `{ kind, … }`; throws a DataCloneError when it cannot. */
export const kTransfer: unique symbol = Symbol("kTransfer");

/** Makes an object from a description, which has been through the clone itself. */
export type Reviver = (description: any) => object;

const revivers = new Map<string, Reviver>();

/** Registers the way back for descriptions of one kind. */
export function registerReviver(kind: string, reviver: Reviver): void {
  revivers.set(kind, reviver);
}

/** The way back for a kind, or undefined. */
export function reviverOf(kind: string): Reviver | undefined {
  return revivers.get(kind);
}
