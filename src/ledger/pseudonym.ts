import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { canonicalJson } from '#src/platform/json/canonical.ts';

const purpose = (key: Buffer, name: string): Buffer =>
  createHmac('sha256', key).update(`bellwire ledger ${name}`).digest();

/** What a person is called in the ledger: 32 hexadecimal characters that only their key leads to. */
export const pseudonymFrom = (key: Buffer): string => purpose(key, 'person').toString('hex').slice(0, 32);

/** What identifies a person, readable only while their key exists (AES-256-GCM). */
export function sealFor(key: Buffer): (value: unknown) => string {
  const secret = purpose(key, 'seal');
  return (value) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', secret, iv);
    const text = Buffer.concat([cipher.update(canonicalJson(value), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
  };
}

/** @returns what was sealed, or null where the key is another person's or the bytes were changed */
export function openSealed(key: Buffer, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', purpose(key, 'seal'), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
