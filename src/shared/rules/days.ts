const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Days of the week in words, 0 for Sunday: "every day", "Monday to Friday", else each of them. */
export function daysText(days: readonly number[]): string {
  const open = [...new Set(days)].toSorted();
  if (open.length === 7) return 'every day';
  if (open.join('') === '12345') return 'Monday to Friday';
  return open.map((day) => DAYS[day]).join(', ');
}
