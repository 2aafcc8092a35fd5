import { enablePatches, produce, produceWithPatches } from "immer";
enablePatches();
const base = { list: [1, 2], map: { a: 1 } };
const [next, patches] = produceWithPatches(base, (draft) => {
  draft.list.push(3);
  delete draft.map.a;
});
console.log(next, patches, base.list.length, produce(base, () => {}) === base);
