// Libraries that only compute: lodash, zod, rxjs, date-fns, dayjs, uuid, nanoid, immer, cheerio, marked, semver, async.
import async from "async";
import bcrypt from "bcryptjs";
import * as cheerio from "cheerio";
import {
  addMonths,
  differenceInCalendarDays,
  eachDayOfInterval,
  endOfMonth,
  format,
  formatDistance,
  formatISO,
  intervalToDuration,
  isValid,
  parse,
  parseISO,
  startOfWeek,
} from "date-fns";
import { de } from "date-fns/locale";
import dayjs from "dayjs";
import duration from "dayjs/plugin/duration.js";
import timezone from "dayjs/plugin/timezone.js";
import utc from "dayjs/plugin/utc.js";
import { enablePatches, produce, produceWithPatches } from "immer";
import _ from "lodash";
import { marked } from "marked";
import { customAlphabet, nanoid } from "nanoid";
import pLimit from "p-limit";
import {
  BehaviorSubject,
  bufferCount,
  catchError,
  combineLatest,
  concatMap,
  debounceTime,
  delay,
  EMPTY,
  from,
  fromEvent,
  interval,
  lastValueFrom,
  map,
  mergeMap,
  of,
  reduce,
  retry,
  scan,
  share,
  Subject,
  switchMap,
  take,
  takeUntil,
  throwError,
  timeout,
  timer,
  toArray,
} from "rxjs";
import semver from "semver";
import * as uuid from "uuid";
import { z } from "zod";
import { outcome, section } from "../shared/ask.mjs";

section("lodash");
const people = [
  { name: "ada", age: 36, tags: ["x"] },
  { name: "bob", age: 25, tags: ["y", "z"] },
  { name: "cyd", age: 36, tags: [] },
];
console.log(
  JSON.stringify([
    _.groupBy(people, "age"),
    _.orderBy(people, ["age", "name"], ["desc", "desc"]).map((person) => person.name),
    _.chain(people).flatMap("tags").uniq().value(),
    _.get({ a: [{ b: 1 }] }, "a[0].b"),
    _.set({}, "x.y[1]", 1),
    _.merge({ a: { b: 1 } }, { a: { c: [1] } }),
  ]),
);
console.log(
  _.camelCase("some-Text here"),
  _.kebabCase("someText"),
  _.startCase("foo_bar"),
  _.template("hi <%= name %>!")({ name: "ü" }),
  _.isEqual(new Map([[1, { a: new Set([1]) }]]), new Map([[1, { a: new Set([1]) }]])),
  _.cloneDeep(new Date(0)).getTime(),
  _.range(0, 10, 3).join(),
  _.deburr("déjà vu"),
);
const debounced = _.debounce((value) => value, 5, { leading: true });
console.log(
  debounced(1),
  _.memoize((n) => n * 2)(4),
  _.partition([1, 2, 3, 4], (n) => n % 2)
    .map(String)
    .join("|"),
  _.isPlainObject(Object.create(null)),
);

section("zod");
const schema = z
  .object({
    name: z.string().min(2),
    age: z.coerce.number().int().positive(),
    mail: z.email().optional(),
    kind: z.discriminatedUnion("type", [
      z.object({ type: z.literal("a"), a: z.number() }),
      z.object({ type: z.literal("b"), b: z.string() }),
    ]),
    tags: z.array(z.string()).max(2).default([]),
    when: z.iso.datetime().transform((text) => new Date(text)),
  })
  .strict();
console.log(
  JSON.stringify(schema.parse({ name: "ada", age: "36", kind: { type: "a", a: 1 }, when: "2020-01-02T03:04:05Z" })),
);
const failed = schema.safeParse({
  name: "a",
  age: -1,
  mail: "x",
  kind: { type: "c" },
  tags: ["1", "2", "3"],
  when: "now",
  more: 1,
});
console.log(failed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code} ${issue.message}`).join("\n"));
console.log(
  JSON.stringify(z.toJSONSchema(z.object({ a: z.string().regex(/^x/), b: z.union([z.number(), z.null()]) }))),
  z.prettifyError(failed.error).split("\n").length,
);
await outcome(
  "async",
  z
    .string()
    .refine(async (text) => text === "good", "not good")
    .parseAsync("bad"),
);

section("rxjs");
const source = new Subject();
const results = [];
source
  .pipe(
    scan((sum, value) => sum + value, 0),
    share(),
  )
  .subscribe((value) => results.push(value));
for (const value of [1, 2, 3]) source.next(value);
console.log(
  results.join(),
  await lastValueFrom(
    from([1, 2, 3]).pipe(
      concatMap((n) => of(n * 2).pipe(delay(1))),
      toArray(),
    ),
  ).then(String),
);
console.log(
  await lastValueFrom(interval(1).pipe(take(4), bufferCount(2), toArray())).then(JSON.stringify),
  await lastValueFrom(combineLatest([of(1), new BehaviorSubject(2).pipe(take(1))]).pipe(map(([a, b]) => a + b))),
);
let attempts = 0;
console.log(
  await lastValueFrom(
    timer(0).pipe(
      mergeMap(() => (++attempts < 3 ? throwError(() => new Error("not yet")) : of(`attempt ${attempts}`))),
      retry(5),
    ),
  ),
);
await outcome("timeout", lastValueFrom(timer(1000).pipe(timeout(5))));
await outcome("empty", lastValueFrom(EMPTY));
await outcome(
  "caught",
  lastValueFrom(
    throwError(() => new Error("x")).pipe(
      catchError((error) => of(`caught ${error.message}`)),
      reduce((all, one) => all + one),
    ),
  ),
);
const target = new EventTarget();
const clicks = lastValueFrom(
  fromEvent(target, "click").pipe(
    debounceTime(2),
    switchMap((event) => of(event.type)),
    takeUntil(timer(30)),
  ),
);
target.dispatchEvent(new Event("click"));
console.log(await clicks);

section("dates");
const day = parseISO("2024-02-29T12:34:56Z");
console.log(
  format(day, "EEEE d. MMMM yyyy HH:mm:ss xxx, 'week' II", { locale: de }),
  formatISO(addMonths(day, 12)),
  differenceInCalendarDays(day, new Date(0)),
  formatDistance(day, new Date(0), { addSuffix: true }),
  formatISO(endOfMonth(day)),
  formatISO(startOfWeek(day, { weekStartsOn: 1 })),
  isValid(parse("31.02.2024", "dd.MM.yyyy", new Date(0))),
  JSON.stringify(intervalToDuration({ start: 0, end: 100_000_000 })),
  eachDayOfInterval({ start: day, end: addMonths(day, 1) }).length,
);
for (const plugin of [utc, timezone, duration]) dayjs.extend(plugin);
console.log(
  dayjs.utc(0).tz("America/New_York").format(),
  dayjs(0).tz("Asia/Kolkata").format("YYYY-MM-DD HH:mm Z"),
  dayjs.duration(3_661_000).format("H:mm:ss"),
  dayjs("2024-01-31").add(1, "month").format("YYYY-MM-DD"),
);

section("identifiers and versions");
console.log(
  uuid.v5("hello", uuid.v5.DNS),
  uuid.v3("hello", uuid.v3.URL),
  uuid.validate(uuid.v4()),
  uuid.version(uuid.v7()),
  uuid.v7({ msecs: 0, random: new Uint8Array(16), seq: 0 }),
  uuid.NIL,
);
console.log(
  nanoid().length,
  /^[ab]{9}$/.test(customAlphabet("ab", 9)()),
  bcrypt.compareSync("secret", bcrypt.hashSync("secret", 4)),
  bcrypt.hashSync("x", "$2b$04$abcdefghijklmnopqrstuu"),
);
console.log(
  semver.satisfies("1.2.3", "^1.2 || >=3"),
  semver.inc("1.2.3-beta.1", "prerelease"),
  semver.sort(["1.10.0", "1.9.0", "1.9.0-a"]).join(),
  semver.coerce("v2.1-x")?.version,
  semver.minVersion(">1.2.x").version,
);

section("immer");
enablePatches();
const [next, patches] = produceWithPatches({ list: [{ done: false }], map: new Map([["a", 1]]), same: {} }, (draft) => {
  draft.list[0].done = true;
  draft.list.push({ done: false });
});
console.log(JSON.stringify(next), JSON.stringify(patches), Object.isFrozen(next.list));
await outcome("frozen", async () => {
  try {
    produce({ a: 1 }, (draft) => draft).a = 2;
  } catch (error) {
    return error.name;
  }
});

section("documents");
const $ = cheerio.load("<ul id=list><li class=a>one<li>two &amp; <b>three</b></ul>");
$("li").first().addClass("b").attr("data-n", 1).after("<li>new</li>");
console.log(
  $("#list").html(),
  $("li b").text(),
  $("li")
    .map((index, element) => $(element).text())
    .get()
    .join("|"),
);
console.log(
  marked.parse(
    '# Title\n\n* *a* and `b`\n* [c](http://d "e")\n\n| x | y |\n|---|--:|\n| 1 | 2 |\n\n```js\n1 < 2\n```\n',
  ),
);

section("order of asynchronous work");
// The first ends when the others have: with a limit of two, the third begins when the second is over.
const order = [];
const others = Promise.withResolvers();
await async.parallelLimit(
  [0, 1, 2].map((index) => async () => {
    await (index === 0 ? others.promise : null);
    if (order.push(index) === 2) others.resolve();
  }),
  2,
);
const limit = pLimit(1);
console.log(
  order.join(),
  (await Promise.all([1, 2, 3].map((n) => limit(async () => n * 2)))).join(),
  await async.waterfall([async () => 1, async (n) => n + 1]),
  await async.mapLimit([1, 2, 3], 2, async (n) => n ** 2).then(String),
);
await outcome(
  "retry",
  async.retry({ times: 3, interval: 1 }, async () => {
    throw new Error("always");
  }),
);
