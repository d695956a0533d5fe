import { expect, it } from 'vitest';
import { movedTo } from './moved.ts';

const rules = {
  id: 'rules',
  title: 'Rules',
  href: '/documentation/rules',
  headings: [{ slug: 'backtest', text: 'Backtest' }],
};
const reference = {
  id: 'rule-reference',
  title: 'Rule reference',
  href: '/documentation/rule-reference',
  headings: [{ slug: 'values', text: 'Values' }],
};

it('says where a former heading is now', () => {
  expect(movedTo(rules, { operands: 'rule-reference#values' }, [rules, reference])).toEqual([
    { slug: 'operands', href: '/documentation/rule-reference#values', title: 'Rule reference: Values' },
  ]);
});

it('rejects a target that doesn’t exist, and a heading that is still there', () => {
  for (const to of ['rule-reference#gone', 'gone#values', 'rule-reference'])
    expect(() => movedTo(rules, { operands: to }, [rules, reference])).toThrow(`moved to ${to}`);
  expect(() => movedTo(rules, { backtest: 'rule-reference#values' }, [rules, reference])).toThrow(
    "can't have moved",
  );
});
