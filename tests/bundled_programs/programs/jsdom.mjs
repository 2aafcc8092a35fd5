import { JSDOM } from "jsdom";
const { window } = new JSDOM("<p id=a>Hello</p><script>document.body.append('from a script')</script>", {
  runScripts: "dangerously",
});
window.document.querySelector("#a").addEventListener("click", (event) => console.log(event.type, event.target.id));
window.document.querySelector("#a").click();
console.log(window.document.body.innerHTML);
