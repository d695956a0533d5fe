import type { BrandPreferences } from '#src/shared/contact-preferences.ts';
import { type Cadence, WEEKDAYS } from '#src/shared/timing.ts';
import { TOPICS } from '#src/shared/topics.ts';
import { languageName } from './words.ts';

export const CADENCE_WORDS: Readonly<Record<Cadence, string>> = {
  instant: 'Right away',
  hourly: 'Hourly digest',
  daily: 'Daily digest',
  market_close: 'Digest after the US market closes',
};

/** What a person gets of a brand, a line each. */
export function preferenceFacts(
  {
    channels,
    topics,
    symbols,
    language,
    timeZone,
    quiet,
    quietDays,
    cadence,
    digestHour,
    tracking,
  }: BrandPreferences,
  titleOf: (channel: string) => string,
): [string, string][] {
  const on = channels.filter((each) => each.on).map(({ channel }) => titleOf(channel));
  const off = topics.filter((each) => !each.on).map(({ topic }) => TOPICS[topic].label);
  const chosen = symbols.items.filter((each) => each.on).map(({ symbol }) => symbol);
  return [
    ['Channels', channels.length === 0 ? 'No address' : on.length === 0 ? 'Unsubscribed' : on.join(', ')],
    [
      'Frequency',
      CADENCE_WORDS[cadence] + (cadence === 'daily' ? ` at ${String(digestHour).padStart(2, '0')}:00` : ''),
    ],
    ['Quiet hours', quiet ? `${quiet.from}–${quiet.to}` : 'None'],
    ['Days without alerts', quietDays.map((day) => WEEKDAYS[day - 1]).join(', ') || 'None'],
    ['Time zone', timeZone.replaceAll('_', ' ')],
    [
      'Topics',
      off.length === 0 ? 'All' : off.length === topics.length ? 'None' : `All except ${off.join(', ')}`,
    ],
    ['Symbols', symbols.all ? 'All' : chosen.join(', ')],
    ['Opens and clicks', tracking ? 'May be counted' : 'Not recorded'],
    ['Language', language === null ? 'The sender’s' : languageName(language)],
  ];
}
