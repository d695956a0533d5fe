import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { canonicalJson } from '#src/platform/json/canonical.ts';

/** One HMAC gives both: what a person is called, and the key that seals what is theirs. */
const derived = (key: Buffer): Buffer =>
  createHmac('sha512', createSecretKey(key)).update('bellwire ledger person 1').digest();
// Both ciphers take a third of the time with a key that was read before.
const sealingKey = (all: Buffer): KeyObject => createSecretKey(all.subarray(32));
const nameFrom = (all: Buffer): string => all.subarray(0, 16).toString('hex');

/** What a person is called in the ledger: 32 hexadecimal characters that only their key leads to. */
export const pseudonymFrom = (key: Buffer): string => nameFrom(derived(key));

/** A person as the ledger speaks of them. */
export type LedgerPerson = {
  pseudonym: string;
  /** Seals what identifies them (AES-256-GCM). Unreadable once their key is destroyed. */
  seal: (value: unknown) => string;
};

export function personFrom(key: Buffer): LedgerPerson {
  const all = derived(key);
  const secret = sealingKey(all);
  return { pseudonym: nameFrom(all), seal: (value) => seal(secret, value) };
}

const IV_BYTES = 12;
/** Random numbers come in blocks: asking for each costs more than the sealing. */
let pool = Buffer.alloc(0);
function nextIv(): Buffer {
  if (pool.length < IV_BYTES) pool = randomBytes(IV_BYTES * 256);
  const iv = pool.subarray(0, IV_BYTES);
  pool = pool.subarray(IV_BYTES);
  return iv;
}

function seal(secret: KeyObject, value: unknown): string {
  const iv = nextIv();
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const text = Buffer.concat([cipher.update(canonicalJson(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** @returns what was sealed, or null where the key is another person's or the bytes were changed */
export function openSealed(key: Buffer, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(derived(key)), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
