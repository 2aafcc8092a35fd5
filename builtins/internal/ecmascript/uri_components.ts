// `decodeURIComponent` and `encodeURIComponent` (ECMA-262 §19.2.6), which routers call for every parameter of every request. The
// engine's build a new string each time; most strings have nothing to decode or encode and are returned unchanged.
import { engineDecode, engineEncode } from "internal:core/bootstrap";
import { nativeNames } from "internal:core/stack/install";

const PERCENT = 37;
/** Up to this length a loop over the units is faster than the engine's search. */
const LOOP_LENGTH_MAX = 32;

/** By code unit: 1 for a character that `encodeURIComponent` does not change. */
const isUnreserved = new Uint8Array(128);
for (const unit of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()")
  isUnreserved[unit.charCodeAt(0)] = 1;

// Methods: like the engine's they are not constructors.
const functions = {
  decodeURIComponent(encodedURIComponent: string): string {
    if (typeof encodedURIComponent === "string") {
      const { length } = encodedURIComponent;
      if (length > LOOP_LENGTH_MAX) {
        if (!encodedURIComponent.includes("%")) return encodedURIComponent;
      } else {
        let index = 0;
        while (index < length && encodedURIComponent.charCodeAt(index) !== PERCENT) index++;
        if (index === length) return encodedURIComponent;
      }
    }
    return engineDecode(encodedURIComponent);
  },
  encodeURIComponent(uriComponent: string): string {
    if (typeof uriComponent === "string") {
      const { length } = uriComponent;
      let index = 0;
      while (index < length && isUnreserved[uriComponent.charCodeAt(index)] === 1) index++;
      if (index === length) return uriComponent;
    }
    return engineEncode(uriComponent);
  },
};
nativeNames
  .set(functions.decodeURIComponent, "decodeURIComponent")
  .set(functions.encodeURIComponent, "encodeURIComponent");

export const { decodeURIComponent, encodeURIComponent } = functions;
