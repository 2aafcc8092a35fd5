// In the browser: follows the development server, and shows what is wrong with the sources.

/** The connection of a page with its server. */
class PageClient {
  /** What the overlay says of errors in the sources, and of those that the page throws. */
  static BUILD = { title: "Build failed", hint: "The page continues when the files are saved without errors." };
  static THROWN = { title: "Uncaught error", hint: "A change of the files runs the page again." };

  constructor(page) {
    this.page = page;
    this.version = page.version ?? 0;
    this.listeners = new Map();
    this.overlay = null;
    this.work = Promise.resolve();
    /** Runs changed modules again. Null in a page without a bundle. Resolves with false when the page must be reloaded. */
    this.apply = null;
    /** What is sent once there is a connection. */
    this.unsent = [];
    if (page.hot) this.connect(500);
    if (page.hot) this.followErrors();
    if (page.console) this.sendConsole();
  }

  connect(delayMs) {
    const { session, socket } = this.page;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${socket}?session=${session}&version=${this.version}`);
    this.socket.onopen = () => {
      for (const text of this.unsent.splice(0)) this.socket.send(text);
      this.emit("bun:ws:connect");
    };
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.emit("bun:ws:disconnect");
      setTimeout(() => this.connect(Math.min(delayMs * 2, 5000)), delayMs);
    };
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Changes are applied one after the other. */
  receive(message) {
    this.enqueue(async () => {
      if (message.type === "reload") this.reload();
      else if (message.type === "errors") {
        this.emit("bun:error", message.errors);
        this.showErrors(message.errors);
      } else if (message.type === "thrown") {
        this.showErrors([{ text: message.text }], PageClient.THROWN);
      } else if (message.type === "patch") await this.patch(message);
    });
  }

  enqueue(task) {
    this.work = this.work.then(task).catch((error) => {
      console.error(error);
      this.showErrors([{ message: `${error?.message ?? error}`, text: `${error?.stack ?? error}` }]);
    });
  }

  /** Shows what the page's own code throws, and has the server find the places in the sources. */
  followErrors() {
    addEventListener("error", ({ error }) => {
      if (error !== null && error !== undefined) this.thrown(error);
    });
    addEventListener("unhandledrejection", ({ reason }) => this.thrown(reason));
  }

  thrown(error) {
    const message = `${error?.name ?? "Error"}: ${error?.message ?? error}`;
    // Only some browsers begin the stack with the message.
    const stack = `${error?.stack ?? ""}`;
    const text = stack.includes(`${error?.message ?? error}`) ? stack : `${message}\n${stack}`;
    this.showErrors([{ text }], PageClient.THROWN);
    const data = JSON.stringify({ type: "thrown", text });
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(data);
    else this.unsent.push(data);
  }

  async patch({ version, address, changed }) {
    // A page that has missed a change cannot take the next one.
    if (this.apply === null || version !== this.version + 1) return this.reload();
    this.version = version;
    this.emit("bun:beforeUpdate", { type: "update", changed });
    this.beforePatch?.();
    await import(address);
    if (!(await this.apply(changed))) return this.reload();
    this.hideErrors();
    this.emit("bun:afterUpdate", { type: "update", changed });
  }

  reload() {
    this.emit("bun:beforeFullReload");
    location.reload();
  }

  /** Events have the same names for Bun's and Vite's programs but for their prefix. */
  static eventName(name) {
    return name.replace(/^vite:/, "bun:");
  }

  on(name, listener) {
    const event = PageClient.eventName(name);
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event).add(listener);
  }

  off(name, listener) {
    this.listeners.get(PageClient.eventName(name))?.delete(listener);
  }

  emit(name, value) {
    for (const listener of this.listeners.get(PageClient.eventName(name)) ?? []) {
      try {
        listener(value);
      } catch (error) {
        console.error(error);
      }
    }
  }

  showErrors(errors, kind = PageClient.BUILD) {
    this.hideErrors();
    const host = document.createElement("brio-error-overlay");
    const root = host.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent =
      ":host{position:fixed;inset:0;z-index:2147483647;overflow:auto;background:#000b;font:14px/1.5 ui-monospace,monospace}" +
      "section{max-width:60rem;margin:3rem auto;padding:1.5rem;background:#181818;color:#eee;border-top:4px solid #e5484d;border-radius:6px}" +
      "h1{font-size:1rem;margin:0 0 1rem;color:#ff6369}pre{white-space:pre-wrap;margin:0 0 1.25rem}p{color:#999;margin:0}";
    const section = document.createElement("section");
    const title = document.createElement("h1");
    title.textContent = errors.length === 1 ? kind.title : `${kind.title}: ${errors.length} errors`;
    section.append(title);
    for (const error of errors) {
      const text = document.createElement("pre");
      text.textContent = error.text ?? error.message;
      section.append(text);
    }
    const hint = document.createElement("p");
    hint.textContent = `${kind.hint} Escape or a click hides this.`;
    section.append(hint);
    root.append(style, section);
    host.addEventListener("click", (event) => {
      if (event.composedPath()[0] === host) this.hideErrors();
    });
    this.onKey = (event) => {
      if (event.key === "Escape") this.hideErrors();
    };
    addEventListener("keydown", this.onKey);
    this.overlay = host;
    (document.body ?? document.documentElement).append(host);
  }

  hideErrors() {
    if (this.overlay === null) return;
    this.overlay.remove();
    this.overlay = null;
    removeEventListener("keydown", this.onKey);
  }

  /** Sends what the page writes to its console, which still shows it. */
  sendConsole() {
    const text = (value) => {
      if (typeof value === "string") return value;
      if (value instanceof Error) return value.stack ?? `${value}`;
      try {
        return JSON.stringify(value) ?? `${value}`;
      } catch {
        return `${value}`;
      }
    };
    for (const level of ["log", "info", "warn", "error", "debug"]) {
      const write = console[level];
      console[level] = (...values) => {
        this.send({ type: "console", level, text: values.map(text).join(" ") });
        write.apply(console, values);
      };
    }
  }
}

globalThis.__brio_client__ ??= new PageClient(globalThis.__brio_page__ ?? {});
