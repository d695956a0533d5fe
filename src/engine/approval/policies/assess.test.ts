import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalInputs } from '#src/shared/approval-inputs.ts';
import { type PolicyContent, policyContentSchema, REASONS, type Reason } from '#src/shared/approval.ts';
import { assess } from './assess.ts';
import { strictest } from './chosen.ts';
import { standardContent } from './standard.ts';

/** An ordinary alert: nothing speaks for a review. */
const ORDINARY: ApprovalInputs = {
  version: 1,
  at: '2026-03-04T15:00:00.000Z',
  eventAt: '2026-03-04T14:59:00.000Z',
  kind: 'market',
  move: { changePercent: 1.2, rank: 0.6, bars: 250 },
  claims: { ownWords: false, action: null },
  data: { quarantined: 0 },
  sent: { brand: 20, rule: 20, template: null },
  writer: { model: null, refused: 0 },
  audience: { people: 40, destinations: 0 },
  local: { timeZone: 'America/New_York', weekday: 3, time: '10:00' },
  history: { reviewed: 0, rejected: 0, edited: 0 },
};
const but = (change: Partial<ApprovalInputs>): ApprovalInputs => ({ ...ORDINARY, ...change });
const smart = (change: Partial<PolicyContent> = {}): PolicyContent => ({
  ...standardContent('smart'),
  ...change,
});

/** For each reason, inputs in which it speaks at full strength and no other does. */
const FULL: Record<Reason, [ApprovalInputs, points: number, says: RegExp]> = {
  move: [
    but({ move: { changePercent: -11.98, rank: 1, bars: 250 } }),
    35,
    /^The move of −11\.98% is larger than each of the 250 bars before it\.$/,
  ],
  claims: [but({ kind: 'webhook', move: null, claims: { ownWords: false, action: 'buy' } }), 40, /“buy”/],
  data: [but({ data: { quarantined: 10 } }), 40, /^10 faulty prices of this symbol were set aside/],
  first_use: [but({ sent: { brand: 0, rule: 0, template: 0 } }), 30, /first alert in this brand/],
  writer: [but({ writer: { model: null, refused: 1 } }), 20, /didn’t pass the content gate/],
  audience: [
    but({ audience: { people: 10_000, destinations: 0 } }),
    25,
    /^It goes to about 10,000 people\.$/,
  ],
  hour: [
    but({ local: { timeZone: 'Europe/Berlin', weekday: 6, time: '12:00' } }),
    10,
    /^It’s Saturday, 12:00 in Europe\/Berlin/,
  ],
  history: [
    but({ history: { reviewed: 2, rejected: 2, edited: 0 } }),
    40,
    /^Of the rule’s last 2 reviewed alerts, 2 rejected\.$/,
  ],
  freshness: [but({ eventAt: '2026-03-04T13:00:00.000Z' }), 30, /^It happened 2 hours ago\.$/],
};

describe('smart approval', () => {
  it('sends an ordinary alert', () => {
    expect(assess(smart(), ORDINARY)).toEqual({
      outcome: 'send',
      score: 0,
      reasons: [],
      says: 'It scores 0 of 100; the policy asks a person from 50 on.',
    });
  });

  it.each(REASONS)('weighs %s by itself, and says why', (reason) => {
    const [inputs, points, says] = FULL[reason];
    const { reasons, score } = assess(smart(), inputs);
    expect(score).toBe(points);
    expect(reasons).toEqual([{ reason, points, says: expect.stringMatching(says) }]);
    // A weight of nothing silences it, and its own weight is what it costs.
    expect(assess(smart({ weights: { [reason]: 0 } }), inputs).reasons).toEqual([]);
    expect(assess(smart({ weights: { [reason]: 100 }, asksFrom: 100 }), inputs)).toMatchObject({
      score: 100,
      outcome: 'review',
    });
  });

  it('asks a person from its score on, and not before', () => {
    const inputs = but({ data: { quarantined: 10 } });
    expect(assess(smart({ asksFrom: 41 }), inputs).outcome).toBe('send');
    expect(assess(smart({ asksFrom: 40 }), inputs).outcome).toBe('review');
  });

  it('adds reasons up to 100, the weightiest first', () => {
    const inputs = but({
      move: { changePercent: 9, rank: 1, bars: 250 },
      data: { quarantined: 30 },
      history: { reviewed: 1, rejected: 1, edited: 0 },
    });
    const { score, reasons } = assess(smart(), inputs);
    expect(score).toBe(100);
    expect(reasons.map(({ reason }) => reason)).toEqual(['data', 'history', 'move']);
  });

  it('sends by itself only within its hours, in their own time zone', () => {
    const hours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timeZone: 'Asia/Tokyo' };
    const at = (time: string) => assess(smart({ hours }), but({ at: time, eventAt: time })).outcome;
    // Wednesday 08:59, 09:00 and 17:00 in Tokyo; Sunday noon.
    expect(at('2026-03-03T23:59:00.000Z')).toBe('review');
    expect(at('2026-03-04T00:00:00.000Z')).toBe('send');
    expect(at('2026-03-04T08:00:00.000Z')).toBe('review');
    expect(at('2026-03-08T03:00:00.000Z')).toBe('review');
  });

  it('gives the same answer for the same content and inputs, read back from what is stored', () => {
    const inputs = fc.record({
      rank: fc.double({ min: 0, max: 1, noNaN: true }),
      people: fc.nat(20_000),
      quarantined: fc.nat(40),
      sent: fc.nat(20),
      weights: fc.dictionary(fc.constantFrom(...REASONS), fc.integer({ min: 0, max: 100 })),
      asksFrom: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(inputs, ({ rank, people, quarantined, sent, weights, asksFrom }) => {
        const content = smart({ weights, asksFrom });
        const known = but({
          move: { changePercent: 1, rank, bars: 250 },
          audience: { people, destinations: 0 },
          data: { quarantined },
          sent: { brand: sent, rule: sent, template: null },
        });
        const first = assess(content, known);
        const stored = JSON.parse(JSON.stringify({ content, known })) as {
          content: unknown;
          known: typeof known;
        };
        expect(assess(policyContentSchema.parse(stored.content), stored.known)).toEqual(first);
        expect(first.outcome).toBe((first.score ?? 0) >= asksFrom ? 'review' : 'send');
      }),
    );
  });
});

describe('several policies of one alert', () => {
  const named = (name: string, content: PolicyContent) => ({ id: null, name, version: 1, content });
  it('lets the strictest decide: a review before sending, two people before one', () => {
    const auto = named('auto', standardContent('auto'));
    const human = named('human', standardContent('human'));
    const two = named('two', { ...standardContent('human'), needs: 2 });
    expect(strictest([auto, human], ORDINARY).policy.name).toBe('human');
    expect(strictest([human, two, auto], ORDINARY).policy.name).toBe('two');
    expect(strictest([auto, named('smart', smart())], ORDINARY).assessed.outcome).toBe('send');
  });
});

describe('a policy', () => {
  it.each([
    [{ mode: 'smart', asksFrom: 0 }, 'A score from 1 to 100.'],
    [{ mode: 'smart', weights: { move: 101 } }, 'A whole number of points, from 0 to 100.'],
    [{ mode: 'human', approvers: { roles: [], people: [] } }, 'Choose who may approve.'],
    [{ mode: 'human', unanswered: 'release' }, 'Say how long an alert waits first.'],
    [
      { mode: 'auto', hours: { days: [1], from: '17:00', to: '09:00', timeZone: 'UTC' } },
      'The end must be after the start.',
    ],
    [
      { mode: 'auto', hours: { days: [1], from: '09:00', to: '17:00', timeZone: 'Mars/Base' } },
      'There is no such time zone.',
    ],
  ])('%j is refused in a sentence', (content, sentence) => {
    const read = policyContentSchema.safeParse(content);
    expect(read.error?.issues.map(({ message }) => message)).toContain(sentence);
  });
});
