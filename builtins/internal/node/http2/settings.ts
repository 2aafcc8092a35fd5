// Settings of HTTP/2 (RFC 9113 §6.5.2, RFC 8441 §3): checks, defaults, and their encoding.
// https://nodejs.org/api/http2.html#settings-object
import {
  ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH,
  ERR_HTTP2_INVALID_SETTING_VALUE,
  ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS,
  ERR_INVALID_ARG_TYPE,
} from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import { isArrayBufferView } from "internal:core/util/types";
import type { FastBuffer } from "internal:core/buffer";
import { Buffer } from "internal:node/buffer";

const UINT32_MAX = 2 ** 32 - 1;
const WINDOW_MAX = 2 ** 31 - 1;
const FRAME_MIN = 16384;
const FRAME_MAX = 2 ** 24 - 1;
const CUSTOM_MAX = 10;
const CUSTOM_ID_MAX = 0xffff;
/** An entry is a number of two bytes and a value of four. */
const ENTRY_BYTES = 6;

/** Numbers of settings, in the order in which they are sent. */
const IDS = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
  enableConnectProtocol: 8,
} as const;
type Name = keyof typeof IDS;

/** Numbers of custom settings that Node maps to these settings. */
const CUSTOM_NAMES: (Name | undefined)[] = [
  undefined,
  "enablePush",
  "initialWindowSize",
  "maxFrameSize",
  "maxConcurrentStreams",
  "maxHeaderListSize",
  "enableConnectProtocol",
];

/** A settings object, as programs pass or receive it. */
export interface SettingsObject {
  headerTableSize?: number;
  enablePush?: boolean;
  initialWindowSize?: number;
  maxFrameSize?: number;
  maxConcurrentStreams?: number;
  maxHeaderListSize?: number;
  maxHeaderSize?: number;
  enableConnectProtocol?: boolean;
  customSettings?: Record<number, number>;
}

/** Throws ERR_INVALID_ARG_TYPE unless `value` is undefined or an object that is not an array. */
export function checkObject(value: unknown, name: string, types: string | string[] = "Object"): void {
  if (value === undefined) return;
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new ERR_INVALID_ARG_TYPE(name, types, value);
}

function checkRange(name: string, value: unknown, min: number, max: number): void {
  if (value === undefined) return;
  if (typeof value !== "number" || value < min || value > max)
    throw new ERR_HTTP2_INVALID_SETTING_VALUE.RangeError(name, value, min, max);
}

function checkBoolean(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean") throw new ERR_HTTP2_INVALID_SETTING_VALUE(name, value);
}

/** Checks a settings object. Throws ERR_HTTP2_INVALID_SETTING_VALUE, ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS. */
export function validateSettings(settings: SettingsObject | undefined): void {
  if (settings === undefined) return;
  checkObject(settings.customSettings, "customSettings", "Number");
  if (settings.customSettings) {
    const entries = Object.entries(settings.customSettings);
    if (entries.length > CUSTOM_MAX) throw new ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
    for (const [id, value] of entries) {
      checkRange("customSettings:id", Number(id), 0, CUSTOM_ID_MAX);
      checkRange("customSettings:value", Number(value), 0, UINT32_MAX);
    }
  }
  checkRange("headerTableSize", settings.headerTableSize, 0, UINT32_MAX);
  checkRange("initialWindowSize", settings.initialWindowSize, 0, WINDOW_MAX);
  checkRange("maxFrameSize", settings.maxFrameSize, FRAME_MIN, FRAME_MAX);
  checkRange("maxConcurrentStreams", settings.maxConcurrentStreams, 0, UINT32_MAX);
  checkRange("maxHeaderListSize", settings.maxHeaderListSize, 0, UINT32_MAX);
  checkRange("maxHeaderSize", settings.maxHeaderSize, 0, UINT32_MAX);
  checkBoolean("enablePush", settings.enablePush);
  checkBoolean("enableConnectProtocol", settings.enableConnectProtocol);
}

/** Checks the option `remoteCustomSettings` and returns a copy of it; undefined without one. */
export function readRemoteCustomSettings(list: unknown): number[] | undefined {
  if (list === undefined) return undefined;
  if (list === null || !Array.isArray(list))
    throw new ERR_INVALID_ARG_TYPE("options.remoteCustomSettings", "Array", list);
  if (list.length > CUSTOM_MAX) throw new ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
  return [...list];
}

/** Throws for invalid numbers of settings. */
export function checkCustomIds(list: readonly unknown[]): void {
  for (const id of list) {
    if (typeof id !== "number" || id < 0 || id > CUSTOM_ID_MAX) {
      throw new ERR_HTTP2_INVALID_SETTING_VALUE.RangeError("Range Error", id, 0, CUSTOM_ID_MAX);
    }
  }
}

/** Alternating numbers and values of checked settings. */
export function entriesOf(settings: SettingsObject): number[] {
  const known: Partial<Record<Name, number>> = {};
  const custom = readCustom(settings.customSettings, known);
  for (const name of ["headerTableSize", "maxConcurrentStreams", "initialWindowSize", "maxFrameSize"] as const) {
    if (typeof settings[name] === "number") known[name] = settings[name];
  }
  if (typeof settings.maxHeaderListSize === "number" || typeof settings.maxHeaderSize === "number") {
    const { maxHeaderSize, maxHeaderListSize } = settings;
    // Two names for one setting.
    const isOverwritten = maxHeaderSize !== undefined && maxHeaderSize !== maxHeaderListSize;
    if (isOverwritten) emitWarning("settings.maxHeaderSize overwrite settings.maxHeaderListSize");
    known.maxHeaderListSize = isOverwritten ? maxHeaderSize : maxHeaderListSize;
  }
  for (const name of ["enablePush", "enableConnectProtocol"] as const) {
    if (typeof settings[name] === "boolean") known[name] = Number(settings[name]);
  }
  const entries: number[] = [];
  for (const name of Object.keys(IDS) as Name[]) {
    const value = known[name];
    if (value !== undefined) entries.push(IDS[name], value);
  }
  for (const [id, value] of custom) entries.push(id, value);
  return entries;
}

function readCustom(
  customSettings: Record<string, number> | null | undefined,
  known: Partial<Record<Name, number>>,
): Map<number, number> {
  const custom = new Map<number, number>();
  if (customSettings === null || typeof customSettings !== "object") return custom;
  for (const key in customSettings) {
    const value = customSettings[key];
    if (typeof value !== "number") continue;
    const id = Number(key);
    if (!(id > 0 && id <= CUSTOM_ID_MAX))
      throw new ERR_HTTP2_INVALID_SETTING_VALUE.RangeError("Range Error", id, 0, CUSTOM_ID_MAX);
    if (!(value > 0 && value <= UINT32_MAX))
      throw new ERR_HTTP2_INVALID_SETTING_VALUE.RangeError("Range Error", value, 0, UINT32_MAX);
    const name = CUSTOM_NAMES[id];
    if (name !== undefined) {
      known[name] = value;
    } else {
      if (custom.size === CUSTOM_MAX && !custom.has(id)) throw new ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
      custom.set(id, value);
    }
  }
  return custom;
}

/** Entries encoded for `native:http2`. */
export function nativeEntries(entries: number[]): Uint8Array {
  return new Uint8Array(new Uint32Array(entries).buffer);
}

/** Those of the entries that have no name, by their numbers; undefined when there are none. */
export function customOf(entries: readonly number[]): Record<number, number> | undefined {
  let custom: Record<number, number> | undefined;
  for (let index = 0; index < entries.length; index += 2) {
    const id = entries[index]!;
    if (id <= IDS.maxHeaderListSize || id === IDS.enableConnectProtocol) continue;
    custom ??= {};
    custom[id] = entries[index + 1]!;
  }
  return custom;
}

/** `http2.getDefaultSettings`. */
export function getDefaultSettings(): SettingsObject {
  return Object.assign(Object.create(null), {
    headerTableSize: 4096,
    enablePush: true,
    initialWindowSize: 65535,
    maxFrameSize: FRAME_MIN,
    maxConcurrentStreams: UINT32_MAX,
    maxHeaderSize: 65535,
    maxHeaderListSize: 65535,
    enableConnectProtocol: false,
  });
}

/** `http2.getPackedSettings(settings)`: the payload of a SETTINGS frame, also the value of the field HTTP2-Settings before Base64. */
export function getPackedSettings(settings?: SettingsObject): FastBuffer {
  checkObject(settings, "settings");
  validateSettings(settings);
  const entries = entriesOf({ ...settings });
  const packed = Buffer.alloc((entries.length / 2) * ENTRY_BYTES);
  for (let index = 0; index < entries.length; index += 2) {
    const offset = (index / 2) * ENTRY_BYTES;
    packed.writeUInt16BE(entries[index]!, offset);
    packed.writeUInt32BE(entries[index + 1]!, offset + 2);
  }
  return packed;
}

/** `http2.getUnpackedSettings(buf, options)`. With `options.validate` invalid settings are refused. */
export function getUnpackedSettings(buf: unknown, options: { validate?: boolean } | null = {}): SettingsObject {
  if (!isArrayBufferView(buf) || (buf as Uint8Array).length === undefined)
    throw new ERR_INVALID_ARG_TYPE("buf", ["Buffer", "TypedArray"], buf);
  const values = buf as Uint8Array;
  if (values.length % ENTRY_BYTES !== 0) throw new ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH();
  const settings: SettingsObject = {};
  for (let offset = 0; offset < values.length; offset += ENTRY_BYTES) {
    const id = values[offset]! * 256 + values[offset + 1]!;
    const value =
      values[offset + 2]! * 2 ** 24 + values[offset + 3]! * 2 ** 16 + values[offset + 4]! * 256 + values[offset + 5]!;
    unpack(settings, id, value);
  }
  if (options !== null && options !== undefined && options.validate) validateSettings(settings);
  return settings;
}

function unpack(settings: SettingsObject, id: number, value: number): void {
  switch (id) {
    case IDS.headerTableSize:
      settings.headerTableSize = value;
      break;
    case IDS.enablePush:
      settings.enablePush = value !== 0;
      break;
    case IDS.maxConcurrentStreams:
      settings.maxConcurrentStreams = value;
      break;
    case IDS.initialWindowSize:
      settings.initialWindowSize = value;
      break;
    case IDS.maxFrameSize:
      settings.maxFrameSize = value;
      break;
    case IDS.maxHeaderListSize:
      settings.maxHeaderListSize = settings.maxHeaderSize = value;
      break;
    case IDS.enableConnectProtocol:
      settings.enableConnectProtocol = value !== 0;
      break;
    default:
      (settings.customSettings ??= {})[id] = value;
  }
}
