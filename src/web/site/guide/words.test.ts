import { expect, it } from 'vitest';
import { listed, monthName, signed } from './words.ts';

it('names months, signs moves and lists years as people do', () => {
  expect(monthName('2020-03')).toBe('Mar\u{A0}2020');
  expect([signed(2.449), signed(-18.26)]).toEqual(['+2.4%', '−18.3%']);
  expect([listed([]), listed([2017]), listed([2004, 2005, 2017])]).toEqual([
    '',
    '2017',
    '2004, 2005 and 2017',
  ]);
});
