// Parses the keys of a terminal from its characters: plain ones, control characters, and the escape sequences of xterm, VT
// and rxvt. `readline.emitKeypressEvents` is here. https://nodejs.org/api/readline.html#readlineemitkeypresseventsstream-interface
import { StringDecoder } from "internal:core/string_decoder";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import type { EventEmitter } from "internal:core/events/emitter";
import type { Interface } from "internal:node/readline/interface";

export interface Key {
  sequence: string;
  name: string | undefined;
  ctrl: boolean;
  meta: boolean;
  shift: boolean;
  code?: string;
}

const ESCAPE = "\x1b";
const ESCAPE_TIMEOUT_MS = 500;
const MODIFIER_SHIFT = 1;
const MODIFIER_META = 2 | 8;
const MODIFIER_CTRL = 4;

/** The codes after the escape character, without modifiers. */
const NAMES: Record<string, string> = {
  "[P": "f1",
  "[Q": "f2",
  "[R": "f3",
  "[S": "f4",
  OP: "f1",
  OQ: "f2",
  OR: "f3",
  OS: "f4",
  "[11~": "f1",
  "[12~": "f2",
  "[13~": "f3",
  "[14~": "f4",
  "[200~": "paste-start",
  "[201~": "paste-end",
  "[[A": "f1",
  "[[B": "f2",
  "[[C": "f3",
  "[[D": "f4",
  "[[E": "f5",
  "[15~": "f5",
  "[17~": "f6",
  "[18~": "f7",
  "[19~": "f8",
  "[20~": "f9",
  "[21~": "f10",
  "[23~": "f11",
  "[24~": "f12",
  "[A": "up",
  "[B": "down",
  "[C": "right",
  "[D": "left",
  "[E": "clear",
  "[F": "end",
  "[H": "home",
  OA: "up",
  OB: "down",
  OC: "right",
  OD: "left",
  OE: "clear",
  OF: "end",
  OH: "home",
  "[1~": "home",
  "[2~": "insert",
  "[3~": "delete",
  "[4~": "end",
  "[5~": "pageup",
  "[6~": "pagedown",
  "[[5~": "pageup",
  "[[6~": "pagedown",
  "[7~": "home",
  "[8~": "end",
  "[Z": "tab",
};
const SHIFTED: Record<string, string> = {
  "[a": "up",
  "[b": "down",
  "[c": "right",
  "[d": "left",
  "[e": "clear",
  "[2$": "insert",
  "[3$": "delete",
  "[5$": "pageup",
  "[6$": "pagedown",
  "[7$": "home",
  "[8$": "end",
  "[Z": "tab",
};
const CONTROLLED: Record<string, string> = {
  Oa: "up",
  Ob: "down",
  Oc: "right",
  Od: "left",
  Oe: "clear",
  "[2^": "insert",
  "[3^": "delete",
  "[5^": "pageup",
  "[6^": "pagedown",
  "[7^": "home",
  "[8^": "end",
};

/** Receives one character at a time; an empty string after a time-out: nothing followed an escape character. */
function* readKeys(report: (text: string | undefined, key: Key) => void): Generator<void, never, string> {
  for (;;) {
    let character = yield;
    let sequence = character;
    let isEscaped = false;
    const key: Key = { sequence: "", name: undefined, ctrl: false, meta: false, shift: false };
    if (character === ESCAPE) {
      isEscaped = true;
      sequence += character = yield;
      if (character === ESCAPE) sequence += character = yield;
    }
    if (isEscaped && (character === "O" || character === "[")) {
      let code = character;
      let modifier = 0;
      if (character === "O") {
        sequence += character = yield;
        if (character >= "0" && character <= "9") {
          modifier = Number(character) - 1;
          sequence += character = yield;
        }
        code += character;
      } else {
        sequence += character = yield;
        if (character === "[") {
          code += character;
          sequence += character = yield;
        }
        let command = character;
        while (/[0-9;]/.test(character)) {
          sequence += character = yield;
          command += character;
        }
        const numbered = /^(\d+)(?:;(\d+))?([~^$])$/.exec(command);
        const lettered = /^(?:(?:\d+;)?(\d))?([A-Za-z])$/.exec(command);
        if (numbered !== null) {
          code += numbered[1]! + numbered[3]!;
          modifier = Number(numbered[2] ?? 1) - 1;
        } else if (lettered !== null) {
          code += lettered[2]!;
          modifier = Number(lettered[1] ?? 1) - 1;
        } else code += command;
      }
      key.shift = (modifier & MODIFIER_SHIFT) !== 0 || SHIFTED[code] !== undefined;
      key.meta = (modifier & MODIFIER_META) !== 0;
      key.ctrl = (modifier & MODIFIER_CTRL) !== 0 || CONTROLLED[code] !== undefined;
      key.code = code;
      key.name = NAMES[code] ?? SHIFTED[code] ?? CONTROLLED[code] ?? "undefined";
    } else namePlain(key, character, isEscaped);
    key.sequence = sequence;
    if (sequence.length !== 0 && (key.name !== undefined || isEscaped)) report(isEscaped ? undefined : sequence, key);
    else if ([...sequence].length === 1) report(sequence, key);
  }
}

function namePlain(key: Key, character: string, isEscaped: boolean): void {
  if (character === "\r") key.name = "return";
  else if (character === "\n") key.name = "enter";
  else if (character === "\t") key.name = "tab";
  else if (character === "\b" || character === "\x7f") key.name = "backspace";
  else if (character === ESCAPE) key.name = "escape";
  else if (character === " ") key.name = "space";
  else if (!isEscaped && character !== "" && character <= "\x1a") {
    key.name = String.fromCharCode(character.charCodeAt(0) + 96);
    key.ctrl = true;
    return;
  } else if (/^[0-9A-Za-z]$/.test(character)) {
    key.name = character.toLowerCase();
    key.shift = /^[A-Z]$/.test(character);
  } else if (isEscaped) key.name = character === "" ? "escape" : undefined;
  key.meta = isEscaped;
}

const kDecoder = Symbol("keypress-decoder");

/** A stream that emits keys. */
interface KeySource extends EventEmitter {
  [kDecoder]?: object;
}

function startKeys(stream: KeySource): Generator<void, void, string> {
  const keys = readKeys((text, key) => stream.emit("keypress", text, key));
  keys.next();
  return keys;
}

/** Makes `stream` emit "keypress" with the text and the key, while it has listeners. */
export function emitKeypressEvents(stream: KeySource, rl: Partial<Interface> = {}): void {
  if (stream[kDecoder]) return;
  const decoder = new StringDecoder("utf8");
  stream[kDecoder] = decoder;
  let keys = startKeys(stream);
  let timer: Timeout | undefined;
  const onData = (input: unknown): void => {
    if (stream.listenerCount("keypress") === 0) {
      // Without listeners the data is not parsed.
      stream.removeListener("data", onData);
      stream.on("newListener", onNewListener);
      return;
    }
    const text = decoder.write(input);
    if (text === "") return;
    clearTimeout(timer);
    // Pasted text does not complete, except for its last character.
    rl.isCompletionEnabled = false;
    let read = 0;
    for (const character of text) {
      read += character.length;
      if (read === text.length) rl.isCompletionEnabled = true;
      try {
        keys.next(character);
      } catch (error) {
        // A listener threw, which ended the generator.
        keys = startKeys(stream);
        throw error;
      }
      if (character === ESCAPE && read === text.length)
        timer = setTimeout(() => void keys.next(""), rl.escapeCodeTimeout ?? ESCAPE_TIMEOUT_MS);
    }
  };
  const onNewListener = (event: string): void => {
    if (event !== "keypress") return;
    stream.on("data", onData);
    stream.removeListener("newListener", onNewListener);
  };
  if (stream.listenerCount("keypress") > 0) stream.on("data", onData);
  else stream.on("newListener", onNewListener);
}
