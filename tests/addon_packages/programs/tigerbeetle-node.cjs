const { createClient, id, AccountFlags } = require("tigerbeetle-node");
console.log(typeof id(), AccountFlags.linked);
try {
  const client = createClient({ cluster_id: 0n, replica_addresses: ["1"] });
  client.destroy();
  console.log("destroyed");
} catch (e) {
  console.log(e.name, e.message);
}
try {
  createClient({ cluster_id: 0n, replica_addresses: ["not an address:x"] });
} catch (e) {
  console.log(e.name, e.message);
}
