import type { ApprovalInputs } from '#src/shared/approval-inputs.ts';
import type { Reason } from '#src/shared/approval.ts';
import { counted } from '#src/shared/plural.ts';

/** How much speaks for a review, from 0 to 1, and why in a sentence. Null: nothing does. */
type Found = { strength: number; says: string } | null;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const percent = (value: number): string =>
  `${value < 0 ? '−' : ''}${Math.abs(value).toLocaleString('en', { maximumFractionDigits: 2 })}%`;
const grouped = (value: number): string => value.toLocaleString('en');

/** Moves larger than this share of those before are unusual. */
const USUAL_RANK = 0.95;
/** An alert this old is news; one so much older is not. */
const FRESH_MINUTES = 5;
const STALE_MINUTES = 60;
/** From so many people on the audience counts, and fully from so many. */
const FEW_PEOPLE = 100;
const MANY_PEOPLE = 10_000;
/** After so many alerts, a brand, a rule or a template is known. */
const KNOWN_AFTER = 5;
/** Night, as times of day. */
const NIGHT = { from: '22:00', until: '06:00' };

/** Each reason by itself: a function of what is stored, and of nothing else. */
export const REASON_RULES: Readonly<Record<Reason, (inputs: ApprovalInputs) => Found>> = {
  move: ({ kind, move }) => {
    if (kind !== 'market') return null;
    if (move === null)
      return { strength: 0.3, says: 'Too few earlier bars are known to compare the move with.' };
    const strength = clamp((move.rank - USUAL_RANK) / (1 - USUAL_RANK));
    const than =
      move.rank === 1
        ? `each of the ${move.bars} bars`
        : `${percent(Math.floor(move.rank * 1000) / 10)} of the ${move.bars} bars`;
    return strength === 0
      ? null
      : { strength, says: `The move of ${percent(move.changePercent)} is larger than ${than} before it.` };
  },
  claims: ({ kind, claims }) => {
    if (claims.action !== null)
      return {
        strength: 1,
        says: `It names an action: “${claims.action}”. That may read as a recommendation.`,
      };
    if (kind === 'news') return { strength: 0.5, says: 'It repeats a news headline from outside.' };
    if (kind === 'webhook') return { strength: 0.5, says: 'It repeats what an outside system sent.' };
    if (kind === 'composed') return { strength: 0.5, says: 'A person wrote it.' };
    if (claims.ownWords) return { strength: 0.25, says: 'The rule has words of its own.' };
    return null;
  },
  data: ({ data: { quarantined } }) =>
    quarantined === 0
      ? null
      : {
          strength: clamp(0.5 + quarantined / 20),
          says: `${counted(quarantined, 'faulty price')} of this symbol ${quarantined === 1 ? 'was' : 'were'} set aside in the last 24 hours.`,
        },
  first_use: ({ kind, sent }) => {
    const uses: [sent: number | null, what: string, first: number][] = [
      [sent.brand, 'in this brand', 1],
      [sent.template, 'with this template', 0.8],
      [sent.rule, kind === 'composed' ? 'written by a person' : 'of this rule', 0.6],
    ];
    for (const [times, what, first] of uses)
      if (times === 0) return { strength: first, says: `It would be the first alert ${what}.` };
    for (const [times, what] of uses)
      if (times !== null && times < KNOWN_AFTER)
        return { strength: 0.2, says: `Only ${counted(times, 'alert')} ${what} went out before.` };
    return null;
  },
  writer: ({ writer }) =>
    writer.model !== null
      ? { strength: 0.5, says: `A language model wrote it (${writer.model}).` }
      : writer.refused > 0
        ? {
            strength: 1,
            says: 'A language model’s text didn’t pass the content gate; the built-in writer wrote it.',
          }
        : null,
  audience: ({ audience: { people, destinations } }) => {
    const byPeople = clamp(
      Math.log10(Math.max(people, 1) / FEW_PEOPLE) / Math.log10(MANY_PEOPLE / FEW_PEOPLE),
    );
    const strength = clamp(byPeople + (destinations > 0 ? 0.4 : 0));
    if (strength === 0) return null;
    const parts = [
      ...(people > 0 ? [`about ${grouped(people)} ${people === 1 ? 'person' : 'people'}`] : []),
      ...(destinations > 0 ? [counted(destinations, 'public destination')] : []),
    ];
    return { strength, says: `It goes to ${parts.join(' and ')}.` };
  },
  hour: ({ local: { weekday, time, timeZone } }) => {
    const day = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][weekday - 1];
    const isNight = time >= NIGHT.from || time < NIGHT.until;
    return isNight || weekday >= 6
      ? { strength: 1, says: `It’s ${day}, ${time} in ${timeZone}: few people are at work.` }
      : null;
  },
  history: ({ history: { reviewed, rejected, edited } }) => {
    if (reviewed === 0 || rejected + edited === 0) return null;
    const changed = [
      ...(rejected > 0 ? [`${rejected} rejected`] : []),
      ...(edited > 0 ? [`${edited} edited`] : []),
    ];
    return {
      strength: clamp((rejected + edited / 2) / reviewed),
      says: `Of the rule’s last ${counted(reviewed, 'reviewed alert')}, ${changed.join(' and ')}.`,
    };
  },
  freshness: ({ at, eventAt }) => {
    const minutes = Math.floor((Date.parse(at) - Date.parse(eventAt)) / 60_000);
    const strength = clamp((minutes - FRESH_MINUTES) / (STALE_MINUTES - FRESH_MINUTES));
    if (strength === 0) return null;
    const age =
      minutes < 120
        ? counted(minutes, 'minute')
        : minutes < 2_880
          ? `${Math.floor(minutes / 60)} hours`
          : `${grouped(Math.floor(minutes / 1_440))} days`;
    return { strength, says: `It happened ${age} ago.` };
  },
};
