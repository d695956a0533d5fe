import { channels } from './registry.ts';

const DAY = 24 * 3_600_000;
/** How long before the end an operator is warned. */
const AHEAD_MS = 60 * DAY;
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A sentence for each channel whose provider ends the version of its API that we use, within 60 days or already. */
export const endingApis = (now: number): string[] =>
  channels().flatMap(({ title, api }) => {
    const endsAt = api?.endsOn ? Date.parse(`${api.endsOn}T00:00:00Z`) : Number.POSITIVE_INFINITY;
    if (!api || endsAt - now > AHEAD_MS) return [];
    const when = dayFormat.format(endsAt);
    return endsAt > now
      ? [`${title} ends version ${api.version} of its API on ${when}. Update the program before then.`]
      : [`${title} ended version ${api.version} of its API on ${when}. Update the program.`];
  });
