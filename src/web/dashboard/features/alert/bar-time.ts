const DAYS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** Does a bar begin at midnight UTC, as bars of a day or more do? */
export const isMidnight = (iso: string): boolean => iso.slice(11, 16) === '00:00';

/** The start of a bar in UTC: `16 Mar 2020`, with the minute where it does not begin at midnight. */
export function barTime(iso: string): string {
  const parts = Object.fromEntries(
    DAYS.formatToParts(Date.parse(iso)).map(({ type, value }) => [type, value]),
  );
  const day = `${parts['day']} ${parts['month']} ${parts['year']}`;
  return isMidnight(iso) ? day : `${day}, ${iso.slice(11, 16)}`;
}
