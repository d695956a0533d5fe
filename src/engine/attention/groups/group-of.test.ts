import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type First, groupOf } from './group-of.ts';

const MINUTE = 60_000;
const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 2, 13) + minute * MINUTE);
const first = (alertId: string, ruleId: string, minute: number): First => ({
  alertId,
  ruleId,
  at: at(minute),
});

it('follows the newest first alert of another rule, while the window lasts', () => {
  const firsts = [first('b', 'R1', 10), first('a', 'R2', 2)];
  const ask = (ruleId: string, minute: number) =>
    groupOf(firsts, { ruleId, now: at(minute), minutes: 15 })?.alertId ?? null;
  expect(ask('R3', 12)).toBe('b');
  // What the rule itself sent before is no reason.
  expect(ask('R1', 12)).toBe('a');
  expect(ask('R1', 17)).toBeNull();
  expect(ask('R3', 24)).toBe('b');
  expect(ask('R3', 25)).toBeNull();
  expect(groupOf([], { ruleId: 'R1', now: at(0), minutes: 15 })).toBeNull();
});

it('lets everything of one rule through, and of several no two firsts of different rules within a window', () => {
  const events = fc.array(fc.record({ rule: fc.constantFrom('R1', 'R2', 'R3'), after: fc.nat(9) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 30 }), (given, minutes) => {
      const firsts: First[] = [];
      let minute = 0;
      for (const [n, { rule, after }] of given.entries()) {
        minute += after;
        const found = groupOf(firsts, { ruleId: rule, now: at(minute), minutes });
        const near = firsts.filter(
          ({ ruleId, at: when }) =>
            ruleId !== rule && at(minute).getTime() - when.getTime() < minutes * MINUTE,
        );
        // Each event has exactly one outcome: it begins a group, or follows one that is there.
        expect([...near, ...(near.length === 0 ? [null] : [])]).toContain(found);
        if (!found) firsts.unshift(first(String(n), rule, minute));
      }
    }),
  );
});
