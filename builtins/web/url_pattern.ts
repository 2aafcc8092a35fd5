// URLPattern (https://urlpattern.spec.whatwg.org/): not there yet.
import { missingClass } from "internal:missing_members";

export const URLPattern = missingClass("URLPattern");
