import { test } from "../harness.ts";
import assert from "node:assert";
import net from "node:net";
import { inspect } from "node:util";

test("addresses, ranges and subnets match, also in their mapped form", () => {
  const list = new net.BlockList();
  list.addAddress("1.1.1.1");
  list.addRange("1.0.0.1", "1.0.0.9");
  list.addSubnet("8.8.8.0", 22);
  list.addSubnet("2001:db8::", 33, "ipv6");
  for (const address of ["1.1.1.1", "1.0.0.1", "1.0.0.9", "8.8.11.255"])
    assert.strictEqual(list.check(address), true, address);
  for (const address of ["1.1.1.2", "1.0.0.10", "8.8.12.0", "8.8.7.255", "nonsense"])
    assert.strictEqual(list.check(address), false, address);
  assert.strictEqual(list.check("::ffff:1.1.1.1", "ipv6"), true);
  assert.strictEqual(list.check("2001:db8:7fff::1", "ipv6"), true);
  assert.strictEqual(list.check("2001:db8:8000::1", "ipv6"), false);
  assert.strictEqual(list.check(new net.SocketAddress({ address: "1.1.1.1" })), true);
});

test("rules are listed, addresses first, then the newest", () => {
  const list = new net.BlockList();
  list.addRange("1.0.0.1", "1.0.0.9");
  list.addSubnet("8.8.8.0", 24);
  list.addAddress("::1", "ipv6");
  const rules = ["Address: IPv6 ::1", "Subnet: IPv4 8.8.8.0/24", "Range: IPv4 1.0.0.1-1.0.0.9"];
  assert.deepStrictEqual(list.rules, rules);
  assert.strictEqual(
    inspect(list),
    `BlockList {\n  rules: [\n${rules.map((rule) => `    '${rule}'`).join(",\n")}\n  ]\n}`,
  );
  const copy = new net.BlockList();
  (copy as any).fromJSON(JSON.stringify(list));
  assert.deepStrictEqual([...copy.rules].sort(), [...rules].sort());
});

test("wrong arguments are refused", () => {
  const list = new net.BlockList();
  assert.throws(() => list.addAddress("::1"), { code: "ERR_INVALID_ADDRESS", message: "Invalid socket address" });
  assert.throws(() => list.addAddress(1 as any), { code: "ERR_INVALID_ARG_TYPE", name: "TypeError" });
  assert.throws(() => list.addSubnet("1.1.1.1", 33), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "prefix" is out of range. It must be >= 0 && <= 32. Received 33',
  });
  assert.throws(() => list.addRange("1.0.0.9", "1.0.0.1"), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => list.check("1.1.1.1", 1 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("a socket address is normalized and parsed", () => {
  const address = new net.SocketAddress({ address: "FE80::0001", port: 5, family: "ipv6", flowlabel: 7 });
  assert.deepStrictEqual([address.address, address.port, address.family, address.flowlabel], ["fe80::1", 5, "ipv6", 7]);
  assert.strictEqual(
    inspect(new (net.SocketAddress as any)()),
    "SocketAddress { address: '127.0.0.1', port: 0, family: 'ipv4', flowlabel: 0 }",
  );
  const parsed = (net.SocketAddress as any).parse("[::1]:8080");
  assert.deepStrictEqual([parsed.address, parsed.port, parsed.family], ["::1", 8080, "ipv6"]);
  assert.strictEqual((net.SocketAddress as any).parse("x y"), undefined);
  assert.throws(() => new net.SocketAddress({ family: "x" as any }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => new net.SocketAddress({ port: -1 }), { code: "ERR_SOCKET_BAD_PORT" });
});

test("every address of a name is tried, and all failures are reported", async () => {
  const lookup = (_host: string, _options: any, callback: any) =>
    callback(null, [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ]);
  const socket = net.connect({ host: "example.org", port: 1, lookup: lookup as any });
  const error: any = await new Promise((resolve) => socket.on("error", resolve));
  assert.strictEqual(error.name, "AggregateError");
  assert.strictEqual(error.code, "ECONNREFUSED");
  assert.deepStrictEqual(
    error.errors.map((each: any) => each.message),
    ["connect ECONNREFUSED 127.0.0.1:1", "connect ECONNREFUSED ::1:1"],
  );
  assert.deepStrictEqual((socket as any).autoSelectFamilyAttemptedAddresses, ["127.0.0.1:1", "::1:1"]);
});
