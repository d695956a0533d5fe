import { describe, expect, test } from 'vitest';
import { type Claim, claimSchema, FIGURE_NAMES, LANGUAGES } from '#src/shared/content/answer.ts';
import { plain } from '#src/shared/content/text.ts';
import type { Evidence } from '#src/shared/market.ts';
import { checkText } from './check-text.ts';
import { checkClaim, trueClaims } from './claims.ts';
import type { Facts } from './facts.ts';
import { detectedFacts, fallFacts } from './gate.fixture.ts';
import { wordClaim } from './word-claim.ts';

/** Daily bars of which only closes matter, from 1 June 2020 on. */
const closes = (...prices: string[]): Facts => {
  const bars: Evidence['bars'] = prices.map((close, day) => ({
    time: new Date(Date.UTC(2020, 5, 1 + day)).toISOString(),
    open: close,
    high: close,
    low: close,
    close,
    volume: null,
  }));
  return fallFacts({ evidence: { bars, params: {}, figures: {} } });
};
const on = (day: number): string => new Date(Date.UTC(2020, 5, day)).toISOString();

describe('a claim holds only where the evidence bears it out', () => {
  const rising = closes('10', '9', '10', '11', '12');
  test.each([
    [rising, { claim: 'direction', price: 'close', way: 'up' }, 'true'],
    [rising, { claim: 'direction', price: 'close', way: 'down' }, 'untrue'],
    [closes('1', '1'), { claim: 'move', price: 'close', way: 'up' }, 'untrue'],
    [closes('1.10', '1.1'), { claim: 'move', price: 'close', way: 'down' }, 'untrue'],
    [rising, { claim: 'streak', way: 'up', length: 3 }, 'true'],
    [rising, { claim: 'streak', way: 'up', length: 2 }, 'untrue'],
    [rising, { claim: 'streak', way: 'up', length: 4 }, 'untrue'],
    [closes('1', '2', '3'), { claim: 'streak', way: 'up', length: 3 }, 'unknown'],
    [rising, { claim: 'extreme', price: 'close', which: 'highest', bars: 5 }, 'true'],
    [rising, { claim: 'extreme', price: 'close', which: 'lowest', bars: 3 }, 'untrue'],
    [rising, { claim: 'extreme', price: 'close', which: 'highest', bars: 6 }, 'unknown'],
    [closes('12', '9', '12'), { claim: 'extreme', price: 'close', which: 'highest', bars: 3 }, 'untrue'],
    [closes('13', '9', '10', '12'), { claim: 'first_since', what: 'highest_close', since: on(1) }, 'true'],
    [closes('13', '9', '10', '12'), { claim: 'first_since', what: 'highest_close', since: on(2) }, 'untrue'],
    [closes('9', '10', '12'), { claim: 'first_since', what: 'highest_close', since: on(1) }, 'unknown'],
    [
      closes('10', '8', '9', '9.1', '8'),
      { claim: 'first_since', what: 'largest_fall', since: on(2) },
      'true',
    ],
    [
      closes('10', '8', '9', '9.1', '9.2'),
      { claim: 'first_since', what: 'largest_fall', since: on(2) },
      'unknown',
    ],
    [rising, { claim: 'comparison', left: 'close', is: 'above', right: 'previous_close' }, 'true'],
    [rising, { claim: 'comparison', left: 'close', is: 'below', right: 'previous_close' }, 'untrue'],
    [rising, { claim: 'comparison', left: 'close', is: 'above', right: 'close' }, 'unknown'],
    [rising, { claim: 'role', figure: 'volume' }, 'unknown'],
  ] as [Facts, Claim, string][])('%# of the table', (facts, claim, verdict) => {
    expect(checkClaim(claim, facts)).toBe(verdict);
  });
});

test('compares as written, where floats would not tell', () => {
  const facts = closes('0.30000000000000004', '0.3000000000000000399');
  expect(checkClaim({ claim: 'direction', price: 'close', way: 'down' }, facts)).toBe('true');
});

const events = detectedFacts();

test('every figure has a name in every language, and every detector’s are claimed by some event', () => {
  const claimed = new Set(
    events.flatMap(({ facts }) =>
      trueClaims(facts).flatMap((claim) => (claim.claim === 'role' ? [claim.figure] : [])),
    ),
  );
  expect(FIGURE_NAMES.filter((name) => !claimed.has(name))).toEqual([]);
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(events)('each true claim of $name is worded, and its words pass as a text', ({ facts }) => {
    const claims = trueClaims(facts);
    expect(claims.length).toBeGreaterThan(5);
    const lines: string[] = [];
    for (const claim of claims) {
      expect(claimSchema.parse(claim)).toEqual(claim);
      const { sentences, headlines } = wordClaim(claim, facts, language);
      lines.push(...[...sentences, ...headlines].map(plain));
    }
    expect(new Set(lines).size).toBeGreaterThan(claims.length);
    expect(lines.filter((line) => /\{\{|undefined|NaN/.test(line))).toEqual([]);
    expect(checkText(lines.join('\n'), facts, { language, forbidden: [] })).toEqual({ ok: true });
  });

  test('a bar that isn’t over has not closed', () => {
    const { evidence } = fallFacts();
    const until = '2020-03-16T18:03:00.000Z';
    const facts = fallFacts({ evidence: { ...evidence, until } });
    const words = trueClaims(facts).map((claim) =>
      plain(wordClaim(claim, facts, language).sentences[0] ?? []),
    );
    expect(words[0]).toContain('14');
    expect(words.slice(0, 2).join(' ')).not.toMatch(
      / closed | schloss | cerró | clôturé | fechou |取引を終え/,
    );
  });
});
