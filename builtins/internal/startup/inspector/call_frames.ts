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
  const shown: Parameters[] = [];
  let hasLocal = false;
  let last: Parameters | null = null;
  for (const scope of chain) {
    const { object, type, name = "", empty } = scope;
    let kind = SCOPES[type] ?? "closure";
    // The engine has the parameters of a function and its variables in scopes of their own.
    if (kind === "closure" && last !== null && isSameFunction(last, scope)) {
      const merged = shown.at(-1)!.object;
      merged.objectId = scopeId([...idsOfScope(merged.objectId)!, object.objectId]);
      continue;
    }
    last = kind === "closure" ? scope : null;
    if (kind === "closure" && !hasLocal) {
      hasLocal = true;
      kind = "local";
    } else if (empty === true) {
      last = null;
      continue;
    }
    const described = remoteObject(object);
    if (kind !== "global" && kind !== "with") described.objectId = scopeId([object.objectId]);
    shown.push({ type: kind, object: described, ...(name === "" ? undefined : { name }) });
  }
  return shown;
}

function isSameFunction(first: Parameters, second: Parameters): boolean {
  return (
    first.name !== undefined &&
    first.name === second.name &&
    first.location?.scriptId === second.location?.scriptId &&
    first.location?.lineNumber === second.location?.lineNumber
  );
}

/** The identifier of a scope: of one or more of the engine's objects. */
function scopeId(ids: string[]): string {
  return JSON.stringify({ scopes: ids });
}

/** The engine's objects of a scope; null for the identifier of another object. */
export function idsOfScope(objectId: string): string[] | null {
  return objectId.startsWith('{"scopes":') ? JSON.parse(objectId).scopes : null;
}

/** Whether a variable was made by the transform of a module, and is not the program's. */
export function isOwnVariable({ name }: Parameters): boolean {
  return /^(?:\$(?:\d+|[a-z])|\d+)$/.test(name);
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
