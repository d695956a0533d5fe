import { expect, test } from 'vitest';
import { disclosuresFor, mergedDisclosures, setOf, unlabeled } from './disclosures.ts';
import { countryPolicySchema, NO_COUNTRY_POLICY } from './policy.ts';
import { ELSEWHERE, PUBLIC, UNKNOWN } from './verdict.ts';

const FACT = { kind: 'factual', instrumentClass: 'stocks' } as const;
const policyOf = (policy: object) => countryPolicySchema.parse(policy);
const byModel = (policy = NO_COUNTRY_POLICY) => disclosuresFor(policy, FACT, { isByModel: true }) ?? [];

test('a text by a model is labeled where the law asks, for unknown countries and in public, until a person reviewed it', () => {
  const sets = byModel();
  const labelIn = (place: string, isReviewed?: boolean) =>
    sets[setOf(sets, place, isReviewed) - 1]?.label ?? false;
  expect(['DE', 'NO', 'CN', 'KR', UNKNOWN, PUBLIC].map((place) => labelIn(place))).toEqual(
    Array(6).fill(true),
  );
  expect(['US', 'GB', 'JP', 'CH', ELSEWHERE].map((place) => labelIn(place))).toEqual(Array(5).fill(false));
  expect(['DE', UNKNOWN, PUBLIC, 'US'].map((place) => setOf(sets, place, true))).toEqual([0, 0, 0, 0]);
  expect(disclosuresFor(NO_COUNTRY_POLICY, FACT)).toBeNull();
});

test('everywhere is every place, also one that no rule names', () => {
  const sets = byModel(policyOf({ aiLabel: 'everywhere' }));
  expect(['US', 'DE', UNKNOWN, PUBLIC, 'ZZ'].map((place) => sets[setOf(sets, place) - 1]?.label)).toEqual(
    Array(5).fill(true),
  );
  expect(setOf(sets, 'US', true)).toBe(0);
});

test('the disclosures of a place stay, with and without the label', () => {
  const rules = [
    { country: 'DE', action: 'disclose', text: 'Keine Beratung.' },
    { country: 'US', action: 'disclose', text: 'No advice.' },
  ];
  const sets = byModel(policyOf({ rules, unknown: 'elsewhere', public: ['US'] }));
  const setIn = (place: string, isReviewed: boolean) => {
    const { texts, label } = sets[setOf(sets, place, isReviewed) - 1] ?? { texts: [], label: undefined };
    return [texts, label ?? false];
  };
  expect(setIn('DE', false)).toEqual([['Keine Beratung.'], true]);
  expect(setIn('DE', true)).toEqual([['Keine Beratung.'], false]);
  expect(setIn('US', false)).toEqual([['No advice.'], false]);
  expect(setIn(PUBLIC, false)).toEqual([['No advice.'], true]);
  expect(setIn('FR', false)).toEqual([[], true]);
  expect(setIn(UNKNOWN, false)).toEqual([[], true]);
  expect(setIn('GB', false)).toEqual([[], false]);
});

test('previews always find a set with the label alone, even where nobody gets it', () => {
  const sets = byModel(
    policyOf({ rules: [{ action: 'disclose', text: 'At risk.' }], aiLabel: 'everywhere' }),
  );
  expect(sets.filter(({ label, texts }) => label && texts.length === 0)).toEqual([
    { texts: [], places: [], label: true },
  ]);
});

test('a digest has the label of its alerts, and none of one that a person reviewed', () => {
  const sets = byModel();
  const built = [{ texts: ['Plain.'], places: ['US', ELSEWHERE] }];
  const mixed = mergedDisclosures([sets, built]) ?? [];
  const setIn = (place: string) => mixed[setOf(mixed, place) - 1] ?? null;
  expect(setIn('DE')).toMatchObject({ texts: ['Plain.'], label: true });
  expect(setIn('US')?.label).toBeUndefined();
  expect(mergedDisclosures([unlabeled(sets)])).toBeNull();
});
