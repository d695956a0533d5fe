import { expect, test } from 'vitest';
import { disclosuresFor, mergedDisclosures, setOf } from './disclosures.ts';
import { type CountryPolicy, countryPolicySchema, NO_COUNTRY_POLICY } from './policy.ts';
import { askKey, blockedBy, ELSEWHERE, PUBLIC, reviewPlaces, UNKNOWN, verdict } from './verdict.ts';

const policyOf = (rules: object[], rest: object = {}): CountryPolicy =>
  countryPolicySchema.parse({ rules, ...rest });
const FACT = { kind: 'factual', instrumentClass: 'crypto' } as const;
const VIEW = { kind: 'recommendation', instrumentClass: 'crypto' } as const;

test('without rules everything is allowed, and nothing is made for a country', () => {
  for (const country of ['DE', UNKNOWN, PUBLIC])
    expect(verdict(NO_COUNTRY_POLICY, { ...VIEW, country })).toEqual({ action: 'allow', texts: [] });
  expect(blockedBy(NO_COUNTRY_POLICY)).toEqual({});
  expect(disclosuresFor(NO_COUNTRY_POLICY, VIEW)).toBeNull();
});

test('a country’s own rule comes first, then the one that names more; of several, the strictest with all texts', () => {
  const policy = policyOf([
    { action: 'block' },
    { kind: 'factual', action: 'allow' },
    { country: 'de', action: 'disclose', text: 'Nur für Anleger.' },
    { country: 'DE', kind: 'recommendation', action: 'review', text: 'Keine Beratung.' },
    { country: 'DE', instrumentClass: 'crypto', action: 'disclose', text: 'Kryptowerte schwanken.' },
    { country: 'FR', kind: 'factual', instrumentClass: 'crypto', action: 'allow' },
  ]);
  const says = (country: string, ask: typeof FACT | typeof VIEW) => verdict(policy, { ...ask, country });
  expect(says('DE', VIEW)).toEqual({
    action: 'review',
    texts: ['Keine Beratung.', 'Kryptowerte schwanken.'],
  });
  expect(says('DE', FACT)).toEqual({ action: 'disclose', texts: ['Kryptowerte schwanken.'] });
  expect(verdict(policy, { kind: 'factual', instrumentClass: 'fx', country: 'DE' })).toEqual({
    action: 'disclose',
    texts: ['Nur für Anleger.'],
  });
  expect(says('FR', FACT).action).toBe('allow');
  expect(says('US', FACT).action).toBe('allow');
  expect(says('US', VIEW).action).toBe('block');
  expect(reviewPlaces(policy, VIEW)).toEqual(['DE']);
});

test('what is allowed everywhere opens no country that is closed', () => {
  const policy = policyOf([
    { country: 'US', action: 'block' },
    { kind: 'factual', instrumentClass: 'crypto', action: 'allow' },
  ]);
  expect(verdict(policy, { ...FACT, country: 'US' }).action).toBe('block');
  expect(verdict(policy, { ...FACT, country: 'DE' }).action).toBe('allow');
});

test('unknown countries and public posts get the strictest, unless the policy says where they are', () => {
  const rules = [
    { country: 'US', kind: 'recommendation', action: 'block' },
    { country: 'DE', action: 'disclose', text: 'Keine Beratung.' },
  ];
  const strict = policyOf(rules);
  for (const country of [UNKNOWN, PUBLIC]) {
    expect(verdict(strict, { ...VIEW, country }).action).toBe('block');
    expect(verdict(strict, { ...FACT, country })).toEqual({ action: 'disclose', texts: ['Keine Beratung.'] });
  }
  const known = policyOf(rules, { unknown: 'elsewhere', public: ['de', 'AT'] });
  expect(verdict(known, { ...VIEW, country: UNKNOWN }).action).toBe('allow');
  expect(verdict(known, { ...VIEW, country: PUBLIC })).toEqual({
    action: 'disclose',
    texts: ['Keine Beratung.'],
  });
  expect(blockedBy(known)).toEqual(
    Object.fromEntries(
      ['stocks', 'crypto', 'fx', 'futures', 'none'].map((name) => [
        `recommendation/${name}`,
        { US: true, DE: false, [ELSEWHERE]: false, [UNKNOWN]: false, [PUBLIC]: false },
      ]),
    ),
  );
});

test('disclosures are one set of texts for all places that share it', () => {
  const policy = policyOf(
    [
      { action: 'disclose', text: 'Capital at risk.' },
      { country: 'DE', action: 'disclose', text: 'Keine Beratung.' },
      { country: 'AT', action: 'disclose', text: 'Keine Beratung.' },
      { country: 'FR', action: 'allow' },
    ],
    { unknown: 'elsewhere', public: ['US'] },
  );
  const sets = disclosuresFor(policy, FACT) ?? [];
  const textsIn = (place: string) => sets[setOf(sets, place) - 1]?.texts ?? [];
  expect(sets).toHaveLength(3);
  expect(['DE', 'AT', 'JP', UNKNOWN, PUBLIC, 'FR'].map(textsIn)).toEqual([
    ['Keine Beratung.'],
    ['Keine Beratung.'],
    ['Capital at risk.'],
    ['Capital at risk.'],
    ['Capital at risk.'],
    [],
  ]);
  const merged = mergedDisclosures([sets, [{ texts: ['Digest.'], places: ['US', ELSEWHERE] }]]) ?? [];
  expect(merged[setOf(merged, 'FR') - 1]?.texts).toEqual(['Digest.']);
  expect(merged[setOf(merged, 'US') - 1]?.texts).toEqual(['Capital at risk.', 'Digest.']);
});

test('a rule without its text, with one too many, or with a country that is none is refused', () => {
  const bad = (rule: object) => expect(countryPolicySchema.safeParse({ rules: [rule] }).success).toBe(false);
  bad({ action: 'disclose' });
  bad({ action: 'block', text: 'No.' });
  bad({ country: 'XX', action: 'block' });
  bad({ action: 'hide' });
  const texts = Array.from({ length: 13 }, (_, n) => ({ action: 'disclose', text: `Text ${n}` }));
  expect(countryPolicySchema.safeParse({ rules: texts }).success).toBe(false);
});

/**
 * 10,000 alerts to people of five countries. What each country may get is said here once more, by hand, in a table that
 * knows nothing of rules: the policies are written to mean it.
 */
test('none of 10,000 alerts reaches a country that forbids its kind, and each carries its own disclosures', () => {
  type Cell = 'no' | readonly string[];
  const countries = ['DE', 'FR', 'US', 'GB', 'JP'] as const;
  const texts = { DE: 'Keine Anlageberatung.', FR: 'Capital à risque.', GB: 'For professionals.' };
  /** By country: factual stocks, factual crypto, recommendation stocks, recommendation crypto. */
  const brands: { policy: CountryPolicy; allowed: Record<(typeof countries)[number], readonly Cell[]> }[] = [
    {
      policy: policyOf([
        { country: 'DE', action: 'disclose', text: texts.DE },
        { country: 'US', kind: 'recommendation', action: 'block' },
        { country: 'JP', instrumentClass: 'crypto', action: 'block' },
        { country: 'JP', kind: 'factual', instrumentClass: 'crypto', action: 'allow' },
      ]),
      allowed: {
        DE: [[texts.DE], [texts.DE], [texts.DE], [texts.DE]],
        FR: [[], [], [], []],
        US: [[], [], 'no', 'no'],
        GB: [[], [], [], []],
        JP: [[], [], [], 'no'],
      },
    },
    {
      policy: policyOf([
        { action: 'block' },
        { country: 'FR', kind: 'factual', action: 'disclose', text: texts.FR },
        { country: 'GB', instrumentClass: 'stocks', action: 'allow' },
        { country: 'GB', kind: 'recommendation', action: 'disclose', text: texts.GB },
        { country: 'DE', instrumentClass: 'stocks', action: 'disclose', text: texts.DE },
      ]),
      allowed: {
        DE: [[texts.DE], 'no', [texts.DE], 'no'],
        FR: [[texts.FR], [texts.FR], 'no', 'no'],
        US: ['no', 'no', 'no', 'no'],
        GB: [[], 'no', [texts.GB], [texts.GB]],
        JP: ['no', 'no', 'no', 'no'],
      },
    },
  ];
  // What a brand stores once.
  const blocked = brands.map(({ policy }) => blockedBy(policy));
  let seed = 20_261_126;
  const pick = (n: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const seen = new Map<string, { got: unknown; expected: unknown; times: number }>();
  for (let n = 0; n < 10_000; n += 1) {
    const at = { brand: pick(2), kind: pick(2), class: pick(2) };
    const brand = brands[at.brand]!;
    const ask = {
      kind: at.kind === 0 ? 'factual' : 'recommendation',
      instrumentClass: at.class === 0 ? 'stocks' : 'crypto',
    } as const;
    // As the alert is written, and as each recipient is claimed.
    const sets = disclosuresFor(brand.policy, ask) ?? [];
    const places = blocked[at.brand]![askKey(ask)] ?? {};
    for (const country of countries) {
      const isBlocked = places[country] ?? places[ELSEWHERE] ?? false;
      const got: Cell = isBlocked ? 'no' : (sets[setOf(sets, country) - 1]?.texts ?? []);
      const expected = brand.allowed[country][at.kind * 2 + at.class]!;
      const key = JSON.stringify([at, country, got]);
      const times = (seen.get(key)?.times ?? 0) + 1;
      seen.set(key, { got: [at, country, got], expected: [at, country, expected], times });
    }
  }
  expect(seen.size).toBe(2 * 2 * 2 * countries.length);
  const all = [...seen.values()];
  expect(all.map(({ got }) => got)).toEqual(all.map(({ expected }) => expected));
  expect(all.reduce((sum, { times }) => sum + times, 0)).toBe(50_000);
});
