import { firstValueFrom, from, interval, merge } from "rxjs";
import { map, mergeMap, take, toArray } from "rxjs/operators";
const ticks = interval(1).pipe(
  take(3),
  map((n) => n * 10),
);
console.log(
  await firstValueFrom(
    merge(ticks, from([1, 2])).pipe(
      mergeMap(async (n) => n + 1),
      toArray(),
    ),
  ),
);
