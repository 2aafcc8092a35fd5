const { HierarchicalNSW } = require("hnswlib-node");
const i = new HierarchicalNSW("l2", 2);
i.initIndex(10);
for (let k = 0; k < 5; k++) i.addPoint([k, k], k);
console.log(i.searchKnn([3.1, 3], 2));
try {
  i.addPoint([1], 9);
} catch (e) {
  console.log(e.message);
}
