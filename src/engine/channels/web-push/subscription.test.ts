import { describe, expect, it, test } from 'vitest';
import { deviceName } from './device-name.ts';
import { practiceBrowser } from './practice-browser.ts';
import { normalizeBrowser, openSubscription, readSubscription } from './subscription.ts';

const { p256dh, auth } = practiceBrowser('one');
const KEYS = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
const ENDPOINT = 'https://updates.push.services.example/wpush/v2/gAAAA';
const given = (change: object = {}) => ({ endpoint: ENDPOINT, expirationTime: null, keys: KEYS, ...change });
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
const read = (value: unknown) => readSubscription(value, AGENT, 'our-key');

it('keeps what reaches the browser apart from what people see', () => {
  const found = read(given());
  expect(found?.address).toMatch(/^Firefox on Windows · [0-9a-f]{16}$/);
  expect(normalizeBrowser(found?.address ?? '')).toBe(found?.address);
  expect(found?.address).not.toContain('wpush');
  expect(openSubscription(found?.registered ?? null)).toEqual({
    endpoint: ENDPOINT,
    key: 'our-key',
    p256dh,
    auth,
  });
  expect(read(given())?.address).toBe(found?.address);
  // The name is what it says it is; the mark is what it is known by.
  const renamed = readSubscription(given(), '', 'our-key');
  expect(renamed).toMatchObject({ address: `Browser · ${found?.mark}`, mark: found?.mark });
  expect(read(given({ endpoint: `${ENDPOINT}x` }))?.address).not.toBe(found?.address);
});

describe('refuses', () => {
  const broken = p256dh.toString('base64url').slice(0, -2);
  test.each([
    ['nothing', null],
    ['a text', 'https://push.example/1'],
    ['no keys', { endpoint: ENDPOINT }],
    ['plain http', given({ endpoint: 'http://push.example/1' })],
    ['another protocol', given({ endpoint: 'javascript:alert(1)' })],
    ['this machine', given({ endpoint: 'https://localhost/1' })],
    ['a private network', given({ endpoint: 'https://10.0.0.7/1' })],
    ['metadata of a cloud', given({ endpoint: 'https://169.254.169.254/latest' })],
    ['IPv6 of this machine', given({ endpoint: 'https://[::1]/1' })],
    ['a port of no web server', given({ endpoint: 'https://push.example:22/1' })],
    ['a password in the address', given({ endpoint: 'https://a:b@push.example/1' })],
    ['an endless address', given({ endpoint: `https://push.example/${'x'.repeat(2_000)}` })],
    ['a short key', given({ keys: { ...KEYS, p256dh: broken } })],
    ['a key off the curve', given({ keys: { ...KEYS, p256dh: Buffer.alloc(65, 4).toString('base64url') } })],
    ['a short secret', given({ keys: { ...KEYS, auth: 'AAAA' } })],
  ])('%s', (_name, value) => expect(read(value)).toBeNull());
});

test.each([
  [AGENT, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  ['', 'Browser'],
])('names a device: %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
  expect(normalizeBrowser(`${name} · 3f9a2c4155d0e1aa`)).not.toBeNull();
});
