// Settings that have no name in settings objects: the sent ones, and those of the peer that the program reads.
import type { Http2Session } from "internal:node/http2/session";
import { customOf, type SettingsObject } from "internal:node/http2/settings";
import { kHandle, kState } from "internal:node/http2/symbols";
import * as native from "native:http2";

/** Adds custom settings, if there are any, to `settings`, which it returns. */
export function withCustom(settings: SettingsObject, custom: Record<number, number> | undefined): SettingsObject {
  if (custom !== undefined) settings.customSettings = custom;
  return settings;
}

/** Those of the peer whose numbers are in the option `remoteCustomSettings`. */
export function remoteCustom(session: Http2Session): Record<number, number> | undefined {
  const { remoteCustomIds } = session[kState];
  if (remoteCustomIds.length === 0) return undefined;
  const entries = native.remoteCustomSettings(session[kHandle]!.id).map(Number);
  const selected: number[] = [];
  for (let index = 0; index < entries.length; index += 2) {
    if (remoteCustomIds.includes(entries[index]!)) selected.push(entries[index]!, entries[index + 1]!);
  }
  return customOf(selected);
}
