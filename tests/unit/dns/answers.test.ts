// The forms of records, from a name server in this file.
import assert from "node:assert";
import dns from "node:dns";
import promises from "node:dns/promises";
import { createSocket } from "node:dgram";
import { test } from "../harness.ts";

const nameBytes = (name: string): number[] => [
  ...name.split(".").flatMap((label) => [label.length, ...Buffer.from(label)]),
  0,
];
const RECORDS: Record<number, number[][]> = {
  1: [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ],
  15: [
    [0, 10, ...nameBytes("mail.example.com")],
    [0, 20, 3, 109, 120, 50, 0xc0, 12],
  ],
  16: [[3, 97, 98, 99, 2, 100, 101]],
  28: [[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  33: [[0, 1, 0, 2, 1, 187, ...nameBytes("srv.example.com")]],
};

async function withServer(
  body: (resolver: any) => Promise<void>,
  change = (answer: number[]): number[] | null => answer,
): Promise<void> {
  const server = createSocket("udp4");
  server.on("message", (message: Buffer, { port, address }: any) => {
    let end = 12;
    while (message[end] !== 0) end += message[end]! + 1;
    const type = message.readUInt16BE(end + 1);
    const records = RECORDS[type] ?? [];
    const head = [
      message[0]!,
      message[1]!,
      0x81,
      0x80,
      0,
      1,
      0,
      records.length,
      0,
      0,
      0,
      0,
      ...message.subarray(12, end + 5),
    ];
    const answer = change([
      ...head,
      ...records.flatMap((data) => [0xc0, 12, 0, type, 0, 1, 0, 0, 1, 0, 0, data.length, ...data]),
    ]);
    if (answer !== null) server.send(Buffer.from(answer), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", () => resolve()));
  const resolver = new promises.Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  try {
    await body(resolver);
  } finally {
    server.close();
  }
}

test("records have Node's form", () =>
  withServer(async (resolver) => {
    assert.deepStrictEqual(await resolver.resolve4("example.com"), ["1.2.3.4", "5.6.7.8"]);
    assert.deepStrictEqual(await resolver.resolve4("example.com", { ttl: true }), [
      { address: "1.2.3.4", ttl: 256 },
      { address: "5.6.7.8", ttl: 256 },
    ]);
    assert.deepStrictEqual(await resolver.resolve6("example.com"), ["2001:db8::1"]);
    assert.deepStrictEqual(await resolver.resolveMx("example.com"), [
      { exchange: "mail.example.com", priority: 10, type: "MX" },
      { exchange: "mx2.example.com", priority: 20, type: "MX" },
    ]);
    assert.deepStrictEqual(await resolver.resolve("example.com", "TXT"), [["abc", "de"]]);
    assert.deepStrictEqual(await resolver.resolveSrv("example.com"), [
      { name: "srv.example.com", port: 443, priority: 1, weight: 2, type: "SRV" },
    ]);
  }));

test("no records are ENODATA, no name is ENOTFOUND, broken messages are EBADRESP, silence is ETIMEOUT", async () => {
  const expectCode = (code: string, change?: (answer: number[]) => number[] | null): Promise<void> =>
    withServer(
      (resolver) => assert.rejects(resolver.resolve4("example.com"), { code, message: `queryA ${code} example.com` }),
      change,
    );
  await withServer((resolver) => assert.rejects(resolver.resolveNs("example.com"), { code: "ENODATA" }));
  await expectCode("ENOTFOUND", (answer) => [...answer.slice(0, 3), 0x83, 0, 1, 0, 0, ...answer.slice(8, 29)]);
  await expectCode("EBADRESP", (answer) => answer.slice(0, -1));
  await expectCode("ETIMEOUT", () => null);
});

test("cancel ends in-flight queries", () =>
  withServer(
    async (resolver) => {
      const pending = assert.rejects(resolver.resolve4("example.com"), { code: "ECANCELLED" });
      setTimeout(() => resolver.cancel(), 20);
      await pending;
      assert.strictEqual(dns.CANCELLED, "ECANCELLED");
    },
    () => null,
  ));
