import { addDays, format, formatDistance, parseISO } from "date-fns";
import { de } from "date-fns/locale";
const day = parseISO("2024-02-28T12:00:00");
console.log(format(addDays(day, 2), "EEEE, d. MMMM yyyy", { locale: de }), formatDistance(day, addDays(day, 40)));
