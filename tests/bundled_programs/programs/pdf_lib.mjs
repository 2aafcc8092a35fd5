import { PDFDocument, StandardFonts } from "pdf-lib";
const made = await PDFDocument.create();
made.addPage([200, 100]).drawText("Hello", { font: await made.embedFont(StandardFonts.Helvetica), x: 10, y: 50 });
made.setTitle("A title");
const read = await PDFDocument.load(await made.save());
console.log(read.getPageCount(), read.getTitle(), read.getPage(0).getSize());
