// Parses date strings as V8 does: the standard's format (ECMA-262, 21.4.1.32), and otherwise numbers as parts of the
// day or of the time and words as months, zones or AM and PM. Text in parentheses and most other characters are ignored.
// `internal:ecmascript/dates` calls the engine's parser for the usual formats.
import { EngineDate } from "internal:core/bootstrap";

const { getTime, setFullYear, setHours, setUTCFullYear, setUTCHours } = EngineDate.prototype;
const utc = EngineDate.UTC;

const TIME_MAX = 8.64e15;
const MS_PER_MINUTE = 60_000;
const PREFIX_LENGTH = 3;
const DIGITS_MAX = 9;
const DAY_PARTS = 3;
const TIME_PARTS = 4;

// Kinds of tokens. Symbols have their character's code.
const END = 0;
const NUMBER = 1;
const WORD = 2;
const BLANK = 3;
const OTHER = 4;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;
const CLOSING = 0x29;
const OPENING = 0x28;

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ").map(packed);
const ZONES = "ut utc z gmt cdt cst edt est mdt mst pdt pst".split(" ").map(packed);
const ZONE_HOURS = [0, 0, 0, 0, -5, -6, -4, -5, -6, -7, -7, -8];
const WORD_AM = packed("am");
const WORD_PM = packed("pm");
const WORD_T = packed("t");
const WORD_Z = packed("z");

/** The first three characters of a word in one number, letters in lower case. */
function packed(word: string): number {
  let number = 0;
  for (let index = 0; index < word.length && index < PREFIX_LENGTH; index++) {
    number = number * 0x10000 + lowerCase(word.charCodeAt(index));
  }
  return number;
}

function lowerCase(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

/**
 * The time value of a date string, in milliseconds; NaN when it is not a date. Without a zone it is local time, except
 * for a date alone in the standard's format.
 */
export function parse(text: string): number {
  const parser = new Parser(text);
  return parser.read() ? parser.value() : NaN;
}

class Parser {
  text: string;
  /** Where the next token begins. */
  position = 0;
  // The next token, which is peeked at, and the one that `take` left behind.
  kind = END;
  number = 0;
  length = 0;
  word = 0;
  takenNumber = 0;
  takenLength = 0;
  takenWord = 0;

  first = 0;
  second = 1;
  third = 1;
  dayCount = 0;
  namedMonth = -1;
  isStandard = false;
  hours = 0;
  minutes = 0;
  seconds = 0;
  ms = 0;
  timeCount = 0;
  /** The hours that AM or PM adds to an hour of twelve; -1 without either. */
  hourOffset = -1;
  zoneSign = 0;
  /** -1 for an hour or minute that is not there. */
  zoneHour = -1;
  zoneMinute = -1;

  constructor(text: string) {
    this.text = text;
    this.scan();
  }

  /** Reads the next token. */
  scan(): void {
    const { text, position } = this;
    const unit = position < text.length ? text.charCodeAt(position) : 0;
    // As in V8, the string ends at a NUL.
    if (unit === 0) {
      this.kind = END;
      return;
    }
    if (isDigit(unit)) return this.scanNumber();
    if (unit === COLON || unit === MINUS || unit === PLUS || unit === DOT || unit === CLOSING) {
      this.position++;
      this.kind = unit;
    } else if (unit >= 0x41 && !isBlank(unit)) this.scanWord();
    else if (isBlank(unit)) {
      let end = position + 1;
      while (end < text.length && isBlank(text.charCodeAt(end))) end++;
      this.position = end;
      this.kind = BLANK;
    } else {
      this.position = unit === OPENING ? endOfParentheses(text, position) : position + 1;
      this.kind = OTHER;
    }
  }

  /** Only nine digits behind leading zeros count. */
  scanNumber(): void {
    const { text } = this;
    const start = this.position;
    let end = start;
    while (text.charCodeAt(end) === 0x30) end++;
    let number = 0;
    for (let count = 0; isDigit(text.charCodeAt(end)); count++, end++) {
      if (count < DIGITS_MAX) number = number * 10 + text.charCodeAt(end) - 0x30;
    }
    this.position = end;
    this.kind = NUMBER;
    this.number = number;
    this.length = end - start;
  }

  scanWord(): void {
    const { text } = this;
    const start = this.position;
    let end = start;
    let word = 0;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (unit < 0x41 || isBlank(unit)) break;
      if (end < start + PREFIX_LENGTH) word = word * 0x10000 + lowerCase(unit);
    }
    this.position = end;
    this.kind = WORD;
    this.word = word;
    this.length = end - start;
  }

  /** Advances to the next token; returns its kind. */
  take(): number {
    const { kind } = this;
    this.takenNumber = this.number;
    this.takenLength = this.length;
    this.takenWord = this.word;
    this.scan();
    return kind;
  }

  skip(symbol: number): boolean {
    if (this.kind !== symbol) return false;
    this.scan();
    return true;
  }

  /** Whether the next token is a number of so many digits. */
  isNumber(length: number): boolean {
    return this.kind === NUMBER && this.length === length;
  }

  isWord(word: number): boolean {
    return this.kind === WORD && this.word === word;
  }

  /** Reads all tokens. False when they are not a date. */
  read(): boolean {
    let kind = this.readStandard();
    if (kind < 0) return false;
    let hasNumber = this.dayCount > 0;
    if (kind === END) kind = this.take();
    for (; kind !== END; kind = this.take()) {
      if (kind === NUMBER) {
        hasNumber = true;
        if (!this.readNumber(this.takenNumber)) return false;
      } else if (kind === WORD) {
        if (!this.readWord(hasNumber)) return false;
      } else if (kind === PLUS || kind === MINUS) {
        const isOffset = (this.zoneHour === 0 && this.zoneMinute === 0) || this.timeCount > 0;
        if (!isOffset && hasNumber) return false;
        if (isOffset) {
          hasNumber = true;
          if (!this.readOffset(kind === PLUS ? 1 : -1)) return false;
        }
      } else if (kind === CLOSING && hasNumber) return false;
    }
    return this.dayCount > 0;
  }

  /**
   * Reads a string of the standard's format. Returns END at its end, -1 when nothing can make it a date, and otherwise
   * the kind of the current token, from which on the string is in another format.
   */
  readStandard(): number {
    if (this.kind === PLUS || this.kind === MINUS) {
      const sign = this.take();
      if (!this.isNumber(6)) return sign;
      if (sign === MINUS && this.number === 0) {
        // No year; V8 drops the number.
        this.scan();
        return sign;
      }
      this.addDay(sign === PLUS ? this.number : -this.number);
    } else if (this.isNumber(4)) this.addDay(this.number);
    else return this.take();
    this.scan();
    if (this.skip(MINUS)) {
      if (!this.isNumber(2) || !isMonth(this.number)) return this.take();
      this.addDay(this.number);
      this.scan();
      if (this.skip(MINUS)) {
        if (!this.isNumber(2) || !isDay(this.number)) return this.take();
        this.addDay(this.number);
        this.scan();
      }
    }
    if (this.isWord(WORD_T)) {
      this.scan();
      if (!this.readStandardTime() || !this.readStandardZone() || (this.kind as number) !== END) return -1;
    } else if (this.kind !== END) return this.take();
    if (this.zoneSign === 0 && this.timeCount === 0) this.setZone(0);
    this.isStandard = true;
    return END;
  }

  /** `HH:mm`, `HH:mm:ss` or `HH:mm:ss.sss`, with any number of digits in the fraction. */
  readStandardTime(): boolean {
    if (!this.isNumber(2) || this.number > 24) return false;
    const isEndOfDay = this.number === 24;
    const maximum = isEndOfDay ? 0 : 59;
    this.addTime(this.number);
    this.scan();
    if (!this.skip(COLON) || !this.isNumber(2) || this.number > maximum) return false;
    this.addTime(this.number);
    this.scan();
    if (!this.skip(COLON)) return true;
    if (!this.isNumber(2) || this.number > maximum) return false;
    this.addTime(this.number);
    this.scan();
    if (!this.skip(DOT)) return true;
    if (this.kind !== NUMBER || (isEndOfDay && this.number > 0)) return false;
    this.take();
    return this.addTime(this.milliseconds());
  }

  /** `Z`, `+HH:mm` or `+HHmm`; nothing is also fine. */
  readStandardZone(): boolean {
    if (this.isWord(WORD_Z)) {
      this.scan();
      this.setZone(0);
      return true;
    }
    if (this.kind !== PLUS && this.kind !== MINUS) return true;
    this.zoneSign = this.take() === PLUS ? 1 : -1;
    if (this.isNumber(4)) {
      this.zoneHour = Math.floor(this.number / 100);
      this.zoneMinute = this.number % 100;
    } else {
      if (!this.isNumber(2)) return false;
      this.zoneHour = this.number;
      this.scan();
      if (!this.skip(COLON) || !this.isNumber(2)) return false;
      this.zoneMinute = this.number;
    }
    this.scan();
    return this.zoneHour < 24 && this.zoneMinute < 60;
  }

  readNumber(number: number): boolean {
    if (this.skip(COLON)) {
      if (this.skip(COLON)) return this.timeCount === 0 && this.addTime(number) && this.addTime(0);
      if (!this.addTime(number)) return false;
      this.skip(DOT);
      return true;
    }
    if (this.skip(DOT) && this.expectsTime(number)) {
      this.addTime(number);
      if (this.take() !== NUMBER) return false;
      return this.addLastTime(this.milliseconds());
    }
    if (this.zoneHour >= 0 && this.zoneMinute < 0 && number < 60) {
      this.zoneMinute = number;
      return true;
    }
    if (this.expectsTime(number)) {
      this.addLastTime(number);
      const { kind } = this;
      return kind === END || kind === BLANK || kind === PLUS || kind === MINUS || this.isWord(WORD_Z);
    }
    if (!this.addDay(number)) return false;
    this.skip(MINUS);
    return true;
  }

  readWord(hasNumber: boolean): boolean {
    const word = this.takenWord;
    const month = MONTHS.indexOf(word);
    if (month >= 0) {
      this.namedMonth = month + 1;
      this.skip(MINUS);
      return true;
    }
    if (this.takenLength <= PREFIX_LENGTH) {
      if ((word === WORD_AM || word === WORD_PM) && this.timeCount > 0) {
        this.hourOffset = word === WORD_AM ? 0 : 12;
        return true;
      }
      const zone = ZONES.indexOf(word);
      if (zone >= 0 && hasNumber) {
        this.setZone(ZONE_HOURS[zone]!);
        return true;
      }
    }
    // Other words are only allowed before the first number, and not directly before it.
    return !hasNumber && this.kind !== NUMBER;
  }

  readOffset(sign: number): boolean {
    this.zoneSign = sign;
    let number = 0;
    let length = 0;
    if (this.kind === NUMBER) {
      this.take();
      number = this.takenNumber;
      length = this.takenLength;
    }
    if (this.kind === COLON) {
      this.zoneHour = number;
      this.zoneMinute = -1;
      return true;
    }
    if (length === 0 || length > 4) return false;
    this.zoneHour = length <= 2 ? number : Math.floor(number / 100);
    this.zoneMinute = length <= 2 ? 0 : number % 100;
    return true;
  }

  setZone(hours: number): void {
    this.zoneSign = hours < 0 ? -1 : 1;
    this.zoneHour = Math.abs(hours);
    this.zoneMinute = 0;
  }

  /** The number taken last as the digits of a fraction of a second. */
  milliseconds(): number {
    const length = Math.min(this.takenLength, DIGITS_MAX);
    return Math.floor(this.takenNumber * 10 ** (3 - length));
  }

  addDay(number: number): boolean {
    const index = this.dayCount++;
    if (index === 0) this.first = number;
    else if (index === 1) this.second = number;
    else if (index === 2) this.third = number;
    return index < DAY_PARTS;
  }

  addTime(number: number): boolean {
    if (this.timeCount === TIME_PARTS) return false;
    const index = this.timeCount++;
    if (index === 0) this.hours = number;
    else if (index === 1) this.minutes = number;
    else if (index === 2) this.seconds = number;
    else this.ms = number;
    return true;
  }

  addLastTime(number: number): boolean {
    this.addTime(number);
    this.timeCount = TIME_PARTS;
    return true;
  }

  expectsTime(number: number): boolean {
    const count = this.timeCount;
    return (count === 1 && number < 60) || (count === 2 && number < 60) || (count === 3 && number < 1000);
  }

  /** The time value of what was read. */
  value(): number {
    const { minutes, seconds, ms: milliseconds } = this;
    let hour = this.hours;
    if (this.hourOffset >= 0) {
      if (hour > 12) return NaN;
      hour = (hour % 12) + this.hourOffset;
    }
    const isEndOfDay = hour === 24 && minutes === 0 && seconds === 0 && milliseconds === 0;
    if ((hour > 23 && !isEndOfDay) || minutes > 59 || seconds > 59 || milliseconds > 999) return NaN;
    const { first, second, third } = this;
    // Year, month and day, by their order and size.
    let year: number;
    let month: number;
    let day: number;
    if (this.namedMonth > 0) {
      month = this.namedMonth;
      year = isDay(first) ? second : first;
      day = isDay(first) ? first : second;
    } else {
      const isYearFirst = this.isStandard || !isDay(first);
      year = isYearFirst ? first : third;
      month = isYearFirst ? second : first;
      day = isYearFirst ? third : second;
    }
    if (!isMonth(month) || !isDay(day)) return NaN;
    if (!this.isStandard && year >= 0 && year < 100) year += year < 50 ? 2000 : 1900;
    const isLocal = this.zoneSign === 0;
    const offset = isLocal
      ? 0
      : this.zoneSign * (Math.max(this.zoneHour, 0) * 60 + Math.max(this.zoneMinute, 0)) * MS_PER_MINUTE;
    if (year >= 100) {
      if (!isLocal) return dateOf(utc(year, month - 1, day, hour, minutes, seconds, milliseconds) - offset);
      return getTime.call(new EngineDate(year, month - 1, day, hour, minutes, seconds, milliseconds));
    }
    // The constructor would add 1900 to the year.
    const moment = new EngineDate(0);
    if (isLocal) {
      setFullYear.call(moment, year, month - 1, day);
      return setHours.call(moment, hour, minutes, seconds, milliseconds);
    }
    setUTCFullYear.call(moment, year, month - 1, day);
    return dateOf(setUTCHours.call(moment, hour, minutes, seconds, milliseconds) - offset);
  }
}

/** The time value, or NaN outside of the range of dates. */
function dateOf(time: number): number {
  return Math.abs(time) <= TIME_MAX ? time : NaN;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isMonth(number: number): boolean {
  return number >= 1 && number <= 12;
}

function isDay(number: number): boolean {
  return number >= 1 && number <= 31;
}

/** White space and line terminators of ECMA-262, 12.2 and 12.3. */
function isBlank(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 9 && unit <= 13);
  if (unit < 0xa0) return false;
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/** The position behind the parenthesis that closes the one at `start`. */
function endOfParentheses(text: string, start: number): number {
  let depth = 0;
  let position = start;
  do {
    const unit = text.charCodeAt(position);
    if (unit === 0) break;
    if (unit === CLOSING) depth--;
    else if (unit === OPENING) depth++;
    position++;
  } while (depth > 0 && position < text.length);
  return position;
}
