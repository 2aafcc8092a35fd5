// Call frames, scopes and stack traces of WebKit's protocol as Chrome's describes them.
import type { Parameters } from "internal:startup/inspector/protocol";
import type { Script } from "internal:startup/inspector/scripts";
import { remoteObject } from "internal:startup/inspector/values";

type Scripts = ReadonlyMap<string, Script>;

const SCOPES: Record<string, string> = {
  global: "global",
  with: "with",
  closure: "closure",
  catch: "catch",
  functionName: "closure",
  globalLexicalEnvironment: "script",
  nestedLexical: "block",
};

/** The call frames of the program; those of Brio's own code are left out. */
export function callFrames(frames: Parameters[], scripts: Scripts): Parameters[] {
  const shown: Parameters[] = [];
  for (const frame of frames) {
    const script = scripts.get(frame.location.scriptId);
    if (script === undefined || script.isOwn) continue;
    shown.push({
      callFrameId: frame.callFrameId,
      functionName: functionName(frame.functionName),
      location: script.toSource(frame.location),
      url: script.url,
      scopeChain: scopes(frame.scopeChain),
      this: remoteObject(frame.this),
      canBeRestarted: false,
    });
  }
  return shown;
}

/** Functions that the loader makes of modules have no name of their own. */
function functionName(name: string): string {
  return name === "(anonymous function)" || name === "global code" || name === "eval code" || name === "module code"
    ? ""
    : name;
}

function scopes(chain: Parameters[]): Parameters[] {
  let hasLocal = false;
  const shown: Parameters[] = [];
  for (const { object, type, name, empty } of chain) {
    let kind = SCOPES[type] ?? "closure";
    // The engine has the arguments and variables of the function in the first closure.
    if (kind === "closure" && !hasLocal) {
      hasLocal = true;
      kind = "local";
    } else if (empty === true) continue;
    shown.push({
      type: kind,
      object: remoteObject(object),
      ...(name === undefined || name === "" ? undefined : { name }),
    });
  }
  return shown;
}

/** A stack trace, with those that led to it. */
export function stackTrace(trace: Parameters, scripts: Scripts): Parameters {
  const frames: Parameters[] = [];
  for (const { functionName: name, url, scriptId, lineNumber, columnNumber } of trace.callFrames ?? []) {
    const script = scripts.get(scriptId);
    if (script?.isOwn === true) continue;
    const place = script?.toSource({ scriptId, lineNumber, columnNumber }) ?? { lineNumber, columnNumber };
    frames.push({
      functionName: functionName(name),
      scriptId,
      url: script?.url ?? url,
      lineNumber: place.lineNumber,
      columnNumber: place.columnNumber,
    });
  }
  return {
    callFrames: frames,
    ...(trace.parentStackTrace === undefined ? undefined : { parent: stackTrace(trace.parentStackTrace, scripts) }),
  };
}
