// Parses YAML 1.2 (https://yaml.org/spec/1.2.2/). Characters and scalars are in `yaml_reader.ts`, the writer is in `yaml_scalars.ts`. The
// merge key `<<`, which the specification does not have, is supported. Keys become strings.
import { setOwn } from "internal:core/data_formats/json5";
import { applyTag, resolvePlain } from "internal:core/data_formats/yaml_scalars";
import { YamlReader } from "internal:core/data_formats/yaml_reader";

/** Parses a stream: the value of its document, an array of several. Throws a SyntaxError. */
export function parseYaml(source: string): unknown {
  const documents = new Parser(source).stream();
  return documents.length === 1 ? documents[0] : documents.length === 0 ? null : documents;
}

interface Properties {
  anchor: string | null;
  tag: string | null;
}

class Parser extends YamlReader {
  protected anchors = new Map<string, unknown>();
  /** The anchor of the collection that begins next: its members can refer to it. */
  protected pendingAnchor: string | null = null;
  /** The collections that are not complete. */
  protected enclosing = new Set<unknown>();

  protected begin<T extends object>(collection: T): T {
    if (this.pendingAnchor !== null) this.anchors.set(this.pendingAnchor, collection);
    this.pendingAnchor = null;
    this.enclosing.add(collection);
    return collection;
  }

  stream(): unknown[] {
    const documents: unknown[] = [];
    for (;;) {
      this.skipLines();
      let hasHead = false;
      while (this.text[this.position] === "%" && this.column() === 0) {
        this.skipLine();
        this.skipLines();
      }
      if (this.isMarker("---")) {
        hasHead = true;
        this.position += 3;
      }
      if (!hasHead && this.position >= this.text.length) return documents;
      this.anchors.clear();
      documents.push(this.node(-1, hasHead, false));
      this.skipLines();
      if (this.isMarker("...")) {
        this.position += 3;
        this.skipLines();
      } else if (this.position < this.text.length && !this.isMarker("---")) throw this.error();
      if (this.position >= this.text.length) return documents;
    }
  }

  /**
   * A node of a block. `parent` is the column of its parent; `isInline`: it may begin in this line; `allowsSameColumn`: a list
   * may be at the column of its key.
   */
  protected node(parent: number, isInline: boolean, allowsSameColumn: boolean, isCompact = true): unknown {
    const line = this.lineStart();
    const properties: Properties = { anchor: null, tag: null };
    for (;;) {
      this.skipLines();
      const isSameLine = this.lineStart() === line;
      if (this.isEndOfDocument()) return this.finish(properties, null, "");
      const column = this.column();
      const isList = this.next === "-" && this.isBlank(1);
      if (!isSameLine || !isInline) {
        if (column < parent || (column === parent && !(allowsSameColumn && isList)))
          return this.finish(properties, null, "");
      }
      if (this.readProperty(properties)) {
        // `&a key: value` names the mapping of the key only when it is alone in its line.
        this.skipBlanks();
        if (this.next !== "\n" && this.next !== "#") return this.content(parent, properties, !isSameLine || isCompact);
        continue;
      }
      return this.content(parent, properties, !isSameLine || isCompact);
    }
  }

  protected readProperty(properties: Properties): boolean {
    if (this.next !== "&" && this.next !== "!") return false;
    let found = false;
    while (this.next === "&" || this.next === "!") {
      const match = /[^\s,[\]{}]+/y;
      match.lastIndex = this.position;
      const text = match.exec(this.text)?.[0] ?? "";
      this.position += text.length;
      if (text.startsWith("&")) properties.anchor = text.slice(1);
      else properties.tag = text;
      found = true;
      if (!/[ \t]/.test(this.next)) break;
      this.skipBlanks();
    }
    return found;
  }

  protected finish(properties: Properties, value: unknown, text: string | null): unknown {
    const result = text === null ? value : applyTag(properties.tag, text, value);
    if (properties.anchor !== null) this.anchors.set(properties.anchor, result);
    return result;
  }

  // `mayMap`: a mapping may begin here.
  protected content(parent: number, properties: Properties, mayMap: boolean): unknown {
    const column = this.column();
    const character = this.next;
    if (mayMap && character === "-" && this.isBlank(1)) {
      this.pendingAnchor = properties.anchor;
      return this.finish(properties, this.sequence(column), null);
    }
    if (mayMap && ((character === "?" && this.isBlank(1)) || this.isKey())) {
      this.pendingAnchor = properties.anchor;
      return this.finish(properties, this.mapping(column), null);
    }
    if (character === "|" || character === ">") {
      const text = this.blockScalar(parent);
      return this.finish(properties, text, text);
    }
    if (character === "*") return this.alias();
    if (character === "[" || character === "{") {
      this.pendingAnchor = properties.anchor;
      const value = this.flow(parent);
      this.requireEndOfLine();
      return this.finish(properties, value, null);
    }
    if (character === '"' || character === "'") {
      const text = this.quoted();
      this.requireEndOfLine();
      return this.finish(properties, text, text);
    }
    if (character === "@" || character === "`" || character === "%") throw this.error("Unexpected character");
    const text = this.plain(parent, false);
    return this.finish(properties, resolvePlain(text), text);
  }

  // Whether this line begins with a key and its colon.
  protected override isKey(): boolean {
    const start = this.position;
    const character = this.next;
    const isQuoted = character === '"' || character === "'";
    if (!isQuoted && character !== "[" && character !== "{") return this.endOfPlainKey() !== -1;
    try {
      if (isQuoted) this.quoted();
      else this.flow(-1);
      if (this.text.slice(start, this.position).includes("\n")) return false;
      this.skipBlanks();
      return this.isColon();
    } catch {
      return false;
    } finally {
      this.position = start;
    }
  }

  protected sequence(column: number): unknown[] {
    const items: unknown[] = this.begin([]);
    while (!this.isEndOfDocument() && this.column() === column && this.next === "-" && this.isBlank(1)) {
      this.position++;
      items.push(this.node(column, true, false));
      this.skipLines();
      if (!this.isEndOfDocument() && this.column() > column) throw this.error();
    }
    this.enclosing.delete(items);
    return items;
  }

  protected mapping(column: number): object {
    const mapping = this.begin({});
    while (!this.isEndOfDocument() && this.column() === column) {
      const isExplicit = this.next === "?" && this.isBlank(1);
      if (!isExplicit && !this.isKey()) break;
      const key = isExplicit ? this.explicitKey(column) : this.key();
      let value: unknown = null;
      if (this.next === ":" && this.isBlank(1)) {
        this.position++;
        value = this.node(column, true, true, false);
      }
      if (key === "<<" && typeof value === "object" && value !== null) this.merge(mapping, value);
      else setOwn(mapping, key, value);
      this.skipLines();
      if (!this.isEndOfDocument() && this.column() > column) throw this.error();
    }
    this.enclosing.delete(mapping);
    return mapping;
  }

  // Own members override merged ones, and earlier merged ones override later.
  protected merge(mapping: object, value: object): void {
    for (const source of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (this.enclosing.has(source)) throw this.error("Merge key cannot reference an enclosing node");
      for (const [name, member] of Object.entries(source ?? {}))
        if (!Object.hasOwn(mapping, name)) setOwn(mapping, name, member);
    }
  }

  protected explicitKey(column: number): string {
    this.position++;
    const key = keyString(this.node(column, true, false));
    this.skipLines();
    return key;
  }

  protected key(): string {
    const properties: Properties = { anchor: null, tag: null };
    if (this.readProperty(properties)) this.skipBlanks();
    const character = this.next;
    let key: unknown;
    if (character === '"' || character === "'") key = this.quoted();
    else if (character === "[" || character === "{") key = this.flow(-1);
    else {
      const end = this.endOfPlainKey();
      if (end === -1) throw this.error();
      const text = this.text.slice(this.position, end).trimEnd();
      this.position = end;
      key = text.startsWith("*") ? this.anchors.get(text.slice(1)) : text;
    }
    this.skipBlanks();
    return keyString(this.finish(properties, key, null));
  }

  protected alias(): unknown {
    const match = /\*([^\s,[\]{}]+)/y;
    match.lastIndex = this.position;
    const name = match.exec(this.text)?.[1];
    if (name === undefined || !this.anchors.has(name)) throw this.error("Unresolved alias");
    this.position += name.length + 1;
    return this.anchors.get(name);
  }

  protected flow(parent: number): unknown {
    this.skipLines();
    const properties: Properties = { anchor: null, tag: null };
    if (this.readProperty(properties)) this.skipLines();
    const character = this.next;
    if (properties.anchor !== null && (character === "[" || character === "{")) this.pendingAnchor = properties.anchor;
    if (character === "[") return this.finish(properties, this.flowSequence(parent), null);
    if (character === "{") return this.finish(properties, this.flowMapping(parent), null);
    if (character === "*") return this.alias();
    if (character === '"' || character === "'") {
      const text = this.quoted();
      return this.finish(properties, text, text);
    }
    if (this.position >= this.text.length - 1) throw this.error();
    const text = this.plain(parent, true);
    return this.finish(properties, resolvePlain(text), text);
  }

  protected flowSequence(parent: number): unknown[] {
    this.position++;
    const items: unknown[] = this.begin([]);
    for (;;) {
      this.skipLines();
      if (this.next === "]") break;
      const item = this.flow(parent);
      this.skipLines();
      // `[a: b]` is a mapping of one pair.
      items.push(this.next === ":" ? this.singlePair(item, parent) : item);
      this.separator("]");
    }
    this.enclosing.delete(items);
    this.position++;
    return items;
  }

  protected singlePair(key: unknown, parent: number): object {
    this.position++;
    return { [keyString(key)]: this.flow(parent) };
  }

  protected separator(end: string): void {
    this.skipLines();
    if (this.next === ",") this.position++;
    else if (this.next !== end) throw this.error();
  }

  protected flowMapping(parent: number): object {
    this.position++;
    const mapping = this.begin({});
    for (;;) {
      this.skipLines();
      if (this.next === "}") break;
      if (this.next === "?" && this.isBlank(1)) this.position++;
      const key = keyString(this.flow(parent));
      this.skipLines();
      let value: unknown = null;
      if (this.next === ":") {
        this.position++;
        this.skipLines();
        if (!/[,}]/.test(this.next)) value = this.flow(parent);
      }
      setOwn(mapping, key, value);
      this.separator("}");
    }
    this.enclosing.delete(mapping);
    this.position++;
    return mapping;
  }
}

function keyString(key: unknown): string {
  return typeof key === "object" && key !== null ? JSON.stringify(key) : `${key as string}`;
}
