import { expect, it } from 'vitest';
import { clientAddress, trustedProxies } from './client-address.ts';

const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);

it.each([
  // peer, header, client
  ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['203.0.113.5', undefined, '203.0.113.5'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '1.2.3.4, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['2001:db8::5', '[2001:470::1]:443', '2001:470::1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', 'unknown', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, <script>', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  [null, '198.51.100.1', null],
])('peer %s with %s is %s', (peer, header, client) => {
  expect(clientAddress(proxies, peer, header)).toBe(client);
});

it('believes nobody when nobody is named', () => {
  expect(clientAddress(trustedProxies([]), '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
});

it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '2001:db8::/129', ''])(
  'refuses %j as a proxy',
  (entry) => {
    expect(() => trustedProxies([entry])).toThrow(/is no address and no network/);
  },
);
