import { daysText } from '#src/shared/rules/days.ts';
import type { MarketHours } from '#src/shared/rules/settings.ts';

/** When a rule may speak, as it is chosen in a form: texts until it is saved. */
export type SpeakingTimes = {
  /** A day, or ''. */
  expires: string;
  /** The moment that is stored, ms since the epoch, or '': it may be another than the beginning of its day. */
  expiresAt: string;
  /** 'any', or the days of the week on which hours count, 0 for Sunday: '12345'. */
  hours: string;
  timeZone: string;
  from: string;
  to: string;
};

const HOURS_CHOICES = [
  { value: 'any', label: 'Any time' },
  { value: '12345', label: 'Monday to Friday' },
  { value: '0123456', label: 'Every day' },
];

/** What can be chosen, beside what is stored: a program may have set any days. */
export const hoursChoices = (stored: string): { value: string; label: string }[] =>
  HOURS_CHOICES.some(({ value }) => value === stored)
    ? HOURS_CHOICES
    : [...HOURS_CHOICES, { value: stored, label: daysText([...stored].map(Number)) }];

export const ANY_TIME: SpeakingTimes = {
  expires: '',
  expiresAt: '',
  hours: 'any',
  timeZone: 'America/New_York',
  from: '09:30',
  to: '16:00',
};

type Stored = { expires?: number | undefined; hours?: MarketHours | undefined };

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What is stored, as it is chosen. */
export const timesOf = ({ expires, hours }: Stored): SpeakingTimes => ({
  ...ANY_TIME,
  ...(expires !== undefined && { expires: dayOf(expires), expiresAt: String(expires) }),
  ...(hours && {
    hours: [...new Set(hours.days)].toSorted().join(''),
    timeZone: hours.time_zone,
    from: hours.from,
    to: hours.to,
  }),
});

/** What was chosen, as it is stored: what was not touched is what it was. */
export const storedTimes = ({ expires, expiresAt, hours, timeZone, from, to }: SpeakingTimes): Stored => {
  const isSameDay = expiresAt !== '' && dayOf(Number(expiresAt)) === expires;
  return {
    ...(expires !== '' && { expires: isSameDay ? Number(expiresAt) : Date.parse(`${expires}T00:00:00Z`) }),
    ...(hours !== 'any' && { hours: { time_zone: timeZone, days: [...hours].map(Number), from, to } }),
  };
};
