// The reporter "junit": one XML document, written at the end.
import type { EventData } from "internal:test_runner/events";
import type { Item } from "internal:test_runner/wire";
import { show } from "internal:test_runner/reporters/format";
import defer * as os from "internal:node/os";

/** An element, with its elements, comments and text. */
interface Node {
  nesting: number;
  tag?: string;
  attributes: Record<string, unknown>;
  children: (Node | string)[];
  comment?: unknown;
}

/** An open element, inside `parent`. */
interface Open extends Node {
  parent: Open | null;
}

/** The report of a stream of events. */
export default async function* junitReporter(source: AsyncIterable<Item>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?>\n';
  yield "<testsuites>\n";
  const document = new Document();
  for await (const { type, data } of source) {
    if (type === "test:start") document.open(data);
    else if (type === "test:pass" || type === "test:fail") document.close(data, type === "test:fail");
    else if (type === "test:diagnostic" || type === "test:log") document.comment(data);
  }
  for (const node of document.roots) yield write(node);
  yield "</testsuites>\n";
}

class Document {
  readonly roots: Node[] = [];
  #current: Open | null = null;

  open(data: EventData): void {
    const node: Open = { attributes: { name: data.name }, nesting: data.nesting, parent: this.#current, children: [] };
    (this.#current?.children ?? this.roots).push(node);
    this.#current = node;
  }

  close(data: EventData, isFailure: boolean): void {
    const isOpen =
      this.#current !== null && this.#current.attributes.name === data.name && this.#current.nesting === data.nesting;
    if (!isOpen) this.open(data);
    const node = this.#current!;
    this.#current = node.parent;
    node.attributes.time = (data.details.duration_ms / 1000).toFixed(6);
    const tests = node.children.filter((child) => typeof child !== "string" && child.comment === undefined) as Node[];
    if (tests.length > 0) asSuite(node, tests, data);
    else asCase(node, data, isFailure);
  }

  comment(data: EventData): void {
    (this.#current?.children ?? this.roots).push({
      nesting: data.nesting,
      attributes: {},
      children: [],
      comment: data.message,
    });
  }
}

function asSuite(node: Node, tests: Node[], data: EventData): void {
  node.tag = "testsuite";
  Object.assign(node.attributes, {
    disabled: 0,
    errors: 0,
    tests: tests.length,
    failures: tests.filter((test) => holds(test, "failure", "failures")).length,
    skipped: tests.filter((test) => holds(test, "skipped", "skipped")).length,
    // The event of its start arrives with its first result, long after the start.
    timestamp: new Date(Date.now() - data.details.duration_ms).toISOString(),
    hostname: os.default.hostname(),
  });
}

function holds(node: Node, tag: string, attribute: string): boolean {
  return (
    node.children.some((child) => typeof child !== "string" && child.tag === tag) || Boolean(node.attributes[attribute])
  );
}

function asCase(node: Node, data: EventData, isFailure: boolean): void {
  node.tag = "testcase";
  node.attributes.classname = data.classname ?? "test";
  if (data.file) node.attributes.file = data.file;
  const add = (tag: string, attributes: Record<string, unknown>, children: string[] = []): void => {
    node.children.push({ nesting: data.nesting + 1, tag, attributes, children });
  };
  if (data.skip) add("skipped", { type: "skipped", message: data.skip });
  if (data.todo) add("skipped", { type: "todo", message: data.todo });
  if (!isFailure) return;
  const error = data.details?.error;
  add("failure", { type: error?.failureType || error?.code, message: error?.message.trim() ?? "" }, [
    show(error, false),
  ]);
  node.attributes.failure = error?.message ?? "";
}

/** Colours, and the characters that XML cannot contain, not even escaped: https://www.w3.org/TR/xml/#charsets */
const OUTSIDE_XML = /\u001b\[[\d;]*[A-Za-z]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;

function legible(text: string): string {
  return text.replace(OUTSIDE_XML, "");
}

function inText(text: string): string {
  return legible(text).replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

function inAttribute(text: string): string {
  return inText(text).replace(/\n/g, "&#10;").replace(/"/g, "&quot;");
}

function write(node: Node | string): string {
  if (typeof node === "string") return `${inText(node)}\n`;
  const indent = "\t".repeat(node.nesting + 1);
  if (node.comment !== undefined)
    return `${indent}<!-- ${legible(String(node.comment)).replace(/--/g, "&#45;&#45;")} -->\n`;
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => `${name}="${inAttribute(String(value))}"`)
    .join(" ");
  if (node.children.length === 0) return `${indent}<${node.tag} ${attributes}/>\n`;
  return `${indent}<${node.tag} ${attributes}>\n${node.children.map(write).join("")}${indent}</${node.tag}>\n`;
}
