import { createECDH, createHash, webcrypto } from 'node:crypto';

/*
 * The browser's side, by Web Crypto and from the RFCs alone, so that it shares no line with what encrypts.
 */

const { subtle } = webcrypto;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

type Browser = { privateKey: Buffer; p256dh: Buffer; auth: Buffer };

/** The keys of a practice browser follow from its name: nothing of it has to be kept. */
export function practiceBrowser(id: string): Browser {
  const pair = createECDH('prime256v1');
  const privateKey = digest(`practice browser ${id}`);
  pair.setPrivateKey(privateKey);
  return { privateKey, p256dh: pair.getPublicKey(), auth: digest(`practice secret ${id}`).subarray(0, 16) };
}

const pointOf = (key: Buffer) => ({
  kty: 'EC',
  crv: 'P-256',
  x: key.subarray(1, 33).toString('base64url'),
  y: key.subarray(33, 65).toString('base64url'),
});

async function derive(secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number) {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const about = typeof info === 'string' ? Buffer.from(info, 'latin1') : info;
  return new Uint8Array(
    await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info: about }, key, bytes * 8),
  );
}

async function sharedSecret({ privateKey, p256dh }: Browser, other: Buffer): Promise<Uint8Array> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;
  const own = await subtle.importKey(
    'jwk',
    { ...pointOf(p256dh), d: privateKey.toString('base64url') },
    curve,
    false,
    ['deriveBits'],
  );
  const theirs = await subtle.importKey('jwk', pointOf(other), curve, false, []);
  return new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256));
}

/** What a browser reads of a push message; null for what it can't read, and drops. */
export async function decrypt(body: Buffer, browser: Browser): Promise<string | null> {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  if (body.length < 21 + keyLength + 17 || keyLength !== 65) return null;
  const size = body.readUInt32BE(16);
  const sender = body.subarray(21, 86);
  const record = body.subarray(86);
  // One record, and not cut off: shorter than the size that it names.
  if (record.length > size) return null;
  try {
    const secret = await sharedSecret(browser, sender);
    const both = Buffer.concat([Buffer.from('WebPush: info\0', 'latin1'), browser.p256dh, sender]);
    const material = await derive(secret, browser.auth, both, 32);
    const raw = await derive(material, salt, 'Content-Encoding: aes128gcm\0', 16);
    const iv = await derive(material, salt, 'Content-Encoding: nonce\0', 12);
    const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
    const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, key, record));
    const end = plain.findLastIndex((byte) => byte !== 0);
    return plain[end] === 2 ? plain.subarray(0, end).toString('utf8') : null;
  } catch {
    return null;
  }
}
