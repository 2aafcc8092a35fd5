import { DateTime, Duration, Interval } from "luxon";
const start = DateTime.fromISO("2024-03-30T12:00", { zone: "Europe/Berlin" });
console.log(start.plus({ days: 1 }).toISO(), Duration.fromObject({ hours: 25 }).shiftTo("days", "hours").toObject());
console.log(Interval.after(start, { weeks: 1 }).toFormat("dd LLL yyyy"));
