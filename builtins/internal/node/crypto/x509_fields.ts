// The fields of an X.509 certificate (RFC 5280 §4.1), parsed from its DER, and their text as Node formats it.
import { asBuffer } from "internal:web/crypto/bytes";
import {
  type Element,
  OBJECT_IDENTIFIER,
  SET,
  dotted,
  readElement,
  readElements,
  readSequence,
} from "internal:web/crypto/der";
import { objectNames } from "native:keys";

/** The parts of a certificate. */
export interface Fields {
  serialNumber: Uint8Array;
  signatureAlgorithm: string;
  issuer: Element;
  validity: Element[];
  subject: Element;
  /** SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  /** Values of extensions by dotted identifier. */
  extensions: Map<string, Uint8Array>;
}

/** Parses a certificate. */
export function readFields(der: Uint8Array): Fields {
  const [body, algorithm] = readSequence(der);
  const all = readElements(body!.content);
  const fields = all[0]!.tag === 0xa0 ? all.slice(1) : all;
  const extensions = new Map<string, Uint8Array>();
  const list = fields.slice(6).find(({ tag }) => tag === 0xa3);
  for (const { content } of list === undefined ? [] : readElements(readElement(list.content)!.content)) {
    const parts = readElements(content);
    extensions.set(dotted(parts[0]!.content), parts[parts.length - 1]!.content);
  }
  return {
    serialNumber: fields[0]!.content,
    signatureAlgorithm: dotted(readElements(algorithm!.content)[0]!.content),
    issuer: fields[2]!,
    validity: readElements(fields[3]!.content),
    subject: fields[4]!,
    publicKey: fields[5]!.whole,
    extensions,
  };
}

const UTF8_STRING = 0x0c;
const IA5_STRING = 0x16;
const BMP_STRING = 0x1e;
const UNIVERSAL_STRING = 0x1c;

/** Decodes one of ASN.1's string types. */
export function stringOf({ tag, content }: Element): string {
  if (tag === UTF8_STRING) return asBuffer(content).toString("utf8");
  let text = "";
  const width = tag === BMP_STRING ? 2 : tag === UNIVERSAL_STRING ? 4 : 1;
  for (let at = 0; at + width <= content.length; at += width) {
    let unit = 0;
    for (let index = 0; index < width; index++) unit = unit * 256 + content[at + index]!;
    text += String.fromCodePoint(unit);
  }
  return text;
}

interface NamePart {
  name: string;
  value: string;
  /** Whether it is in the same SET as the part before. */
  isJoined: boolean;
}

function readName(name: Element): NamePart[] {
  const parts: NamePart[] = [];
  for (const { tag, content } of readElements(name.content)) {
    if (tag !== SET) continue;
    readElements(content).forEach(({ content: pair }, index) => {
      const [identifier, value] = readElements(pair);
      const number = dotted(identifier!.content);
      parts.push({ name: objectNames(number)?.shortName ?? number, value: stringOf(value!), isJoined: index > 0 });
    });
  }
  return parts;
}

// RFC 2253 §2.4, and control characters as OpenSSL writes them, unless the whole string is quoted afterwards.
function escaped(value: string, keepsControls = false): string {
  let text = "";
  for (let index = 0; index < value.length; index++) {
    const character = value[index]!;
    const code = value.charCodeAt(index);
    const isEdge =
      (index === 0 && (character === "#" || character === " ")) || (index === value.length - 1 && character === " ");
    if (!keepsControls && (code < 0x20 || code === 0x7f))
      text += `\\${code.toString(16).toUpperCase().padStart(2, "0")}`;
    else text += isEdge || ',+"\\<>;'.includes(character) ? `\\${character}` : character;
  }
  return text;
}

/** A name as lines of `C=US`. */
export function nameText(name: Element): string {
  return readName(name)
    .map(
      ({ name: key, value, isJoined }, index) =>
        (index === 0 ? "" : isJoined ? " + " : "\n") + `${key}=${escaped(value)}`,
    )
    .join("");
}

/** A name as an object; the values of a repeated attribute are an array. */
export function nameObject(name: Element): Record<string, string | string[]> {
  const object: Record<string, any> = Object.create(null);
  for (const { name: key, value } of readName(name)) {
    if (object[key] === undefined) object[key] = value;
    else if (Array.isArray(object[key])) object[key].push(value);
    else object[key] = [object[key], value];
  }
  return object;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const UTC_TIME = 0x17;

/** The time of a UTCTime or GeneralizedTime (RFC 5280 §4.1.2.5). */
export function timeOf({ tag, content }: Element): Date {
  const text = asBuffer(content).toString("latin1");
  const short = tag === UTC_TIME;
  const yearText = text.slice(0, short ? 2 : 4);
  const year = short ? Number(yearText) + (Number(yearText) < 50 ? 2000 : 1900) : Number(yearText);
  const rest = text.slice(yearText.length);
  const part = (index: number): number => Number(rest.slice(2 * index, 2 * index + 2)) || 0;
  return new Date(Date.UTC(year, part(0) - 1, part(1), part(2), part(3), part(4)));
}

/** A time as `Sep  3 21:40:37 2022 GMT`. */
export function timeText(time: Date): string {
  const two = (value: number): string => `${value}`.padStart(2, "0");
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`;
  return `${MONTHS[time.getUTCMonth()]} ${`${time.getUTCDate()}`.padStart(2, " ")} ${clock} ${time.getUTCFullYear()} GMT`;
}

// A string that looks like the list's own punctuation is written as JSON, with commas and control characters as
// `\u002c`. Characters beyond ASCII stay as they are only in strings whose type is UTF-8.
function safe(text: string, isUnicode = false): string {
  const isPlain = isUnicode
    ? !/[",'\\\u0000-\u001f\u007f]/.test(text)
    : !/[",'\\\u0000-\u001f\u007f-\uffff]/.test(text);
  if (isPlain) return text;
  const numbered = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${text.replace(/["\\]/g, "\\$&").replace(isUnicode ? /[,\u0000-\u001f\u007f]/g : /[,\u0000-\u001f\u007f-\uffff]/g, numbered)}"`;
}

function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.length !== 16) return `<invalid length=${bytes.length}>`;
  const groups: string[] = [];
  for (let at = 0; at < 16; at += 2) groups.push((bytes[at]! * 256 + bytes[at + 1]!).toString(16).toUpperCase());
  return groups.join(":");
}

const OTHER_NAMES: Record<string, string> = {
  "1.3.6.1.5.5.7.8.5": "XmppAddr",
  "1.3.6.1.5.5.7.8.7": "SRVName",
  "1.3.6.1.4.1.311.20.2.3": "UPN",
  "1.3.6.1.5.5.7.8.8": "NAIRealm",
  "1.3.6.1.5.5.7.8.9": "SmtpUTF8Mailbox",
};

function otherName(content: Uint8Array): string {
  const [identifier, wrapped] = readElements(content);
  const number = dotted(identifier!.content);
  const value = wrapped === undefined ? undefined : readElement(wrapped.content);
  const name = OTHER_NAMES[number];
  // Only SRVName is an IA5String; the others are UTF-8.
  const isUnicode = name !== "SRVName";
  const isString = value !== undefined && value.tag === (isUnicode ? UTF8_STRING : IA5_STRING);
  return name !== undefined && isString
    ? `othername:${safe(`${name}:${stringOf(value)}`, isUnicode)}`
    : "othername:<unsupported>";
}

/** A GeneralName (RFC 5280 §4.2.1.6) as Node formats it. */
function generalName(element: Element): string {
  const { tag, content } = element;
  const text = (): string => asBuffer(content).toString("latin1");
  switch (tag & 0x1f) {
    case 0:
      return otherName(content);
    case 1:
      return `email:${safe(text())}`;
    case 2:
      return `DNS:${safe(text())}`;
    case 4:
      return `DirName:${quotedName(content)}`;
    case 6:
      return `URI:${safe(text())}`;
    case 7:
      return `IP Address:${addressText(content)}`;
    case 8:
      return `Registered ID:${dotted(content)}`;
    case 3:
      return "X400Name:<unsupported>";
    default:
      return "EdiPartyName:<unsupported>";
  }
}

// RFC 2253: the last part first, values escaped.
function quotedName(content: Uint8Array): string {
  const name = readElement(content);
  if (name === undefined) return "";
  const text = readName(name)
    .reverse()
    .map(({ name: key, value }) => `${key}=${escaped(value, true)}`)
    .join(",");
  return safe(text, true);
}

/** The text of subjectAltName; undefined when the certificate has none. */
export function alternativeNames(extension: Uint8Array | undefined): string | undefined {
  return extension === undefined ? undefined : readSequence(extension).map(generalName).join(", ");
}

/** The text of authorityInfoAccess (RFC 5280 §4.2.2.1), as lines. */
export function infoAccess(extension: Uint8Array | undefined): string | undefined {
  if (extension === undefined) return undefined;
  const lines = readSequence(extension).map(({ content }) => {
    const [method, location] = readElements(content);
    const number = dotted(method!.content);
    return `${objectNames(number)?.longName ?? number} - ${generalName(location!)}`;
  });
  return lines.join("\n");
}

/** The purposes of extendedKeyUsage, as dotted identifiers. */
export function extendedKeyUsage(extension: Uint8Array | undefined): string[] | undefined {
  return extension === undefined
    ? undefined
    : readSequence(extension)
        .filter(({ tag }) => tag === OBJECT_IDENTIFIER)
        .map(({ content }) => dotted(content));
}
