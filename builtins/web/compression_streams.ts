// CompressionStream and DecompressionStream (https://compression.spec.whatwg.org/): not there yet.
import { missingClass } from "internal:missing_members";

export const CompressionStream = missingClass("CompressionStream");
export const DecompressionStream = missingClass("DecompressionStream");
