const { Scanner } = require("@tailwindcss/oxide");
const s = new Scanner({});
console.log(s.scanFiles([{ content: "<p class='text-red-500 p-[3px] hover:mt-2'>", extension: "html" }]).sort());
