// In the browser: `import.meta.hot`, and what runs again after a change. Its base class is Rolldown's, which has the
// modules and the graph of their imports.

/** `import.meta.hot` of one run of a module. */
class HotContext {
  constructor(id, runtime) {
    this.id = id;
    this.runtime = runtime;
    this.accepted = [];
    this.disposers = [];
    this.pruners = [];
    this.listeners = [];
  }

  /** Survives when the module runs again. */
  get data() {
    return this.runtime.dataOf(this.id);
  }
  set data(value) {
    this.runtime.data.set(this.id, value);
  }

  accept(first, second) {
    const isSelf = first === undefined || typeof first === "function";
    const ids = isSelf ? [this.id] : [].concat(first);
    const callback = isSelf ? first : second;
    this.accepted.push({ ids, isList: Array.isArray(first), callback });
  }

  accepts(id) {
    return this.accepted.some(({ ids }) => ids.includes(id));
  }

  dispose(callback) {
    this.disposers.push(callback);
  }

  prune(callback) {
    this.pruners.push(callback);
  }

  decline() {}

  invalidate(message) {
    this.runtime.invalidate(this.id, message);
  }

  on(name, listener) {
    this.listeners.push([name, listener]);
    __brio_client__.on(name, listener);
  }

  off(name, listener) {
    __brio_client__.off(name, listener);
  }

  send(event, data) {
    __brio_client__.send({ type: "custom", event, data });
  }

  /** Ends this run of the module. */
  end() {
    for (const callback of this.disposers) callback(this.data);
    for (const [name, listener] of this.listeners) __brio_client__.off(name, listener);
  }
}

class PageRuntime extends DevRuntime {
  contexts = new Map();
  data = new Map();
  /** Modules that nothing imports from the start. */
  roots = null;
  components = null;

  dataOf(id) {
    if (!this.data.has(id)) this.data.set(id, {});
    return this.data.get(id);
  }

  createModuleHotContext(id) {
    const context = new HotContext(id, this);
    this.contexts.set(id, context);
    return context;
  }

  /** A module that was loaded later, or never, is requested when a changed one needs it. */
  initModule(id) {
    if (!this.isExecuted(id) && !this.hasFactory(id)) {
      const request = new XMLHttpRequest();
      const { module, session } = __brio_client__.page;
      request.open("GET", `${module}?session=${session}&name=${encodeURIComponent(id)}`, false);
      request.send();
      if (request.status === 200) (0, eval)(request.responseText);
    }
    return super.initModule(id);
  }

  beforePatch() {
    this.roots ??= new Set([...this.moduleCache.keys()].filter((id) => this.getImporters(id).length === 0));
  }

  /** What runs again when `ids` have changed, and who accepts it. Null: no module accepts some of it. */
  plan(ids) {
    const again = new Set();
    const accepted = [];
    const waiting = [...ids];
    while (waiting.length > 0) {
      const id = waiting.pop();
      if (again.has(id)) continue;
      again.add(id);
      if (this.contexts.get(id)?.accepts(id)) {
        accepted.push([id, id]);
        continue;
      }
      const importers = this.getImporters(id).filter((importer) => this.isExecuted(importer));
      if (importers.length === 0) return null;
      for (const importer of importers) {
        if (this.contexts.get(importer)?.accepts(id)) accepted.push([importer, id]);
        else waiting.push(importer);
      }
    }
    return { again, accepted };
  }

  /** Runs changed modules again. False: the page must be reloaded. */
  async apply(changed) {
    return this.run(this.plan(changed.filter((id) => this.isExecuted(id))));
  }

  run(plan) {
    if (plan === null) return false;
    const { again, accepted } = plan;
    for (const id of again) if (!this.hasFactory(id)) return false;
    // The callbacks are those of the run that ends.
    const calls = accepted
      .filter(([acceptor, via]) => acceptor === via || !again.has(acceptor))
      .map(([acceptor, via]) => [
        via,
        this.contexts.get(acceptor).accepted.filter(({ ids, callback }) => callback && ids.includes(via)),
      ]);
    for (const id of again) this.contexts.get(id)?.end();
    for (const id of again) this.removeModuleCache(id);
    for (const [, via] of accepted) this.initModule(via);
    for (const [via, callbacks] of calls) {
      const exports = this.loadExports(via);
      for (const { ids, isList, callback } of callbacks)
        callback(isList ? ids.map((id) => (id === via ? exports : undefined)) : exports);
    }
    this.removeUnused();
    this.components?.replace();
    return true;
  }

  /** Ends the modules that nothing imports any more. */
  removeUnused() {
    for (let isDone = false; !isDone; ) {
      isDone = true;
      for (const id of [...this.moduleCache.keys()]) {
        if (this.roots.has(id) || this.getImporters(id).length > 0) continue;
        isDone = false;
        __brio_client__.emit("bun:beforePrune", { type: "prune", paths: [id] });
        const context = this.contexts.get(id);
        context?.end();
        for (const callback of context?.pruners ?? []) callback(this.dataOf(id));
        this.contexts.delete(id);
        this.data.delete(id);
        this.removeModuleCache(id);
        this.registerGraph({ ids: [id], localCount: 1, edges: [[]], dynamicEdges: [[]] });
      }
    }
  }

  /** A module gives up on its change: its importers decide. */
  invalidate(id, message) {
    __brio_client__.emit("bun:invalidate", { path: id, message });
    __brio_client__.enqueue(async () => {
      const again = new Set();
      const accepted = [];
      for (const importer of this.getImporters(id).filter((importer) => this.isExecuted(importer))) {
        if (this.contexts.get(importer)?.accepts(id)) {
          accepted.push([importer, id]);
          continue;
        }
        const plan = this.plan([importer]);
        if (plan === null) return __brio_client__.reload();
        plan.again.forEach((one) => again.add(one));
        accepted.push(...plan.accepted);
      }
      if (accepted.length === 0 || !this.run({ again, accepted })) __brio_client__.reload();
    });
  }

  /** Shows a style sheet in place of its former one. `names` stands for the names of its classes. */
  addStyle(hot, key, address, names) {
    if (hot.data.names !== undefined && hot.data.names !== names) hot.invalidate();
    hot.data.names = names;
    const former = [...document.querySelectorAll(`link[data-brio-style="${key}"]`)];
    if (former.at(-1)?.getAttribute("href") === address) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.dataset.brioStyle = key;
    if (former.length === 0) return void document.head.append(link);
    // Both are there until the new one is loaded: the page is never without.
    link.onload = link.onerror = () => former.forEach((one) => one.remove());
    former.at(-1).after(link);
  }

  removeStyle(key) {
    for (const link of document.querySelectorAll(`link[data-brio-style="${key}"]`)) link.remove();
  }
}

globalThis.__rolldown_runtime__ ??= new PageRuntime("page");
__brio_client__.apply = (changed) => __rolldown_runtime__.apply(changed);
__brio_client__.beforePatch = () => __rolldown_runtime__.beforePatch();
