import { expect, test } from 'vitest';
import { grouped, svgImage } from './enrol.ts';

test('a drawing with colors becomes an address that keeps them', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#ffffff"/></svg>';
  const address = svgImage(`data:image/svg+xml;utf-8,${svg}`);
  expect(address).not.toContain('#');
  expect(decodeURIComponent(address.slice(address.indexOf(',') + 1))).toBe(svg);
});

test.each([
  ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
  ['JBSWY3', 'JBSW Y3'],
])('%s reads %s', (secret, text) => expect(grouped(secret)).toBe(text));
