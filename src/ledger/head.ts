import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '#src/platform/json/canonical.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import { hashSchema } from './entry.ts';

/** A signature of the installation over a chain up to an entry. Keys and signatures are base64. */
export const headSchema = z.strictObject({
  workspace: z.uuid(),
  sequence: z.int().positive(),
  hash: hashSchema,
  at: z.iso.datetime({ precision: 3 }),
  publicKey: z.base64(),
  signature: z.base64(),
});
export type Head = z.infer<typeof headSchema>;

export type Signer = { publicKey: string; sign: (about: string, value: object) => string };

// RFC 8410: what stands before the 32 bytes of an Ed25519 key.
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const messageOf = (about: string, value: object): Buffer =>
  Buffer.from(`bellwire ledger ${about}\n${canonicalJson(value)}`);

/** Signs with an Ed25519 key that is derived from the installation's encryption key. */
export function ledgerSigner(encryptionKey: Buffer): Signer {
  const seed = deriveKey(encryptionKey, 'ledger signing');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    publicKey: publicKey.toString('base64'),
    sign: (about, value) => sign(null, messageOf(about, value), key).toString('base64'),
  };
}

const opened = new Map<string, KeyObject>();
function openKey(publicKey: string): KeyObject {
  const known =
    opened.get(publicKey) ??
    createPublicKey({
      key: Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'base64')]),
      format: 'der',
      type: 'spki',
    });
  opened.set(publicKey, known);
  return known;
}

export function isSigned(
  about: string,
  value: object,
  by: { publicKey: string; signature: string },
): boolean {
  try {
    return verify(null, messageOf(about, value), openKey(by.publicKey), Buffer.from(by.signature, 'base64'));
  } catch {
    return false;
  }
}

export function signHead(signer: Signer, head: Omit<Head, 'publicKey' | 'signature'>): Head {
  const { publicKey } = signer;
  return { ...head, publicKey, signature: signer.sign('head', head) };
}

export const headHolds = ({ publicKey, signature, ...head }: Head): boolean =>
  isSigned('head', head, { publicKey, signature });
