import * as z from 'zod/mini';
import { AI_LABEL_COUNTRIES, isLabeledIn } from './ai-label.ts';
import type { CountryPolicy } from './policy.ts';
import { type CountryAsk, ELSEWHERE, placesOf, verdict } from './verdict.ts';

/**
 * The disclosures of a revision: which texts go to which places (src/shared/countries/verdict.ts). Approved with it. Sets
 * with `label` also say that a model wrote it. They go to their places in place of the others, until a person has taken
 * editorial responsibility.
 */
export const disclosuresSchema = z.array(
  z.strictObject({
    texts: z.array(z.string()),
    places: z.array(z.string()),
    label: z.optional(z.literal(true)),
  }),
);
export type Disclosures = z.infer<typeof disclosuresSchema>;

/** What a policy adds to an alert, by set of texts; null where it adds nothing anywhere. */
export function disclosuresFor(
  policy: CountryPolicy,
  ask: CountryAsk,
  { isByModel = false } = {},
): Disclosures | null {
  const places = [...placesOf(policy), ...(isByModel ? AI_LABEL_COUNTRIES : [])];
  return grouped([...new Set(places)], {
    textsOf: (country) => {
      const { action, texts } = verdict(policy, { ...ask, country });
      // Nobody there gets it.
      return action === 'block' ? [] : texts;
    },
    isLabeled: (place) => isByModel && isLabeledIn(policy, place),
  });
}

/** Of a digest: to each place, the texts of every alert in it, and the label if one of them has it. */
export const mergedDisclosures = (all: readonly Disclosures[]): Disclosures | null =>
  grouped([...new Set(all.flatMap((each) => each.flatMap(({ places }) => places)))], {
    textsOf: (place) => [...new Set(all.flatMap((each) => each[setOf(each, place) - 1]?.texts ?? []))],
    isLabeled: (place) => all.some((each) => each[setOf(each, place) - 1]?.label === true),
  });

/** As they are once a person has approved the text. */
export const unlabeled = (disclosures: Disclosures): Disclosures =>
  disclosures.filter(({ label }) => label !== true);

type Of<T> = (place: string) => T;

function grouped(
  places: readonly string[],
  { textsOf, isLabeled }: { textsOf: Of<string[]>; isLabeled: Of<boolean> },
): Disclosures | null {
  const sets = new Map<string, Disclosures[number]>();
  for (const place of places) {
    const texts = textsOf(place);
    const key = JSON.stringify(texts);
    sets.set(key, { texts, places: [...(sets.get(key)?.places ?? []), place] });
  }
  const all = [...sets.values()];
  const labeled = all.flatMap((set): Disclosures => {
    const where = set.places.filter(isLabeled);
    return where.length > 0 ? [{ texts: set.texts, places: where, label: true }] : [];
  });
  if (labeled.length === 0) return all.some(({ texts }) => texts.length > 0) ? all : null;
  // What previews show, whether or not anyone gets it.
  const isThere = labeled.some(({ texts }) => texts.length === 0);
  return [...all, ...labeled, ...(isThere ? [] : [{ texts: [], places: [], label: true as const }])];
}

/**
 * The number of the set for a place, from 1; 0 is the words without any.
 * @param isReviewed a person has taken editorial responsibility, so it has no label
 */
export function setOf(disclosures: Disclosures, place: string, isReviewed = false): number {
  const isKnown = disclosures.some(({ places }) => places.includes(place));
  const here = disclosures.filter(({ places }) => places.includes(isKnown ? place : ELSEWHERE));
  const found =
    (isReviewed ? undefined : here.find(({ label }) => label)) ?? here.find(({ label }) => !label);
  return found && (found.texts.length > 0 || found.label) ? disclosures.indexOf(found) + 1 : 0;
}
