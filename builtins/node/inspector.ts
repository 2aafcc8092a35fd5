// node:inspector as a Node without an inspector has it: the module is there for those who ask whether they are debugged, and
// what needs the inspector throws ERR_INSPECTOR_NOT_AVAILABLE.
import { ERR_INSPECTOR_NOT_AVAILABLE } from "internal:errors";
import EventEmitter from "node:events";
import { load } from "internal:bootstrap";
import { addLazy } from "internal:process/define";

function unavailable(): never {
  throw new ERR_INSPECTOR_NOT_AVAILABLE();
}

/** `inspector.Session`. */
export class Session extends (EventEmitter as any) {
  connect(): never {
    return unavailable();
  }
  connectToMainThread(): never {
    return unavailable();
  }
  disconnect(): void {}
  post(): never {
    return unavailable();
  }
}

const inspector: any = {
  open: unavailable,
  close() {},
  url: () => undefined,
  waitForDebugger: unavailable,
  Session,
};
addLazy(inspector, "console", () => load("node:console").default);

export default inspector;
