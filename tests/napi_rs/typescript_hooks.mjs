// What napi-rs' tests expect of their loader: names of modules without an extension, and addons that are imported.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (/^\.\.?\//.test(specifier) && context.parentURL?.startsWith("file:")) {
      const url = new URL(specifier, context.parentURL);
      if (!existsSync(fileURLToPath(url))) {
        const found = [".ts", ".js", ".cjs"].find((extension) => existsSync(fileURLToPath(url) + extension));
        if (found !== undefined) return nextResolve(specifier + found, context);
      }
      if (url.pathname.endsWith(".node")) return { url: url.href, format: "commonjs", shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.endsWith(".node")) return nextLoad(url, context);
    const source = `process.dlopen(module, ${JSON.stringify(fileURLToPath(url))});`;
    return { format: "commonjs", source, shortCircuit: true };
  },
});
