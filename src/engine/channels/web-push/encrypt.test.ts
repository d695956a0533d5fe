import { createECDH } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { BODY_MAX, encrypt, TEXT_BYTES_MAX } from './encrypt.ts';
import { decrypt, practiceBrowser } from './practice-browser.ts';

const raw = (text: string): Buffer => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  senderKey: raw('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  readerKey: raw('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  p256dh: raw('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  salt: raw('DGv6ra1nlYgDCS1FRnbzlw'),
  auth: raw('BTBZMqHH6r4Tts7J_aSIgg'),
  body: raw(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ),
};

it('encrypts the example of the RFC byte by byte', () => {
  const { text, p256dh, auth, salt, senderKey: privateKey, body } = EXAMPLE;
  expect(encrypt(Buffer.from(text), { p256dh, auth }, { salt, privateKey })).toEqual(body);
});

test('the browser of the fake reads the example, too', async () => {
  const { text, readerKey: privateKey, p256dh, auth, body } = EXAMPLE;
  expect(await decrypt(body, { privateKey, p256dh, auth })).toBe(text);
});

test.each([0, 1, 100, TEXT_BYTES_MAX - 1, TEXT_BYTES_MAX])('a browser reads %d bytes', async (length) => {
  const browser = practiceBrowser('one');
  const text = 'ä'.repeat(length / 2) + 'x'.repeat(length % 2);
  const body = encrypt(Buffer.from(text), browser);
  expect(body.length).toBe(length + BODY_MAX - TEXT_BYTES_MAX);
  expect(await decrypt(body, browser)).toBe(text);
});

it('makes another body of the same text each time, which no other browser reads', async () => {
  const [one, other] = [practiceBrowser('one'), practiceBrowser('other')];
  const bodies = [1, 2].map(() => encrypt(Buffer.from('Text'), one));
  expect(bodies[0]).not.toEqual(bodies[1]);
  expect(await decrypt(bodies[0]!, other)).toBeNull();
  expect(await decrypt(bodies[0]!, { ...one, auth: other.auth })).toBeNull();
});

it('finds a body that was changed or cut', async () => {
  const browser = practiceBrowser('one');
  const body = encrypt(Buffer.from('SPY rose 2.4%'), browser);
  for (let at = 0; at < body.length; at += 7) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    // The record size says how long the record may be; the others are sealed.
    if (at >= 16 && at < 20) continue;
    expect(await decrypt(changed, browser)).toBeNull();
  }
  expect(await decrypt(body.subarray(0, -1), browser)).toBeNull();
});

it('refuses a key that is no point of the curve', () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const p256dh = pair.getPublicKey();
  p256dh[64] = (p256dh[64] ?? 0) ^ 1;
  expect(() => encrypt(Buffer.from('Text'), { p256dh, auth: Buffer.alloc(16) })).toThrow(/public key/i);
});
