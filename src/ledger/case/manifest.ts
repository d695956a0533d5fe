import { z } from 'zod';
import { canonicalJson } from '#src/platform/json/canonical.ts';
import { hashSchema } from '../entry.ts';
import { isSigned, type Signer } from '../head.ts';

export const MANIFEST = 'manifest.json';
export const LEDGER = 'ledger.jsonl';
export const KEYS = 'keys.jsonl';
/** The name of what is kept by hash: its hash, and its type as an ending. */
export const BYTES_NAME = /^bytes\/([0-9a-f]{64})\.[a-z]+$/;

const manifestSchema = z.strictObject({
  format: z.literal(1),
  is: z.literal('bellwire case file'),
  workspace: z.uuid(),
  name: z.string(),
  alert: z.uuid().nullable(),
  /** Of a case about several. */
  alerts: z.array(z.uuid()).optional(),
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  /** Whether people are named. */
  people: z.boolean(),
  at: z.iso.datetime({ precision: 3 }),
  /** Those after this one, in their order. */
  files: z.array(
    z.strictObject({
      name: z.string(),
      type: z.string(),
      size: z.int().nonnegative(),
      crc: z.int().nonnegative(),
      sha256: hashSchema,
    }),
  ),
  publicKey: z.base64(),
  signature: z.base64(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function writeManifest(signer: Signer, about: Omit<Manifest, 'publicKey' | 'signature'>): Buffer {
  const signature = signer.sign('case file', about);
  return Buffer.from(canonicalJson({ ...about, publicKey: signer.publicKey, signature }));
}

/** @returns null where it can't be read, or isn't written as it was: one manifest has one text */
export function readManifest(bytes: Buffer): Manifest | null {
  try {
    const manifest = manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
    const { publicKey, signature } = manifest;
    const whole = [publicKey, signature].every(
      (text) => Buffer.from(text, 'base64').toString('base64') === text,
    );
    return whole && bytes.equals(Buffer.from(canonicalJson(manifest))) ? manifest : null;
  } catch {
    return null;
  }
}

export const manifestHolds = ({ publicKey, signature, ...about }: Manifest): boolean =>
  isSigned('case file', about, { publicKey, signature });
