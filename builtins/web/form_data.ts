// FormData (https://xhr.spec.whatwg.org/#interface-formdata). The encoder and the parser of multipart/form-data are in
// `internal:web/fetch/multipart`.
import { type Blob, type File, fileFromBlob, isBlob, isFile } from "web:blob";
import { type InspectOptions, exposeInterface, illegalInvocation, requireArguments } from "internal:web/web_interface";
import { describe, toUSVString } from "internal:core/webidl";
import { defineIterable } from "internal:web/webidl_iterable";
import { kClone } from "internal:web/clone/protocol";
import defer * as inspecting from "internal:core/util/inspect";
import { extendForHome } from "internal:web/home_extensions";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** Whether `value` is a FormData of ours. */
export let isFormData: (value: unknown) => value is FormData;
/** The entries as a flat list `[name, value, …]`. */
export let formDataEntries: (form: FormData) => (string | File)[];

export class FormData {
  #entries: (string | File)[] = [];

  constructor(form: unknown = undefined) {
    if (form !== undefined)
      throw new TypeError("FormData constructor: Argument 1 could not be converted to: undefined.");
  }

  static {
    isFormData = (value): value is FormData => typeof value === "object" && value !== null && #entries in value;
    formDataEntries = (form) => form.#entries;
  }

  append(name: string, value: unknown, filename: unknown = undefined): void {
    if (!isFormData(this)) throw illegalInvocation();
    requireArguments(arguments.length, 2, "FormData.append");
    this.#entries.push(
      toUSVString(name, "FormData.append", "name"),
      toEntryValue(value, filename, arguments.length > 2, "FormData.append"),
    );
  }

  delete(name: string): void {
    if (!isFormData(this)) throw illegalInvocation();
    requireArguments(arguments.length, 1, "FormData.delete");
    this.#remove(toUSVString(name, "FormData.delete", "name"), 0);
  }

  get(name: string): string | File | null {
    if (!isFormData(this)) throw illegalInvocation();
    requireArguments(arguments.length, 1, "FormData.get");
    const index = this.#find(toUSVString(name, "FormData.get", "name"));
    return index < 0 ? null : this.#entries[index + 1]!;
  }

  getAll(name: string): (string | File)[] {
    if (!isFormData(this)) throw illegalInvocation();
    requireArguments(arguments.length, 1, "FormData.getAll");
    const key = toUSVString(name, "FormData.getAll", "name");
    const values: (string | File)[] = [];
    for (let index = 0; index < this.#entries.length; index += 2) {
      if (this.#entries[index] === key) values.push(this.#entries[index + 1]!);
    }
    return values;
  }

  has(name: string): boolean {
    if (!isFormData(this)) throw illegalInvocation();
    requireArguments(arguments.length, 1, "FormData.has");
    return this.#find(toUSVString(name, "FormData.has", "name")) >= 0;
  }

  set(name: string, value: unknown, filename: unknown = undefined): void {
    if (!isFormData(this)) throw illegalInvocation();
    requireArguments(arguments.length, 2, "FormData.set");
    const key = toUSVString(name, "FormData.set", "name");
    const entry = toEntryValue(value, filename, arguments.length > 2, "FormData.set");
    const index = this.#find(key);
    if (index < 0) {
      this.#entries.push(key, entry);
      return;
    }
    this.#entries[index + 1] = entry;
    this.#remove(key, index + 2);
  }

  #find(name: string): number {
    for (let index = 0; index < this.#entries.length; index += 2) if (this.#entries[index] === name) return index;
    return -1;
  }

  #remove(name: string, start: number): void {
    for (let index = this.#entries.length - 2; index >= start; index -= 2) {
      if (this.#entries[index] === name) this.#entries.splice(index, 2);
    }
  }

  [kInspect](depth: number, options: InspectOptions): string {
    const shown: Record<string, unknown> = {};
    for (let index = 0; index < this.#entries.length; index += 2) {
      const name = this.#entries[index] as string;
      const value = this.#entries[index + 1];
      const present = shown[name];
      if (!Object.hasOwn(shown, name)) shown[name] = value;
      else if (Array.isArray(present)) present.push(value);
      else shown[name] = [shown[name], value];
    }
    return `FormData ${inspecting.inspect(shown, { ...options, depth: options?.depth ?? depth })}`;
  }
}
Object.defineProperty(FormData, "length", { value: 0, configurable: true });
exposeInterface(FormData, "FormData", ["append", "delete", "get", "getAll", "has", "set"]);
for (const [method, length] of [
  ["append", 2],
  ["set", 2],
] as const) {
  Object.defineProperty(FormData.prototype[method], "length", { value: length, configurable: true });
}
defineIterable(FormData, "FormData", (form) => {
  if (!isFormData(form)) throw illegalInvocation();
  return formDataEntries(form);
});
Object.defineProperty(FormData.prototype, kClone, { value: null });

// "Create an entry": a Blob becomes a File, with the name `filename`.
function toEntryValue(value: unknown, filename: unknown, hasFilename: boolean, prefix: string): string | File {
  if (!isBlob(value)) {
    if (hasFilename) throw new TypeError(`${prefix}: Expected value ("${describe(value)}") to be an instance of Blob.`);
    return toUSVString(value, prefix, "value");
  }
  if (isFile(value)) {
    return hasFilename
      ? fileFromBlob(value as Blob, toUSVString(filename, prefix, "filename"), value.lastModified)
      : value;
  }
  return fileFromBlob(value, hasFilename ? toUSVString(filename, prefix, "filename") : "blob");
}
extendForHome("FormData", FormData);
