import { expect, it } from 'vitest';
import { countable, networkOf } from './limits.ts';

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8::1', '2001:db8:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
])('counts %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it.each([null, '', '127.0.0.1', '::ffff:127.0.0.1', '::1'])('does not count %j', (ip) => {
  expect(countable(ip)).toBe(false);
});
