// What Bun's Blobs, and so its files, have beyond the standard: they can be read as JSON and as a form.
import { Blob } from "web:blob";
import { load } from "internal:bootstrap";

const { prototype } = Blob;

/** The text as JSON. Rejects with a SyntaxError. */
async function json(this: Blob): Promise<unknown> {
  return JSON.parse(await this.text());
}

/** The bytes as the form that the type says. Rejects with a TypeError. */
async function formData(this: Blob): Promise<unknown> {
  return new (load("web:response").Response)(this).formData();
}

Object.assign(prototype, { json, formData });

export { Blob };
