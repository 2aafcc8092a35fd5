import { createSSRApp, h, ref } from "vue";
import { renderToString } from "vue/server-renderer";
const app = createSSRApp({
  setup: () => {
    const n = ref(1);
    n.value++;
    return () => h("p", { class: ["a", { b: true }] }, `${n.value} <`);
  },
});
console.log(await renderToString(app));
