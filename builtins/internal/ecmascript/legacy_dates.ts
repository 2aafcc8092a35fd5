// Parses date strings that are not in the standard's format as V8 does: numbers are parts of the day or of the time, words are
// months, zones or AM and PM, parentheses are ignored. `internal:ecmascript/dates` uses the engine's parser first.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ZONE_HOURS: Record<string, number> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};
/** A number, a word, blanks, or one other character. */
const TOKEN = /(\d+)|([A-Za-z]+)|(\s+)|[^]/g;
const PREFIX_LENGTH = 3;
const DIGITS_MAX = 9;
const TIME_PARTS = 4;

interface Token {
  text: string;
  isNumber: boolean;
  isWord: boolean;
  isBlank: boolean;
}

const END: Token = { text: "", isNumber: false, isWord: false, isBlank: false };

/** The time value of `text` in milliseconds; NaN when it is not a date. Without a zone it is local time. */
export function parse(text: string): number {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    tokens.push({
      text: match[0],
      isNumber: match[1] !== undefined,
      isWord: match[2] !== undefined,
      isBlank: match[3] !== undefined,
    });
  }
  const reader = new Reader(tokens);
  return reader.read() ? reader.value() : NaN;
}

class Reader {
  tokens: Token[];
  next = 0;
  hasNumber = false;
  day: number[] = [];
  namedMonth: number | undefined;
  time: number[] = [];
  /** The hours that AM or PM adds to an hour of twelve. */
  hourOffset: number | undefined;
  zoneSign: number | undefined;
  zoneHour: number | undefined;
  zoneMinute: number | undefined;

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  peek(): Token {
    return this.tokens[this.next] ?? END;
  }

  skip(symbol: string): boolean {
    if (this.peek().text !== symbol) return false;
    this.next++;
    return true;
  }

  /** Reads all tokens. False when they are not a date. */
  read(): boolean {
    while (this.next < this.tokens.length) {
      const token = this.tokens[this.next++]!;
      if (token.isBlank) continue;
      if (token.isNumber) {
        this.hasNumber = true;
        if (!this.readNumber(token.text)) return false;
      } else if (token.isWord) {
        if (!this.readWord(token.text.toLowerCase())) return false;
      } else if (!this.readSymbol(token.text)) return false;
    }
    return this.day.length > 0;
  }

  readNumber(digits: string): boolean {
    const number = Number(digits.slice(0, DIGITS_MAX));
    if (this.skip(":")) {
      if (!this.skip(":")) return this.addTime(number);
      return this.time.length === 0 && this.addTime(number) && this.addTime(0);
    }
    if (this.peek().text === "." && this.expectsTime(number)) {
      this.next++;
      this.addTime(number);
      const fraction = this.peek();
      if (!fraction.isNumber) return false;
      this.next++;
      this.addTime(Number(fraction.text.slice(0, 3).padEnd(3, "0")));
      return this.finishTime();
    }
    if (this.zoneHour !== undefined && this.zoneMinute === undefined && number < 60) {
      this.zoneMinute = number;
      return true;
    }
    if (this.expectsTime(number)) {
      this.addTime(number);
      this.finishTime();
      const after = this.peek();
      return (
        after === END || after.isBlank || after.text === "+" || after.text === "-" || after.text.toLowerCase() === "z"
      );
    }
    this.skip(".");
    if (this.day.length === 3) return false;
    this.day.push(number);
    this.skip("-");
    return true;
  }

  expectsTime(number: number): boolean {
    const count = this.time.length;
    return (count === 1 && number < 60) || (count === 2 && number < 60) || (count === 3 && number < 1000);
  }

  addTime(number: number): boolean {
    if (this.time.length === TIME_PARTS) return false;
    this.time.push(number);
    return true;
  }

  finishTime(): boolean {
    while (this.time.length < TIME_PARTS) this.time.push(0);
    return true;
  }

  readWord(word: string): boolean {
    const month = MONTHS.indexOf(word.slice(0, PREFIX_LENGTH));
    if (month >= 0) {
      this.namedMonth = month;
      this.skip("-");
      return true;
    }
    if ((word === "am" || word === "pm") && this.time.length > 0) {
      this.hourOffset = word === "am" ? 0 : 12;
      return true;
    }
    if (this.hasNumber && Object.hasOwn(ZONE_HOURS, word)) {
      const hours = ZONE_HOURS[word]!;
      this.zoneSign = hours < 0 ? -1 : 1;
      this.zoneHour = Math.abs(hours);
      this.zoneMinute = 0;
      return true;
    }
    // Other words are only allowed before the first number, and not directly before it.
    return !this.hasNumber && !this.peek().isNumber;
  }

  readSymbol(symbol: string): boolean {
    if (symbol === "+" || symbol === "-") {
      const isUtc = this.zoneSign !== undefined && this.zoneHour === 0 && this.zoneMinute === 0;
      if (isUtc || this.time.length > 0) return this.readOffset(symbol === "+" ? 1 : -1);
      return !this.hasNumber;
    }
    if (symbol === ")") return !this.hasNumber;
    if (symbol === "(") this.skipParentheses();
    return true;
  }

  readOffset(sign: number): boolean {
    this.zoneSign = sign;
    this.hasNumber = true;
    const digits = this.peek().isNumber ? this.tokens[this.next++]!.text : "";
    const number = Number(digits);
    if (this.skip(":")) {
      this.zoneHour = number;
      this.zoneMinute = undefined;
      return true;
    }
    if (digits.length === 0 || digits.length > 4) return false;
    this.zoneHour = digits.length <= 2 ? number : Math.floor(number / 100);
    this.zoneMinute = digits.length <= 2 ? 0 : number % 100;
    return true;
  }

  skipParentheses(): void {
    let depth = 1;
    while (depth > 0 && this.next < this.tokens.length) {
      const { text } = this.tokens[this.next++]!;
      if (text === "(") depth++;
      else if (text === ")") depth--;
    }
  }

  /** The time value of the parsed date. */
  value(): number {
    const date = this.dateParts();
    const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = this.time;
    let hour = hours;
    if (this.hourOffset !== undefined) {
      if (hour > 12) return NaN;
      hour = (hour % 12) + this.hourOffset;
    }
    const isEndOfDay = hour === 24 && minutes === 0 && seconds === 0 && milliseconds === 0;
    if (date === undefined || (hour > 23 && !isEndOfDay) || minutes > 59 || seconds > 59 || milliseconds > 999)
      return NaN;
    const { year, month, day } = date;
    const moment = new Date(0);
    if (this.zoneSign === undefined) {
      moment.setFullYear(year, month, day);
      return moment.setHours(hour, minutes, seconds, milliseconds);
    }
    moment.setUTCFullYear(year, month, day);
    const offsetMinutes = (this.zoneHour ?? 0) * 60 + (this.zoneMinute ?? 0);
    return moment.setUTCHours(hour, minutes - this.zoneSign * offsetMinutes, seconds, milliseconds);
  }

  /** Year, month from 0 and day, by their order and size. */
  dateParts(): { year: number; month: number; day: number } | undefined {
    const isDay = (number: number) => number >= 1 && number <= 31;
    const [first, second = 1, third = 1] = this.day as [number, number?, number?];
    let parts: { year: number; month: number; day: number };
    if (this.namedMonth !== undefined) {
      parts = isDay(first)
        ? { year: second, month: this.namedMonth, day: first }
        : { year: first, month: this.namedMonth, day: second };
    } else if (!isDay(first)) parts = { year: first, month: second - 1, day: third };
    else parts = { year: third, month: first - 1, day: second };
    if (parts.month < 0 || parts.month > 11 || !isDay(parts.day)) return undefined;
    if (parts.year < 50) parts.year += 2000;
    else if (parts.year < 100) parts.year += 1900;
    return parts;
  }
}
