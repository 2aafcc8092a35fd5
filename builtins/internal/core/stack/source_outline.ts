// What stacks need to know of a source file and the engine does not say: which methods its classes have and where, on which
// lines asynchronous functions begin, and where constructors are called. Read from the tokens alone, once per file, when
// a stack with a frame of the file is formatted.
import { pinned, safe } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as computedNames from "internal:core/stack/computed_names";
import { sourceOf } from "internal:core/stack/evaluated";
import { readNearby } from "native:modules";

/** A method of a class or of an object literal, or another function, from the start of its body to its end, as offsets into the source. */
export interface Method {
  start: number;
  end: number;
  name: string;
  className: string;
  /** `get`, `set`, `constructor`, or empty. */
  kind: string;
  /** The function is the value of a member or of an assignment to one, and may have another name or none. */
  isValue: boolean;
  /** The name is that of a computed key, which the engine does not have; it is empty when the source does not say it. */
  isComputed?: boolean;
}

/** The name of a function that is assigned to a member whose key is not constant, as V8 has it. */
export const COMPUTED = "<computed>";

/** An arrow function whose body is an expression that is being read. */
interface Arrow {
  method: Method;
  /** The number of blocks and of parentheses that were open where it began. */
  blockCount: number;
  depth: number;
  outer: Arrow | null;
}

export interface Outline {
  methods: Method[];
  /** The lines (from 1) on which the parameters of an asynchronous function begin. */
  asyncLines: Set<number>;
  /** The offsets of the classes with a name. */
  classes: Map<string, number[]>;
  /** `line:name` of each `new name`. */
  constructions: Set<string>;
  /** The offset of each line. */
  lineStarts: number[];
}

/** Larger files have no outline: reading them would take longer than a stack may. */
const LENGTH_MAX = 512 * 1024;
const OUTLINES_MAX = 200;
const outlines = pinned(new Map<string, Outline | null>());

/** The outline of a file by its path or URL; null when there is none. */
export function outlineOf(url: string): Outline | null {
  const evaluated = sourceOf(url);
  if (evaluated !== null) return outlineOfEvaluated(url, evaluated);
  const known = outlines.get(url);
  if (known !== undefined) return known;
  let outline: Outline | null = null;
  const path = url.startsWith("/") ? url : url.startsWith("file:") ? pathOfFileUrl(url) : null;
  if (path !== null) {
    try {
      const source = readNearby(path);
      if (source !== null && source.length <= LENGTH_MAX) outline = new Reader(source).read();
    } catch {
      // Generated code, or a file that is gone.
    }
  }
  if (outlines.size >= OUTLINES_MAX) outlines.clear();
  outlines.set(url, outline);
  return outline;
}

/** The outline of source that was evaluated, which another one of the same name replaces. */
function outlineOfEvaluated(url: string, source: string): Outline | null {
  if (source.length > LENGTH_MAX) return null;
  if (lastEvaluated?.url !== url || lastEvaluated.source !== source)
    lastEvaluated = { url, source, outline: new Reader(source).read() };
  return lastEvaluated.outline;
}

let lastEvaluated: { url: string; source: string; outline: Outline } | undefined;

/** The innermost method around a position (line and column from 1). */
export function methodAt(outline: Outline, line: number, column: number): Method | undefined {
  const offset = (outline.lineStarts[line - 1] ?? 0) + column - 1;
  let found: Method | undefined;
  for (const method of outline.methods) {
    if (method.start <= offset && offset <= method.end && (found === undefined || method.start > found.start))
      found = method;
  }
  return found;
}

/** The line and column (from 1) of an offset. */
export function placeOf({ lineStarts }: Outline, offset: number): [line: number, column: number] {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lineStarts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return [low + 1, offset - lineStarts[low]! + 1];
}

/** The offset of the class of a name that the code at a position means: the last before it, else the first. */
export function classBefore(outline: Outline, name: string, line: number, column: number): number | undefined {
  const offsets = outline.classes.get(name);
  const offset = (outline.lineStarts[line - 1] ?? 0) + column - 1;
  return offsets?.findLast((start) => start <= offset) ?? offsets?.[0];
}

/** The class of the innermost method with one around a position; empty when there is none. */
export function classAround(outline: Outline, line: number, column: number): string {
  const offset = (outline.lineStarts[line - 1] ?? 0) + column - 1;
  let found: Method | undefined;
  for (const method of outline.methods) {
    const isAround = method.start <= offset && offset <= method.end && method.className !== "" && !method.isValue;
    if (isAround && (found === undefined || method.start > found.start)) found = method;
  }
  return found?.className ?? "";
}

/** A comment, a string, a word or private name, a number, or one other character. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|#?[\p{ID_Start}_$][\p{ID_Continue}$]*|\d[\w.]*|=>|[^\s]/uy;
const BLANK = /\s+/y;
const REGEXP = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const TEMPLATE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{|$)/y;
const WORD = /^#?[\p{ID_Start}_$]/u;
/** Words before which an expression ends; after others that end a token, `/` divides. */
const BEFORE_EXPRESSION = new Set(
  "return typeof case do else in instanceof new void delete throw yield await of".split(" "),
);
/** What the type of a method's result can contain before a brace that is part of it. */
const BEFORE_TYPE = pinned(new Set([":", "|", "&", "<", ",", "=", "(", "[", "=>"]));

/** An open brace. */
interface Block {
  /** The name of the class whose body it is. */
  className: string | undefined;
  /** The method whose body it is. */
  method: Method | undefined;
  isTemplate: boolean;
  /** It is an object literal, whose class is `Object`. */
  isLiteral: boolean;
}

/** The name of a member whose key the source does not say; none that a program can write. */
export const UNKNOWN_KEY = "[]";

/** What the name of a member is while a computed key can follow. */
const BEFORE_KEY = pinned(new Set(["", "get", "set", "static", "async"]));

/** The tokens before the brace of an object literal. */
const BEFORE_LITERAL = pinned(new Set("= ( , [ ? & | . return default yield await typeof".split(" ")));

/** The members of a reader that an open brace saves. */
type Saved =
  | "memberName"
  | "memberKind"
  | "hasParameters"
  | "isInitializer"
  | "isComputed"
  | "keyStart"
  | "assigned"
  | "valueStart"
  | "valueDepth";

class Reader {
  source: string;
  outline: Outline;
  blocks: Block[] = [];
  /** What was being read around each open brace. */
  outer: Pick<Reader, Saved>[] = [];
  /** The number of open parentheses and brackets in each open brace. */
  depths: number[] = [0];
  previous = "";
  /** The name of the class whose body begins with the next brace. */
  className: string | undefined;
  classStart = 0;
  /** The last word before `= class` or `: class`. */
  target = "";
  /** The member that is being read at the top of a class's body. */
  memberName = "";
  memberKind = "";
  hasParameters = false;
  isInitializer = false;
  /** Where the computed key of a member begins; -1 without one. */
  keyStart = -1;
  isComputed = false;
  isNew = false;
  /** The construction that was recorded for the last name behind `new`, if it was the first of its line. */
  constructed = "";
  isAsync = false;
  /** The first token of the value of a member or of an assignment; empty when there is none. */
  valueStart = "";
  /** The number of open parentheses around it. */
  valueDepth = 0;
  /** The names before the last `=`, with dots between them; one without a dot is no member. */
  path = "";
  assigned = "";
  /** The names before the last bracket, the position behind it and the depth around it. */
  indexed = { path: "", start: 0, depth: 0 };
  /** The variable that is being declared, before its type and its value. */
  declared = "";
  /** The number of blocks and parentheses around the last `function` whose body was not reached; -1 without one. */
  functionBlocks = -1;
  functionDepth = 0;
  arrow: Arrow | null = null;

  constructor(source: string) {
    this.source = source;
    const lineStarts = [0];
    for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) lineStarts.push(at + 1);
    this.outline = { methods: [], asyncLines: new Set(), classes: new Map(), constructions: new Set(), lineStarts };
  }

  read(): Outline {
    const { source } = this;
    let position = 0;
    while (position < source.length) {
      BLANK.lastIndex = position;
      if (BLANK.test(source)) position = BLANK.lastIndex;
      const text = this.tokenAt(position);
      if (text === "") break;
      if (text === "`") position = this.template(position + 1);
      else {
        if (!text.startsWith("//") && !text.startsWith("/*")) this.token(text, position);
        position += text.length;
        if (text === "}" && this.previous === "${}") position = this.template(position);
      }
    }
    return this.outline;
  }

  tokenAt(position: number): string {
    TOKEN.lastIndex = position;
    const text = TOKEN.exec(this.source)?.[0] ?? "";
    if (text !== "/" || this.endsExpression()) return text;
    REGEXP.lastIndex = position;
    return REGEXP.exec(this.source)?.[0] ?? text;
  }

  endsExpression(): boolean {
    const { previous } = this;
    if (previous === ")" || previous === "]" || previous === "}") return true;
    return (WORD.test(previous) && !BEFORE_EXPRESSION.has(previous)) || /^[\d"'`]/.test(previous);
  }

  /** Reads on inside a template; returns the position behind its end or behind `${`. */
  template(position: number): number {
    TEMPLATE.lastIndex = position;
    const text = TEMPLATE.exec(this.source)?.[0] ?? "";
    if (text.endsWith("${")) this.open({ className: undefined, method: undefined, isTemplate: true, isLiteral: false });
    else this.previous = "`";
    return safe.max(position + text.length, position + 1);
  }

  open(block: Block): void {
    const { memberName, memberKind, hasParameters, isInitializer, isComputed, keyStart } = this;
    const { assigned, valueStart, valueDepth } = this;
    const member = { memberName, memberKind, hasParameters, isInitializer, isComputed, keyStart };
    this.blocks.push(block);
    this.outer.push({ ...member, assigned, valueStart, valueDepth });
    this.endMember();
    this.assigned = this.valueStart = "";
    this.depths.push(0);
    this.previous = "{";
  }

  lineOf(position: number): number {
    return placeOf(this.outline, position)[0];
  }

  token(text: string, position: number): void {
    const block = this.blocks.at(-1);
    const isMember = block?.className !== undefined && this.depths.at(-1) === 0;
    this.construction(text, position);
    this.asynchronous(text, position);
    this.endArrows(text, position);
    this.value(text, position);
    if (text === "{") {
      this.brace(position, isMember, block);
      return;
    }
    if (text === "}") {
      this.close(position);
      return;
    }
    if (isMember) this.member(text, position);
    if (text === "(" || text === "[") this.depths[this.depths.length - 1]! += 1;
    else if ((text === ")" || text === "]") && this.depths.at(-1)! > 0) this.depths[this.depths.length - 1]! -= 1;
    if (text === "]" && this.keyStart !== -1 && this.depths.at(-1) === 0) this.key(position);
    if (text === "class" && this.previous !== ".") {
      this.className = this.previous === "=" || this.previous === ":" ? this.target : "";
      this.classStart = position;
      if (this.className !== "") this.noteClass(this.className, position);
    } else if (this.previous === "class" && this.className !== undefined && WORD.test(text) && text !== "extends") {
      this.className = text;
      this.noteClass(text, this.classStart);
    } else if (text === "=" || text === ":") this.target = this.previous;
    this.previous = text;
  }

  noteClass(name: string, position: number): void {
    const known = this.outline.classes.get(name);
    if (known === undefined) this.outline.classes.set(name, [position]);
    else known[known.length] = position;
  }

  /** The end of a computed key. */
  key(position: number): void {
    const { source, keyStart, memberName } = this;
    this.keyStart = -1;
    this.isComputed = true;
    this.memberKind = memberName === "get" || memberName === "set" ? memberName : "";
    this.memberName = computedNames.nameOfKey(source.slice(keyStart, position), source) ?? UNKNOWN_KEY;
  }

  /** `new name` and `new a.b.name`: the last name. */
  construction(text: string, position: number): void {
    const { constructions } = this.outline;
    if (text === "new" && this.previous !== ".") {
      this.isNew = true;
      this.constructed = "";
    } else if (this.isNew && WORD.test(text) && /^(?:new|[.(])$/.test(this.previous)) {
      const key = `${this.lineOf(position)}:${text}`;
      this.constructed = constructions.has(key) ? "" : key;
      constructions.add(key);
    } else if (this.isNew && text === "." && this.constructed !== "") constructions.delete(this.constructed);
    else if (text !== "." && (text !== "(" || this.previous !== "new")) this.isNew = false;
  }

  /** The line of an asynchronous function's parameters. */
  asynchronous(text: string, position: number): void {
    if (text === "async") this.isAsync = true;
    else if (this.isAsync && (text === "(" || text === "=>")) {
      this.outline.asyncLines.add(this.lineOf(position));
      this.isAsync = false;
    } else if (this.isAsync && !WORD.test(text) && text !== "<" && text !== "]" && text !== "[") this.isAsync = false;
  }

  /** Ends the arrow functions whose expressions end before a token. */
  endArrows(text: string, position: number): void {
    while (this.arrow !== null) {
      const { method, blockCount, depth } = this.arrow;
      const open = this.blocks.length - blockCount || this.depths.at(-1)! - depth;
      const isEnd =
        open < 0 ||
        (open === 0 && (text === "," || text === ";" || text === ")" || text === "]" || text === "}")) ||
        (open === 0 && WORD.test(text) && this.endsExpression() && this.isFirstOfLine(position));
      if (!isEnd) return;
      method.end = position - 1;
      this.arrow = this.arrow.outer;
    }
  }

  /** Whether a line break separates a token from the one before. */
  isFirstOfLine(position: number): boolean {
    return this.source.lastIndexOf("\n", position) > this.source.lastIndexOf(this.previous, position - 1);
  }

  /** Notes functions, the names before `=`, and the first token of what follows. */
  value(text: string, position: number): void {
    const { previous } = this;
    if (text === "function") {
      this.functionBlocks = this.blocks.length;
      this.functionDepth = this.depths.at(-1)!;
    }
    if (previous === "=>" && text !== "{") {
      const method = this.function(position, this.valueMethod(position));
      this.arrow = { method, blockCount: this.blocks.length, depth: this.depths.at(-1)!, outer: this.arrow };
    }
    const depth = this.depths.at(-1)!;
    // Not in the parameters of a function that is the value itself.
    const isOutside = this.valueStart === "" || depth <= this.valueDepth;
    if (isOutside && (previous === "=" || (previous === ":" && this.isInitializer))) {
      this.valueStart = text;
      this.valueDepth = depth;
    }
    if (WORD.test(text) && (previous === "const" || previous === "let" || previous === "var")) this.declared = text;
    if (text === "=" && isOutside) {
      this.assigned = this.declared === "" ? this.path : this.declared;
      this.declared = "";
    }
    if (text === ";" || text === "}") this.assigned = this.valueStart = this.declared = "";
    if (WORD.test(text)) this.path = previous === "." ? `${this.path}.${text}` : text;
    else if (text === "[") {
      this.indexed = { path: this.path, start: position + 1, depth: this.depths.at(-1)! };
      this.path = "";
    } else if (text === "]") this.path = this.indexedPath(position);
    else if (text !== "." && text !== "=") this.path = "";
  }

  /** The path of a member in brackets that end at `position`; empty behind another expression. */
  indexedPath(position: number): string {
    const { path, start, depth } = this.indexed;
    if (path === "" || this.depths.at(-1) !== depth + 1) return "";
    this.indexed.path = "";
    const string = /^(["'])([\w$]+)\1$/.exec(this.source.slice(start, position));
    return `${path}.${string?.[2] ?? COMPUTED}`;
  }

  /** Adds a function to the outline; without `method` it has no name that the source says. */
  function(position: number, method: Method | undefined): Method {
    const added = method ?? {
      start: position,
      end: this.source.length,
      name: "",
      className: "",
      kind: "",
      isValue: false,
    };
    this.outline.methods.push(added);
    return added;
  }

  /** The method that is the value of a member, or assigned to one, when a function's body begins at `position`. */
  valueMethod(position: number): Method | undefined {
    const { valueStart, assigned, memberName } = this;
    const isFunction = valueStart === "function" || valueStart === "async" || valueStart === "(";
    if (!isFunction && !(this.previous === "=>" && WORD.test(valueStart))) return undefined;
    this.valueStart = "";
    // A function in parentheses is called, or an argument of a call, whose result is the value.
    if (this.depths.at(-1) !== this.valueDepth) return undefined;
    const block = this.blocks.at(-1);
    const base = { start: position, end: this.source.length, kind: "", isValue: true };
    if (this.isInitializer && block?.className !== undefined && this.depths.at(-1) === 0)
      return { ...base, name: memberName, className: block.className, isComputed: this.isComputed };
    if (assigned === "") return undefined;
    const dot = assigned.lastIndexOf(".");
    this.assigned = "";
    // The engine has the name of a variable's function, but not that of an asynchronous arrow function that was suspended.
    if (dot <= 0) return { ...base, name: assigned, className: "" };
    const name = assigned.slice(dot + 1);
    const owner = assigned.slice(0, dot);
    return { ...base, name, className: owner === "this" ? this.classAround() : withoutPrototype(owner) };
  }

  /** The class whose body is around, or `Object`. */
  classAround(): string {
    for (let index = this.blocks.length - 1; index >= 0; index--) {
      const { className, isLiteral } = this.blocks[index]!;
      if (className !== undefined && !isLiteral) return className;
    }
    return "Object";
  }

  brace(position: number, isMember: boolean, block: Block | undefined): void {
    let className: string | undefined;
    let method: Method | undefined;
    let isLiteral = false;
    if (this.className !== undefined && this.previous !== "(" && this.previous !== ",") {
      className = this.className;
      this.className = undefined;
      this.endMember();
    } else if (isMember && !this.isInitializer && this.hasParameters && !BEFORE_TYPE.has(this.previous)) {
      const name = this.memberName;
      const kind = name === "constructor" ? "constructor" : this.memberKind;
      const { isComputed } = this;
      const end = this.source.length;
      method = { start: position, end, name, className: block!.className!, kind, isValue: false, isComputed };
      this.outline.methods.push(method);
    } else if (isMember && !block!.isLiteral && this.previous === "static" && this.memberName === "static") {
      // A static block: V8's name for it.
      const name = "<static_initializer>";
      method = { start: position, end: this.source.length, name, className: "", kind: "", isValue: true };
      this.outline.methods.push(method);
      this.endMember();
    } else if (this.isFunctionBody()) {
      method = this.function(position, this.valueMethod(position));
    } else {
      const { previous } = this;
      isLiteral = BEFORE_LITERAL.has(previous) || (previous === ":" && (block?.isLiteral || this.depths.at(-1)! > 0));
      const { assigned } = this;
      if (isLiteral)
        className = previous === "=" && assigned.endsWith(".prototype") ? withoutPrototype(assigned) : "Object";
    }
    this.open({ className, method, isTemplate: false, isLiteral });
  }

  /** Whether a brace begins the body of an arrow function or of the last `function`. */
  isFunctionBody(): boolean {
    if (this.previous === "=>") return true;
    if (this.functionBlocks !== this.blocks.length || this.functionDepth !== this.depths.at(-1)) return false;
    this.functionBlocks = -1;
    return true;
  }

  close(position: number): void {
    const block = this.blocks.pop();
    if (this.depths.length > 1) this.depths.pop();
    safe.assign(this, this.outer.pop());
    if (block?.method !== undefined) {
      block.method.end = position;
      if (!block.method.isValue && block.method.name !== "") this.endMember();
    } else if (block?.className !== undefined && !block.isLiteral) this.endMember();
    this.previous = block?.isTemplate === true ? "${}" : "}";
  }

  endMember(): void {
    this.memberName = this.memberKind = "";
    this.hasParameters = this.isInitializer = this.isComputed = false;
    this.keyStart = -1;
  }

  /** A token at the top of a class's body. */
  member(text: string, position: number): void {
    const isName = WORD.test(text);
    if (this.isInitializer) {
      // The next member begins on a line of its own where the expression may end.
      if (this.blocks.at(-1)?.isLiteral) {
        if (text === ",") this.endMember();
        return;
      }
      if (
        this.isFirstOfLine(position) &&
        this.endsExpression() &&
        (isName || text === "@" || text === "*" || text === "[")
      )
        this.endMember();
      else if (text !== ";") return;
    }
    if (text === ";" || (text === "," && this.blocks.at(-1)!.isLiteral)) this.endMember();
    else if (text === "=" && !this.hasParameters) this.isInitializer = true;
    else if (text === ":" && this.memberName !== "" && !this.hasParameters && this.blocks.at(-1)!.isLiteral)
      this.isInitializer = true;
    else if (text === "[" && !this.hasParameters && BEFORE_KEY.has(this.memberName)) this.keyStart = position + 1;
    else if (text === "(") this.hasParameters ||= this.memberName !== "" && this.previous !== "@";
    else if (isName && !this.hasParameters && this.previous !== "." && this.previous !== "@") {
      this.memberKind = this.memberName === "get" || this.memberName === "set" ? this.memberName : "";
      this.memberName = text;
    } else if (!this.hasParameters && (text[0] === '"' || text[0] === "'")) this.memberName = text.slice(1, -1);
    else if (text === ")" && this.memberName === "") this.hasParameters = false;
  }
}

function withoutPrototype(path: string): string {
  return path.endsWith(".prototype") ? path.slice(0, -".prototype".length) : path;
}
