// What the engine reports of itself, under the names of V8's events (`v8`): the contexts that it made, and the collections that the
// program requested. It does not report others, or what it compiles.
import { loopState } from "internal:core/loop_state";
import { Group } from "internal:node/trace_events/categories";
import { areaOf, wrapDirect } from "internal:node/trace_events/natives";
import { momentAt, record, recordCall } from "internal:node/trace_events/recorder";
import { LoopWord } from "native:realm";
import { monotonicOrigin } from "native:time";

const NEW_CONTEXT = "V8.NewContext";
const FULL_COLLECTION = "V8.GCFinalizeMC";

/** Records contexts and collections. */
export function install(): void {
  const at = (word: number): number => loopState[word]! - monotonicOrigin();
  const realm = { at: momentAt(at(LoopWord.ENGINE_START)), until: momentAt(at(LoopWord.REALM_READY)) };
  record(Group.V8, "X", NEW_CONTEXT, realm);
  wrapDirect(areaOf("contexts"), "createContext", (create) => recordCall(Group.V8, NEW_CONTEXT, create));
  wrapDirect(areaOf("realm"), "collectGarbage", (collect) => recordCall(Group.V8, FULL_COLLECTION, collect));
}
