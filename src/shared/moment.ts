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
