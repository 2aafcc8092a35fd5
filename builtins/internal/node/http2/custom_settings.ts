// Settings without a name in settings objects: those that were sent, and those of the peer that the program wants to see.
import { customOf } from "internal:node/http2/settings";
import { kHandle, kState } from "internal:node/http2/symbols";
import * as native from "native:http2";

/** Adds custom settings, if there are any, to `settings`, which it returns. */
export function withCustom(settings: any, custom: Record<number, number> | undefined): any {
  if (custom !== undefined) settings.customSettings = custom;
  return settings;
}

/** Those of the peer whose numbers are in the option `remoteCustomSettings`. */
export function remoteCustom(session: any): Record<number, number> | undefined {
  const { remoteCustomIds } = session[kState];
  if (remoteCustomIds.length === 0) return undefined;
  const entries = native.remoteCustomSettings(session[kHandle].id).map(Number);
  const wanted: number[] = [];
  for (let index = 0; index < entries.length; index += 2) {
    if (remoteCustomIds.includes(entries[index])) wanted.push(entries[index]!, entries[index + 1]!);
  }
  return customOf(wanted);
}
