import type { FanOut, ReachAhead, Skipped } from '#src/shared/alert-reach.ts';
import type { Lapsed } from '#src/shared/lapsed.ts';
import { momentAtMarket } from '#src/shared/moment.ts';
import { age } from '#src/web/dashboard/lib/routes/words.ts';
import { aboutChargeWords, chargeWords } from '#src/web/lib/charge-words.ts';

/** People passed over, after their number. */
const SKIPPED: Readonly<Record<string, string>> = {
  left: 'left',
  suppressed: 'suppressed',
  unsubscribed: 'unsubscribed',
  unwanted: 'chose other symbols',
  country: 'blocked by country',
  license: 'not licensed for public posts',
  unconfirmed: 'unconfirmed',
  served: 'reached already',
  digest: 'in a digest',
  changed: 'in another digest',
  restricted: 'blocked by the brand',
  muted: 'not sent, as it was muted',
  told: 'got another alert about the same move',
  filtered: 'left out by the endpoint’s filter',
  unaligned: 'not reached without an aligned domain',
  over_plan: 'beyond the plan’s contacts',
};
/** Those who hadn't had their turn aren't counted. */
const REST: Readonly<Record<string, string>> = {
  recalled: 'the rest recalled',
  moved: 'not the rest: the price moved too far',
};
const number = (count: number): string => count.toLocaleString('en-US');
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** `8 suppressed, 2 unsubscribed, the rest recalled`; '' for nobody. */
export const skippedWords = (skipped: Skipped): string =>
  skipped
    .map(({ reason, people }) => REST[reason] ?? `${number(people)} ${SKIPPED[reason] ?? reason}`)
    .join(', ');

/** `7:00`, or `7:00 to 9:30` where it isn't the same moment. */
export const untilWords = ({ from, until }: { from: string; until: string }, clock: Clock): string =>
  clock(from) === clock(until) ? clock(from) : `${clock(from)} to ${clock(until)}`;

/** `12 held until 7:00 by quiet hours`; '' for nobody. */
function heldWords(held: ReachAhead['channels'][number]['held'], clock: Clock): string {
  const [first, last] = [held[0], held.at(-1)];
  if (!first || !last) return '';
  const people = held.reduce((sum, each) => sum + each.people, 0);
  return `${number(people)} held until ${untilWords({ from: first.until, until: last.until }, clock)} by quiet hours`;
}

/** `costs $1.38`, `costs about $980 (no price for 12)`. */
const costWords = (
  { unpriced, ...charge }: NonNullable<ReachAhead['channels'][number]['cost']>,
  about: boolean,
): string =>
  `costs ${about ? `about ${aboutChargeWords(charge)}` : chargeWords(charge)}${unpriced > 0 ? ` (no price for ${number(unpriced)})` : ''}`;

/** Says a moment (ISO) to a viewer. */
type Clock = (at: string) => string;

/** `1,204 people by Email; 12 held until 7:00 by quiet hours, 8 suppressed`, for each channel; of many, `About 98,000`. */
export function aheadWords(ahead: ReachAhead, titleOf: (kind: string) => string, clock: Clock): string[] {
  const lines = ahead.channels
    .map(({ channel, people, held, digest, skipped, cost }) => ({
      who: `${ahead.about ? 'About ' : ''}${number(people)} ${people === 1 ? 'person' : 'people'} by ${titleOf(channel)}`,
      others: [
        heldWords(held, clock),
        digest > 0 ? `${number(digest)} in a digest` : '',
        skippedWords(skipped),
        cost ? costWords(cost, ahead.about) : '',
      ].filter((part) => part !== ''),
      people,
    }))
    .filter(({ people, others }) => people > 0 || others.length > 0)
    .map(({ who, others }) => [who, others.join(', ')].filter((part) => part !== '').join('; '));
  const [out, into] = [
    ahead.destinations.filter(({ filtered }) => filtered),
    ahead.destinations.filter(({ filtered }) => !filtered),
  ];
  const places = into.map(
    ({ name, channel, cost }) =>
      `${name} (${[titleOf(channel), cost && chargeWords(cost)].filter(Boolean).join(', ')})`,
  );
  if (places.length > 0) lines.push(`Posted to ${list.format(places)}`);
  if (out.length > 0)
    lines.push(
      `Not to ${list.format(out.map(({ name }) => name))}: ${out.length === 1 ? 'its filter leaves' : 'their filters leave'} it out`,
    );
  for (const [minutes, waiting] of Map.groupBy(ahead.embargoes, (each) => each.minutes))
    lines.push(
      `${list.format([...new Set(waiting.map(({ name }) => name))])}: under embargo for ${age(minutes)} after it’s sent`,
    );
  const openings = Map.groupBy(ahead.opens, ({ at, marketZone }) =>
    marketZone === null
      ? `from ${clock(at)}, when sending hours begin`
      : `held until the market opens, ${momentAtMarket(new Date(at), marketZone)}`,
  );
  for (const [when, waiting] of openings)
    lines.push(`${list.format([...new Set(waiting.map(({ name }) => name))])}: ${when}`);
  if (ahead.leftOut.length > 0)
    lines.push(`Your plan doesn’t include ${list.format(ahead.leftOut.map(titleOf))}`);
  for (const { domain, day, days, most, sent, waiting, expires, resumesAt } of ahead.warmUps)
    lines.push(
      `${domain} is new (day ${day} of ${days}): ${number(most - sent)} of its ${number(most)} messages are left today. ${
        expires
          ? `${number(waiting)} people don’t get the alert, as it expires before the next day`
          : `${number(waiting)} people get it from ${clock(resumesAt)}`
      }`,
    );
  if (ahead.limit !== null) lines.push(`It would be held back: ${ahead.limit}`);
  return lines.length === 0 ? ['No one: its audiences are empty'] : lines;
}

const LAPSED: Readonly<Record<Lapsed, string>> = {
  moved: 'Lapsed while it waited for sending hours, as the price moved too far.',
  expired: 'Expired while it waited for sending hours.',
};

/** `Waits until Mon 8:00, when sending hours begin.`, and what becomes of it if it lapses; '' where they don't matter any more. */
export function opensWords(
  { opensAt, marketZone, late, lapsed }: Pick<FanOut, 'opensAt' | 'marketZone' | 'late' | 'lapsed'>,
  clock: Clock,
  now = Date.now(),
): string {
  const waits = opensAt !== null && Date.parse(opensAt) > now;
  if (lapsed !== null)
    return `${LAPSED[lapsed]} ${waits ? `From ${clock(opensAt)}, it’s` : 'It’s'} in its readers’ digests as past news.`;
  if (!waits) return '';
  const says =
    marketZone === null
      ? `Waits until ${clock(opensAt)}, when sending hours begin.`
      : `Held until the market opens, ${momentAtMarket(new Date(opensAt), marketZone)}.`;
  return late === 'digest' ? `${says} If it lapses first, it’s in a digest as past news.` : says;
}

/** `Under embargo until 14:15.`; '' where it's over or there is none. */
export const embargoWords = (
  { embargoUntil }: Pick<FanOut, 'embargoUntil'>,
  clock: Clock,
  now = Date.now(),
): string =>
  embargoUntil === null || Date.parse(embargoUntil) <= now
    ? ''
    : `Under embargo until ${clock(embargoUntil)}.`;

/** `Held for the digest of 14:00: the audience’s budget of 5 an hour is used.`; '' where the budget didn't matter. */
export function turnWords({ turn }: Pick<FanOut, 'turn'>, clock: Clock): string {
  if (!turn || turn.until === null) return '';
  if (turn.state === 'waiting')
    return `Waits until ${clock(turn.until)}: the most important alerts go first.`;
  return `Held for the digest of ${clock(turn.until)}: the audience’s budget of ${turn.most ?? 0} ${turn.per === 'day' ? 'a day' : 'an hour'} is used.`;
}

/** `1,190 sent · 3 failed`; '' where nothing was opened. `quietUntil`: see `untilWords`. */
export const countWords = (
  {
    sent,
    waiting,
    held,
    quiet,
    unknown,
    failed,
  }: Pick<FanOut['channels'][number], 'sent' | 'waiting' | 'held' | 'quiet' | 'unknown' | 'failed'>,
  quietUntil: string,
): string =>
  (
    [
      [sent, 'sent'],
      [waiting, 'waiting'],
      [quiet, `held until ${quietUntil} by quiet hours`],
      [held - quiet, 'held until confirmed'],
      [unknown, 'unknown'],
      [failed, 'failed'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${number(count)} ${word}`)
    .join(' · ');
