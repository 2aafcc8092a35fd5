// Settings that have no name in settings objects: the sent ones, and those of the peer that the program reads.
import type { Http2Session } from "internal:node/http2/session";
import { customOf, type SettingsObject } from "internal:node/http2/settings";
import { kHandle, kRemoteSettings, kState } from "internal:node/http2/symbols";
import * as native from "native:http2";

/** Adds custom settings, if there are any, to `settings`, which it returns. */
export function withCustom(settings: SettingsObject, custom: Record<number, number> | undefined): SettingsObject {
  if (custom !== undefined) settings.customSettings = custom;
  return settings;
}

// RFC 9113 §6.5.2; without a limit the value is the largest one.
const INITIAL: SettingsObject = {
  headerTableSize: 4096,
  enablePush: true,
  initialWindowSize: 65535,
  maxFrameSize: 16384,
  maxConcurrentStreams: 0xffffffff,
  maxHeaderListSize: 0xffffffff,
  maxHeaderSize: 0xffffffff,
  enableConnectProtocol: false,
};

/** The settings of the peer after a SETTINGS frame with `entries`: numbers and values, four bytes each. */
export function remoteAfter(session: Http2Session, entries: Uint8Array): SettingsObject {
  const { remoteCustomIds } = session[kState];
  const settings = { ...(session[kRemoteSettings] ?? INITIAL) };
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  for (let offset = 0; offset < entries.length; offset += 8) {
    const id = view.getInt32(offset);
    const value = view.getUint32(offset + 4);
    if (remoteCustomIds.includes(id)) settings.customSettings = { ...settings.customSettings, [id]: value };
    else setNamed(settings, id, value);
  }
  return settings;
}

function setNamed(settings: SettingsObject, id: number, value: number): void {
  switch (id) {
    case 1:
      settings.headerTableSize = value;
      return;
    case 2:
      settings.enablePush = value !== 0;
      return;
    case 3:
      settings.maxConcurrentStreams = value;
      return;
    case 4:
      settings.initialWindowSize = value;
      return;
    case 5:
      settings.maxFrameSize = value;
      return;
    case 6:
      settings.maxHeaderListSize = settings.maxHeaderSize = value;
      return;
    case 8:
      settings.enableConnectProtocol = value !== 0;
  }
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
