import { expect, test } from 'vitest';
import { ATTACK_KINDS } from '#tests/support/gate/attacks/attacks.ts';
import { runAttacks } from '#tests/support/gate/attacks/run-attacks.ts';

// `npm run bench -- claims` sends 10,000.
test('of hostile answers none passes, though the same answers do without what makes them hostile', async () => {
  const { kinds, passed, honest } = await runAttacks({ count: 350, seed: 19 });
  expect([...kinds.keys()].toSorted()).toEqual(ATTACK_KINDS.toSorted());
  expect(passed.map(({ kind, language, content }) => [kind, language, JSON.stringify(content)])).toEqual([]);
  expect(honest.passed / honest.all).toBeGreaterThanOrEqual(0.95);
});
