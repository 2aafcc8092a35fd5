const { uIOhook, UiohookKey } = require("uiohook-napi");
console.log(UiohookKey.Escape, typeof uIOhook.start);
