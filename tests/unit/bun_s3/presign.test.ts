// Presigned addresses of Bun's S3 client, and what it refuses before anything is sent.
import assert from "node:assert";
import { S3Client, s3 } from "bun";
import { test } from "../harness.ts";
import { ACCESS_KEY, SECRET, signatureOf } from "./server.ts";

const KEYS = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET };
const OPTIONS: any = { ...KEYS, bucket: "bucket", endpoint: "http://127.0.0.1:9000" };

function isRight(address: string, method = "GET"): boolean {
  const url = new URL(address);
  const region = url.searchParams.get("X-Amz-Credential")!.split("/")[2]!;
  const date = url.searchParams.get("X-Amz-Date")!;
  return signatureOf(method, url, () => url.host, "host", date, region) === url.searchParams.get("X-Amz-Signature");
}

/** The address without date and signature. */
const shape = (address: string): string =>
  address.replace(/%2F\d{8}%2F/, "/DAY/").replace(/&X-Amz-(?:Date|Signature)=\w+/g, "");

test("options are in the address, in the order of their names", () => {
  const plain = S3Client.presign("a.txt", OPTIONS);
  assert.strictEqual(
    shape(plain),
    "http://127.0.0.1:9000/bucket/a.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIDEXAMPLE/DAY/auto%2Fs3%2F" +
      "aws4_request&X-Amz-Expires=86400&X-Amz-SignedHeaders=host",
  );
  assert.ok(isRight(plain));
  const all = S3Client.presign("a.txt", {
    ...OPTIONS,
    ...{ acl: "private", storageClass: "STANDARD", sessionToken: "t/k==", method: "PUT", type: "a/b", expiresIn: 60 },
    ...{ contentDisposition: 'attachment; filename="x y.txt"', requestPayer: true },
  });
  assert.strictEqual(
    shape(all).split("?")[1],
    "X-Amz-Acl=private&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIDEXAMPLE/DAY/auto%2Fs3%2Faws4_request&" +
      "X-Amz-Expires=60&X-Amz-Security-Token=t%2Fk%3D%3D&X-Amz-SignedHeaders=host&" +
      "response-content-disposition=attachment%3B%20filename%3D%22x%20y.txt%22&response-content-type=a%2Fb&" +
      "x-amz-request-payer=requester&x-amz-storage-class=STANDARD",
  );
  assert.ok(isRight(all, "PUT"));
});

test("the place of an object follows from endpoint, region and bucket", () => {
  const place = (path: string, options: object): string => {
    const address = S3Client.presign(path, { ...KEYS, bucket: "bucket", ...options });
    assert.ok(isRight(address), address);
    const [, region] = /%2F\d{8}%2F([\w-]+)%2F/.exec(address)!;
    return `${address.split("?")[0]} ${region}`;
  };
  assert.strictEqual(place("a", {}), "https://s3.us-east-1.amazonaws.com/bucket/a us-east-1");
  assert.strictEqual(place("a", { region: "eu-west-1" }), "https://s3.eu-west-1.amazonaws.com/bucket/a eu-west-1");
  assert.strictEqual(place("a", { virtualHostedStyle: true }), "https://bucket.s3.us-east-1.amazonaws.com/a us-east-1");
  assert.strictEqual(
    place("a", { virtualHostedStyle: true, endpoint: "https://b.example.com" }),
    "https://b.example.com/a auto",
  );
  assert.strictEqual(place("a", { endpoint: "https://e.example.com/sub/" }), "https://e.example.com/sub/bucket/a auto");
  assert.strictEqual(place("a", { endpoint: "e.example.com" }), "https://e.example.com/bucket/a auto");
  assert.strictEqual(
    place("a", { endpoint: "https://s3.eu-north-1.amazonaws.com" }),
    "https://s3.eu-north-1.amazonaws.com/bucket/a eu-north-1",
  );
  assert.strictEqual(place("/b/a", { bucket: undefined }), "https://s3.us-east-1.amazonaws.com/b/a us-east-1");
  assert.strictEqual(place("s3://b/a", { bucket: undefined }), "https://s3.us-east-1.amazonaws.com/b/a us-east-1");
  assert.strictEqual(
    place("/d i/ü+&=?#'()*!~.txt", {}),
    "https://s3.us-east-1.amazonaws.com/bucket/d%20i/%C3%BC%2B%26%3D%3F%23%27%28%29%2A%21~.txt us-east-1",
  );
});

test("a response with an object leads to its address", () => {
  const file: any = s3.file("a.txt", OPTIONS);
  const response = new Response(file);
  assert.strictEqual(response.status, 302);
  const location = response.headers.get("location")!;
  assert.ok(location.includes("X-Amz-Expires=900&") && isRight(location));
  assert.throws(() => new Response(file, { status: 200 }), { code: "ERR_INVALID_ARG_TYPE" });
});

test("invalid settings are refused", () => {
  const wrong = (options: object, expected: object, path = "a"): void =>
    assert.throws(() => S3Client.presign(path, { ...OPTIONS, ...options }), expected);
  const code = "ERR_INVALID_ARG_TYPE";
  wrong({ method: "XX" }, { code, message: "method must be GET, PUT, DELETE or HEAD when using s3 protocol" });
  wrong({ expiresIn: 0 }, { code, message: "expiresIn must be greather than 0" });
  wrong({ acl: "no" }, { code, message: /^acl must be one of "private", "public-read", / });
  wrong({ storageClass: "no" }, { code, message: /^storageClass must be one of "STANDARD", / });
  wrong({ bucket: 5 }, { code, message: 'The "bucket" argument must be of type string. Received type number (5)' });
  wrong({ virtualHostedStyle: 5 }, { code });
  wrong({ bucket: undefined }, { code: "ERR_S3_INVALID_PATH", message: "Invalid S3 bucket, key combination" });
  assert.throws(() => new S3Client({ partSize: 1 }), { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
  const missing = "Missing S3 credentials. 'accessKeyId', 'secretAccessKey', 'bucket', and 'endpoint' are required";
  const client: any = new S3Client({ bucket: "b", accessKeyId: "a" });
  assert.throws(() => client.presign("a"), { code: "ERR_S3_MISSING_CREDENTIALS", message: missing });
  assert.throws(() => client.write(), { code: "ERR_MISSING_ARGS", message: "Expected a path to write to" });
});
