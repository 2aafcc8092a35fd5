// Reading, writing and listing objects with Bun's S3 client. The service refuses what is not signed correctly.
import assert from "node:assert";
import { S3Client, s3 } from "bun";
import { test } from "../harness.ts";
import { ACCESS_KEY, SECRET, type Service, startService } from "./server.ts";

const optionsOf = ({ endpoint }: Service): any => ({
  endpoint,
  bucket: "bucket",
  accessKeyId: ACCESS_KEY,
  secretAccessKey: SECRET,
});
const MEBIBYTE = 1024 * 1024;

test("what is written can be read, whole and in part", async () => {
  const service = await startService();
  const client = new S3Client(optionsOf(service));
  const file = client.file("a folder/ü+&=(1)!.txt");
  assert.strictEqual(await file.write("hello wörld"), 12);
  assert.strictEqual(await file.text(), "hello wörld");
  assert.strictEqual((await file.bytes()).length, 12);
  assert.strictEqual((await file.arrayBuffer()).byteLength, 12);
  assert.strictEqual(await new Response(file.stream()).text(), "hello wörld");
  assert.strictEqual(await file.slice(1, 4).text(), "ell");
  assert.strictEqual(await file.slice(1, 9).slice(1, 3).text(), "ll");
  assert.strictEqual(await file.slice(6).text(), "wörld");
  assert.strictEqual(await new Response(file.slice(0, 5).stream()).text(), "hello");
  await client.write("data.json", '{"a":1}');
  assert.deepStrictEqual(await client.file("data.json").json(), { a: 1 });
  assert.deepStrictEqual([...service.objects.keys()], ["a folder/ü+&=(1)!.txt", "data.json"]);
  service.close();
});

test("data of all kinds, and the headers that objects are stored with", async () => {
  const service = await startService();
  const client: any = new S3Client(optionsOf(service));
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("ab"));
      controller.enqueue(new TextEncoder().encode("cd"));
      controller.close();
    },
  });
  const counts = [
    await client.write("a", new Uint8Array([1, 2, 3])),
    await client.write("b", new Blob(["x"])),
    await client.write("c", new Response("rr")),
    await client.write("d", new Response(stream)),
    await client.write("e", ""),
    await client.write("copy", client.file("d")),
    await Bun.write(client.file("f"), "zz"),
    await S3Client.write("g", "static", optionsOf(service)),
  ];
  assert.deepStrictEqual(counts, [3, 1, 2, 4, 0, 4, 2, 6]);
  assert.strictEqual(service.objects.get("copy")!.body.toString(), "abcd");

  const options = { type: "text/css", acl: "public-read", storageClass: "GLACIER", contentDisposition: "inline" };
  await client.write("style", "x", options);
  const { headers } = service.objects.get("style")!;
  assert.deepStrictEqual(
    ["content-type", "x-amz-acl", "x-amz-storage-class", "content-disposition"].map((name) => headers[name]),
    ["text/css;charset=utf-8", "public-read", "GLACIER", "inline"],
  );
  assert.strictEqual(service.objects.get("a")!.headers["content-type"], "application/octet-stream");
  assert.throws(() => client.file("a").write(undefined), { code: "ERR_INVALID_ARG_TYPE" });
  service.close();
});

test("stat, size, exists and delete", async () => {
  const service = await startService();
  const client = new S3Client(optionsOf(service));
  const file = client.file("a.txt", { type: "text/plain" });
  assert.strictEqual(await file.exists(), false);
  await file.write("12345");
  assert.strictEqual(await file.exists(), true);
  assert.strictEqual(await client.size("a.txt"), 5);
  const { etag, lastModified, size, type } = await file.stat();
  assert.deepStrictEqual(
    [etag, lastModified.toISOString(), size, type],
    ['"tag"', "2020-01-01T00:00:00.000Z", 5, "text/plain;charset=utf-8"],
  );
  assert.ok((await (file.delete() as Promise<unknown>)) === true && !(await client.exists("a.txt")));
  assert.ok(Number.isNaN(file.size) && file.slice(1, 5).size === 4);
  assert.deepStrictEqual([file.name, (file as any).bucket, file.type], ["a.txt", "bucket", "text/plain;charset=utf-8"]);
  assert.ok(file instanceof Blob && Object.prototype.toString.call(file) === "[object S3File]");
  service.close();
});

test("failures are S3Errors with the service's code and message", async () => {
  const service = await startService();
  const client = new S3Client(optionsOf(service));
  const missing = { name: "S3Error", code: "NoSuchKey", message: "The key does not exist.", path: "no" };
  await assert.rejects(client.file("no").text(), missing);
  await assert.rejects(client.stat("no"), { ...missing, message: "The specified key does not exist." });
  const wrong = new S3Client({ ...optionsOf(service), secretAccessKey: "wrong" });
  await assert.rejects(wrong.file("no").text(), { code: "SignatureDoesNotMatch", message: "No & no" });
  await assert.rejects(new S3Client({ ...optionsOf(service), endpoint: "http://127.0.0.1:1" }).file("a").text(), {
    name: "S3Error",
    code: "ConnectionRefused",
  });
  service.close();
});

test("a writer sends a small object at once and a large one in parts", async () => {
  const service = await startService();
  const client = new S3Client(optionsOf(service));
  const small: any = client.file("small").writer();
  assert.deepStrictEqual([small.write("abc"), small.write(new Uint8Array(3))], [3, 3]);
  assert.strictEqual(await small.end(), 6);
  assert.deepStrictEqual(service.log, ["PUT /bucket/small 6"]);
  service.log.length = 0;

  const large: any = client.file("large").writer({ partSize: 5 * MEBIBYTE, queueSize: 2, retry: 1 });
  for (let count = 0; count < 4; count++) {
    large.write(new Uint8Array(3 * MEBIBYTE).fill(count));
    await large.flush();
  }
  assert.strictEqual(await large.end(), 12 * MEBIBYTE);
  const sizes = service.log.map((line) => line.split(" ")[2]).slice(0, -1);
  assert.deepStrictEqual(sizes.sort(), ["0", String(2 * MEBIBYTE), String(5 * MEBIBYTE), String(5 * MEBIBYTE)].sort());
  const { body } = service.objects.get("large")!;
  assert.strictEqual(body.length, 12 * MEBIBYTE);
  assert.deepStrictEqual([body[0], body[3 * MEBIBYTE], body[6 * MEBIBYTE], body.at(-1)], [0, 1, 2, 3]);
  service.close();
});

test("list gives the objects of a bucket", async () => {
  const service = await startService(
    '<?xml version="1.0"?><ListBucketResult xmlns="x"><Name>bucket</Name><Prefix>p&amp;q</Prefix><KeyCount>2</KeyCount>' +
      "<MaxKeys>10</MaxKeys><Delimiter>/</Delimiter><IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>" +
      "<Contents><Key>a &lt;b&gt;</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified><ETag>&quot;e&quot;</ETag><Size>5</Size>" +
      "<StorageClass>STANDARD</StorageClass><Owner><ID>id</ID><DisplayName>me</DisplayName></Owner></Contents>" +
      "<Contents><Key>second</Key></Contents><CommonPrefixes><Prefix>c/</Prefix></CommonPrefixes></ListBucketResult>",
  );
  const client: any = new S3Client(optionsOf(service));
  const found = await client.list({ prefix: "p&q", maxKeys: 10, delimiter: "/", startAfter: "s t" });
  assert.deepStrictEqual(found, {
    name: "bucket",
    prefix: "p&q",
    delimiter: "/",
    nextContinuationToken: "next",
    isTruncated: true,
    keyCount: 2,
    maxKeys: 10,
    contents: [
      {
        key: "a <b>",
        eTag: '"e"',
        lastModified: "2020-01-01T00:00:00.000Z",
        size: 5,
        storageClass: "STANDARD",
        owner: { id: "id", displayName: "me" },
      },
      { key: "second" },
    ],
    commonPrefixes: [{ prefix: "c/" }],
  });
  service.close();
});

test("fetch and Bun.file take addresses of objects", async () => {
  const service = await startService();
  const { bucket: _, ...options } = optionsOf(service);
  const stored = await fetch("s3://bucket/k", { method: "PUT", body: "zz", s3: options } as any);
  assert.strictEqual(stored.status, 200);
  const response = await fetch("s3://bucket/k", { s3: options } as any);
  assert.strictEqual(await response.text(), "zz");
  assert.strictEqual((await fetch("s3://bucket/no", { s3: options } as any)).status, 404);
  assert.strictEqual(await Bun.file("s3://bucket/k", options).text(), "zz");
  assert.strictEqual(await s3.file("s3://bucket/k", options).text(), "zz");
  service.close();
});
