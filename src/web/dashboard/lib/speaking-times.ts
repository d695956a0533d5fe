import type { MarketHours } from '#src/shared/rules/settings.ts';

/** When a rule may speak, as it is chosen in a form: texts until it is saved. */
export type SpeakingTimes = {
  /** A day, or ''. */
  expires: string;
  hours: 'any' | 'weekdays' | 'every_day';
  timeZone: string;
  from: string;
  to: string;
};

export const HOURS_CHOICES: { value: SpeakingTimes['hours']; label: string }[] = [
  { value: 'any', label: 'At any time' },
  { value: 'weekdays', label: 'Monday to Friday, within hours' },
  { value: 'every_day', label: 'Every day, within hours' },
];
const DAYS = { weekdays: [1, 2, 3, 4, 5], every_day: [0, 1, 2, 3, 4, 5, 6] };

export const ANY_TIME: SpeakingTimes = {
  expires: '',
  hours: 'any',
  timeZone: 'America/New_York',
  from: '09:30',
  to: '16:00',
};

type Stored = { expires?: number | undefined; hours?: MarketHours | undefined };

/** What is stored, as it is chosen. */
export const timesOf = ({ expires, hours }: Stored): SpeakingTimes => ({
  ...ANY_TIME,
  expires: expires === undefined ? '' : new Date(expires).toISOString().slice(0, 10),
  ...(hours && {
    hours: hours.days.length > 5 ? ('every_day' as const) : ('weekdays' as const),
    timeZone: hours.time_zone,
    from: hours.from,
    to: hours.to,
  }),
});

/** What was chosen, as it is stored. */
export const storedTimes = ({ expires, hours, timeZone, from, to }: SpeakingTimes): Stored => ({
  ...(expires !== '' && { expires: Date.parse(`${expires}T00:00:00Z`) }),
  ...(hours !== 'any' && { hours: { time_zone: timeZone, days: DAYS[hours], from, to } }),
});
