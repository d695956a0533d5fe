import { expect, it } from 'vitest';
import { countLoopback, networkOf } from './network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['127.0.0.1', null],
  ['::1', null],
  ['::ffff:127.0.0.1', null],
  ['', null],
  ['unknown', null],
  [null, null],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('counts this machine like any other where that is asked for, as in production', () => {
  countLoopback(true);
  try {
    const networks = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(networkOf);
    expect(new Set(networks)).toEqual(new Set(['loopback']));
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  } finally {
    countLoopback(false);
  }
});
