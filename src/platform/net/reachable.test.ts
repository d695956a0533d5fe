import { expect, it } from 'vitest';
import { publicLookup } from './fetch-page.ts';
import { isPublic, refusalOf } from './reachable.ts';

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '',
])('%s is no public address', (address) => expect(isPublic(address)).toBe(false));

it.each(['8.8.8.8', '172.32.0.1', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublic(address)).toBe(true),
);

it.each([
  'ftp://news.example/',
  'file:///etc/passwd',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://a.localhost/',
  'http://printer.local/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://metadata.google.internal/',
  'http://ada:secret@news.example/',
  'http://news.example:22/',
  'no address',
])('%s is not fetched', (address) => expect(refusalOf(address, false)).not.toBeNull());

it('a name is refused by what it leads to, before anything is connected to', async () => {
  const looked = await new Promise<Error | null>((done) => {
    publicLookup('localhost', { all: true }, (error) => done(error));
  });
  expect(looked?.message).toBe('It leads to a private network.');
});

it('an address on the internet is fetched, and a private one where the operator allows it', () => {
  expect(refusalOf('https://news.example:8443/markets.rss', false)).toBeNull();
  expect(refusalOf('http://127.0.0.1:4123/', true)).toBeNull();
  expect(refusalOf('file:///etc/passwd', true)).not.toBeNull();
});
