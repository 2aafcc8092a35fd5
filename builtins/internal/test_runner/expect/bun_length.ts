// The length that Bun's `toHaveLength` compares: that of collections and buffers too.

/** Classes whose length is their size. */
const SIZED = /^\[object (?:Map|Set|Blob|File|URLSearchParams)\]$/;

/** The length of a value; NaN where its member is not a number, undefined where it has none. */
export function bunLength(value: unknown): number | undefined {
  if (typeof value === "string") return value.length;
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  if (value instanceof WeakMap || value instanceof WeakSet) return 0;
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (SIZED.test(Object.prototype.toString.call(value))) return (value as { size: number }).size;
  if (!("length" in value)) return undefined;
  return typeof value.length === "number" ? value.length : NaN;
}
