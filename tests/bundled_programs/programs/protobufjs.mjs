import protobuf from "protobufjs";
const { root } = protobuf.parse('syntax = "proto3"; message P { string name = 1; repeated int32 n = 2; }');
const P = root.lookupType("P");
const bytes = P.encode(P.create({ name: "Ada", n: [1, 300] })).finish();
console.log(Buffer.from(bytes).toString("hex"), P.toObject(P.decode(bytes)));
