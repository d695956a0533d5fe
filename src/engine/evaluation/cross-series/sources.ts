import { type Timeframe, timeframeSchema } from '#src/shared/market.ts';
import { sourceKey } from '#src/shared/rules/elsewhere.ts';
import type { Joinable } from './instruments.ts';

/** What the rules of a group look at: bars of an instrument, and the key by which the rules name them. */
export type JoinedSource = { key: string; instrument: Joinable; timeframe: Timeframe };

type Place = { id: string | null; timeframe: Timeframe | null };

/** What a list of others says (`rule_others.source`, commas between): null is the rule's own. */
const placesOf = (others: string): Place[] =>
  others.split(',').map((each) => {
    const [id = '', timeframe] = each.split('@');
    return {
      id: id === '' ? null : id,
      timeframe: timeframe === undefined ? null : timeframeSchema.parse(timeframe),
    };
  });

/** The instruments that a group's list of others names. */
export const idsIn = (others: string): string[] => placesOf(others).flatMap(({ id }) => id ?? []);

/** The sources of a group on a series, or null while one of its instruments is not known. */
export const joinedSources = (
  own: { instrument: Joinable; timeframe: Timeframe },
  others: string,
  known: (id: string) => Joinable | undefined,
): JoinedSource[] | null => {
  const sources = placesOf(others).flatMap(({ id, timeframe }): JoinedSource[] => {
    const instrument = id === null ? own.instrument : known(id);
    if (!instrument) return [];
    const key = sourceKey({
      ...(id !== null && { symbol: instrument.symbol.toUpperCase() }),
      ...(timeframe !== null && { timeframe }),
    });
    return [{ key, instrument, timeframe: timeframe ?? own.timeframe }];
  });
  return sources.length === placesOf(others).length ? sources : null;
};
