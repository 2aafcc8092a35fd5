// In the browser: replaces React's components without losing their state. React's renderers offer this to developer tools
// (`scheduleRefresh`, `setRefreshHandler`); oxc's transform calls `$RefreshReg$` for each component and `$RefreshSig$` for
// the hooks that it uses.

class Components {
  constructor() {
    /** The component that each name stands for now. */
    this.families = new Map();
    this.familyOf = new WeakMap();
    /** The elements that roots were last rendered with. */
    this.elements = new WeakMap();
    /** The hooks that a component uses: its state fits the new one if they are the same. */
    this.signatures = new WeakMap();
    this.changed = [];
    this.renderers = new Map();
    this.roots = new Map();
    this.failedRoots = new Map();
    /** The modules that run; the last may have ended (`leave`). */
    this.modules = [];
    this.connect();
    globalThis.$RefreshReg$ = (type, name) => {
      const running = this.modules.at(-1);
      if (running !== undefined) this.register(type, `${running.module} ${name}`);
    };
    globalThis.$RefreshSig$ = () => this.signature();
  }

  enter(module) {
    this.removeEnded();
    this.modules.push({ module, isEnded: false });
  }

  /** Called at the end of a module's source, behind which oxc's transform registers its components. */
  leave() {
    this.removeEnded();
    const running = this.modules.at(-1);
    if (running !== undefined) running.isEnded = true;
  }

  removeEnded() {
    while (this.modules.at(-1)?.isEnded) this.modules.pop();
  }

  /** Stands between React and the developer tools, which may be there already. */
  connect() {
    const tools = (globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
      renderers: new Map(),
      supportsFiber: true,
      inject: () => this.renderers.size + 1,
      onCommitFiberRoot() {},
      onCommitFiberUnmount() {},
      onScheduleFiberRoot() {},
    });
    const components = this;
    const { inject, onCommitFiberRoot, onScheduleFiberRoot } = tools;
    const add = (renderer, id) => {
      if (typeof renderer?.scheduleRefresh === "function") this.renderers.set(id, renderer);
    };
    tools.renderers?.forEach(add);
    tools.inject = function (renderer, ...others) {
      const id = inject.call(this, renderer, ...others);
      add(renderer, id);
      return id;
    };
    tools.onScheduleFiberRoot = function (id, root, element, ...others) {
      components.failedRoots.delete(root);
      components.elements.set(root, element);
      return onScheduleFiberRoot?.call(this, id, root, element, ...others);
    };
    tools.onCommitFiberRoot = function (id, root, ...others) {
      components.committed(components.renderers.get(id), root, others[1] === true);
      return onCommitFiberRoot?.call(this, id, root, ...others);
    };
  }

  committed(renderer, root, hasFailed) {
    if (renderer === undefined) return;
    const isMounted = root.current?.memoizedState?.element !== null && root.current?.memoizedState != null;
    if (isMounted) this.roots.set(root, renderer);
    else {
      // An error that no boundary caught has unmounted the root: the next change tries again.
      if (hasFailed && this.roots.has(root)) this.failedRoots.set(root, this.roots.get(root));
      this.roots.delete(root);
    }
  }

  register(type, name) {
    if (type === null || (typeof type !== "function" && typeof type !== "object")) return;
    if (!this.familyOf.has(type)) {
      let family = this.families.get(name);
      if (family === undefined) this.families.set(name, (family = { current: type }));
      else this.changed.push([family, type]);
      this.familyOf.set(type, family);
    }
    // What `memo` and `forwardRef` wrap has no name of its own.
    if (typeof type === "object" && typeof type.render === "function") this.register(type.render, `${name}$render`);
    if (typeof type === "object" && type.type) this.register(type.type, `${name}$type`);
  }

  /** Called by a component when it is defined and when it first runs. */
  signature() {
    let component;
    let hooks;
    return (type, key, forces, getHooks) => {
      if (typeof key === "string") {
        component ??= type;
        hooks = getHooks;
        if (type !== null && (typeof type === "function" || typeof type === "object") && !this.signatures.has(type))
          this.signatures.set(type, { key, forces: forces === true, getHooks, full: null });
        return type;
      }
      // The hooks of the component's hooks are defined by the time it runs.
      if (hooks !== undefined && component !== undefined) this.fullSignature(component);
      return type;
    };
  }

  fullSignature(type) {
    const own = this.signatures.get(type);
    if (own === undefined) return "";
    if (own.full !== null) return own.full;
    own.full = own.key;
    let all;
    try {
      all = own.getHooks?.() ?? [];
    } catch {
      own.forces = true;
      return own.full;
    }
    for (const hook of all) {
      if (typeof hook !== "function") {
        own.forces = true;
        return own.full;
      }
      own.full += `\n${this.fullSignature(hook)}`;
      if (this.signatures.get(hook)?.forces) own.forces = true;
    }
    return own.full;
  }

  keepsState(former, next) {
    const isClass = (type) => typeof type === "function" && Boolean(type.prototype?.isReactComponent);
    if (isClass(former) || isClass(next)) return false;
    if (typeof former !== typeof next || former.$$typeof !== next.$$typeof) return false;
    const same = this.fullSignature(former) === this.fullSignature(next);
    return same && this.signatures.get(next)?.forces !== true;
  }

  /** Whether everything that a module exports is a component. */
  areAll(exports) {
    const values = Object.entries(exports ?? {}).filter(([name]) => name !== "__esModule");
    return values.length > 0 && values.every(([name, value]) => Components.isComponent(name, value));
  }

  static isComponent(name, value) {
    if (typeof value === "function") return name === "default" || /^[A-Z]/.test(name);
    const kind = typeof value === "object" && value !== null ? value.$$typeof : undefined;
    return kind === Symbol.for("react.memo") || kind === Symbol.for("react.forward_ref");
  }

  /** Renders with the components that have been registered again. */
  replace() {
    if (this.changed.length === 0) return;
    const updatedFamilies = new Set();
    const staleFamilies = new Set();
    for (const [family, next] of this.changed.splice(0)) {
      (this.keepsState(family.current, next) ? updatedFamilies : staleFamilies).add(family);
      family.current = next;
    }
    for (const renderer of this.renderers.values()) renderer.setRefreshHandler((type) => this.familyOf.get(type));
    for (const [root, renderer] of [...this.failedRoots]) {
      if (this.elements.has(root)) renderer.scheduleRoot(root, this.elements.get(root));
    }
    for (const [root, renderer] of [...this.roots]) {
      renderer.scheduleRefresh(root, { updatedFamilies, staleFamilies });
    }
  }
}

__rolldown_runtime__.components ??= new Components();
