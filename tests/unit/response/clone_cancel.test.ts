// A clone whose bytes were read no longer holds up the cancellation of the other body.
import assert from "node:assert";
import { test } from "../harness.ts";

const bodies: Record<string, () => BodyInit> = {
  string: () => '"text"',
  bytes: () => new TextEncoder().encode('"text"'),
  Blob: () => new Blob(['"text"']),
  "stream of another body": () => new Response('"text"').body!,
};

/** A response whose stream exists, so that clones read from a tee. */
function withStream(init: BodyInit): Response {
  const response = new Response(init);
  assert.ok(response.body instanceof ReadableStream);
  return response;
}

for (const [name, body] of Object.entries(bodies)) {
  test(`${name}: a response is canceled after its clone was read`, async () => {
    const response = withStream(body());
    assert.strictEqual(await response.clone().json(), "text");
    await response.body!.cancel();
    assert.strictEqual(response.bodyUsed, true);
  });

  test(`${name}: a clone is canceled after the response was read`, async () => {
    const response = withStream(body());
    const clone = response.clone();
    assert.strictEqual(await response.text(), '"text"');
    await clone.body!.cancel();
  });

  test(`${name}: a clone is read while the response is canceled`, async () => {
    const response = withStream(body());
    const clone = response.clone();
    const [, text] = await Promise.all([response.body!.cancel(), clone.text()]);
    assert.strictEqual(text, '"text"');
  });
}

test("a clone that was read leaves the bytes of the response in place", async () => {
  const response = withStream("text");
  await response.clone().text();
  assert.strictEqual(await response.text(), "text");
});

test("a clone of a request that was read does not hold up its cancellation", async () => {
  const request = new Request("http://localhost/", { method: "POST", body: "text" });
  assert.ok(request.body instanceof ReadableStream);
  assert.strictEqual(await request.clone().text(), "text");
  await request.body.cancel();
});
