import { expect, it } from 'vitest';
import { standardContent } from '#src/engine/approval/policies/standard.ts';
import { policyContentSchema } from './approval.ts';

it('reads a content from before “together” as it was stored, byte by byte', () => {
  const { together, ...stored } = standardContent('human');
  expect(together).toBe(true);
  expect(JSON.stringify(policyContentSchema.parse(stored))).toBe(JSON.stringify(stored));
});

it('lets alerts be decided together where the policy says so, and under human review', () => {
  expect(policyContentSchema.parse({ mode: 'human' }).together).toBeUndefined();
  expect(policyContentSchema.parse({ mode: 'smart', together: true }).together).toBe(true);
  expect(standardContent('smart')).not.toHaveProperty('together');
  expect(standardContent('auto')).not.toHaveProperty('together');
});
