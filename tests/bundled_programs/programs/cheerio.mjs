import * as cheerio from "cheerio";
const $ = cheerio.load("<ul><li class=a>one</li><li>two &amp; three</li></ul>");
$("li.a").text("ONE").after("<li>new</li>");
console.log($.html("ul"), $("li").length, $("li:last-child").text());
