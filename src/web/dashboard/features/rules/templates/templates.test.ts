import { expect, it } from 'vitest';
import { RULE } from '#tests/support/rules.ts';
import { ruleFormSchema } from '#src/shared/rules/stored.ts';
import { neverTrue } from '#src/shared/rules/never-true.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { timeframeProblem } from '#src/shared/rules/timeframe-problem.ts';
import { RULE_TEMPLATES } from './templates.ts';

const all = RULE_TEMPLATES.flatMap(({ rules }) => rules);

it.each(all)('$name is a rule that can trigger on its timeframe', ({ name, condition, timeframe }) => {
  const rule = parseRule(condition);
  expect([neverTrue(rule), timeframeProblem(rule, timeframe)]).toEqual([null, null]);
  // Nothing in it has to be translated first, so the builder opens it as it's written.
  expect(ruleFormSchema.parse({ ...RULE, name, condition, timeframe }).condition).toBe(condition);
});

it('has names of its own for at least thirty of them', () => {
  expect(all.length).toBeGreaterThanOrEqual(30);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});
