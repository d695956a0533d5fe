/** "Tue, Nov 24, 3:33 PM UTC": a moment in emails and on pages that run no script. @param timeZone IANA; UTC where there is none */
export const momentIn = (at: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  })
    .format(at)
    .replaceAll('\u202f', ' ');

/** The city of a market's clock, where its zone is named after another one. */
const CITIES: Readonly<Record<string, string>> = { 'Europe/Berlin': 'Frankfurt' };

/** "Mon, Nov 30, 9:30 AM in New York": a moment by the clock of a market. @param marketZone IANA */
export const momentAtMarket = (at: Date, marketZone: string): string => {
  const city = CITIES[marketZone] ?? marketZone.replace(/^.*\//, '').replaceAll('_', ' ');
  const moment = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: marketZone,
  }).format(at);
  return `${moment.replaceAll('\u202f', ' ')} in ${city}`;
};
