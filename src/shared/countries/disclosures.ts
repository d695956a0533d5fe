import * as z from 'zod/mini';
import type { CountryPolicy } from './policy.ts';
import { type CountryAsk, ELSEWHERE, placesOf, verdict } from './verdict.ts';

/** The disclosures of a revision: which texts go to which places (src/shared/countries/verdict.ts). Approved with it. */
export const disclosuresSchema = z.array(
  z.strictObject({ texts: z.array(z.string()), places: z.array(z.string()) }),
);
export type Disclosures = z.infer<typeof disclosuresSchema>;

/** What a policy adds to an alert, by set of texts; null where it adds nothing anywhere. */
export const disclosuresFor = (policy: CountryPolicy, ask: CountryAsk): Disclosures | null =>
  grouped(placesOf(policy), (country) => {
    const { action, texts } = verdict(policy, { ...ask, country });
    // Nobody there gets it.
    return action === 'block' ? [] : texts;
  });

/** Of a digest: to each place, the texts of every alert in it. */
export const mergedDisclosures = (all: readonly Disclosures[]): Disclosures | null =>
  grouped([...new Set(all.flatMap((each) => each.flatMap(({ places }) => places)))], (place) => [
    ...new Set(all.flatMap((each) => each[setOf(each, place) - 1]?.texts ?? [])),
  ]);

function grouped(places: readonly string[], textsOf: (place: string) => string[]): Disclosures | null {
  const sets = new Map<string, Disclosures[number]>();
  for (const place of places) {
    const texts = textsOf(place);
    const key = JSON.stringify(texts);
    sets.set(key, { texts, places: [...(sets.get(key)?.places ?? []), place] });
  }
  const all = [...sets.values()];
  return all.some(({ texts }) => texts.length > 0) ? all : null;
}

/** The number of the set for a place, from 1; 0 is the words without any. */
export function setOf(disclosures: Disclosures, place: string): number {
  const at = (wanted: string) => disclosures.findIndex(({ places }) => places.includes(wanted));
  const own = at(place);
  const found = disclosures[own < 0 ? at(ELSEWHERE) : own];
  return found && found.texts.length > 0 ? disclosures.indexOf(found) + 1 : 0;
}
