import { z } from 'zod';
import { canonicalJson } from '#src/platform/json/canonical.ts';
import { hashSchema } from './entry.ts';
import { leafHash, merkleRoot } from './merkle.ts';
import type { LedgerPerson } from './pseudonym.ts';
import type { SettledDelivery } from './window.ts';

/** One delivery in the ledger. Of a person there is a pseudonym and what only their key opens. */
export const leafSchema = z.strictObject({
  delivery: z.uuid(),
  attempt: z.int(),
  fanOut: z.uuid(),
  channel: z.string(),
  purpose: z.string(),
  send: z.int(),
  rendition: hashSchema,
  outcome: z.string(),
  providerMessageId: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string(),
  decidedBy: z.enum(['resend', 'leave']).optional(),
  /** Null: no person's, or one who had been erased before this was written. */
  person: z.string().nullable(),
  sealed: z.string().nullable(),
  open: z.unknown().optional(),
});
export type Leaf = z.infer<typeof leafSchema>;

export const LEAVES_TYPE = 'application/vnd.bellwire.deliveries';

export function leafOf(
  { person, own, ...rest }: SettledDelivery,
  people: ReadonlyMap<string, LedgerPerson>,
): Leaf {
  if (person === null) return { ...rest, person: null, sealed: null, open: own };
  const known = people.get(person);
  return { ...rest, person: known?.pseudonym ?? null, sealed: known?.seal(own) ?? null };
}

/** The leaves of a window as they're kept: a line each, its hash before it so that a changed one can be named. */
export function writeLeaves(leaves: readonly Leaf[]): { text: string; root: string } {
  const texts = leaves.map(canonicalJson);
  const hashes = texts.map(leafHash);
  const lines = texts.map((text, n) => `${hashes[n]?.toString('hex')} ${text}\n`);
  return { text: lines.join(''), root: merkleRoot(hashes).toString('hex') };
}

/** @returns the leaves, the root over them, and which of them (from 0) don't have their hash or can't be read */
export function readLeaves(bytes: Buffer): { leaves: Leaf[]; root: string; changed: number[] } {
  const changed: number[] = [];
  const leaves: Leaf[] = [];
  const hashes: Buffer[] = [];
  const lines = bytes.toString('utf8').split('\n').slice(0, -1);
  for (const [n, line] of lines.entries()) {
    const text = line.slice(65);
    const hash = leafHash(text);
    hashes.push(hash);
    const leaf = readLeaf(text);
    if (leaf === null || line.slice(0, 65) !== `${hash.toString('hex')} `) changed.push(n);
    if (leaf !== null) leaves.push(leaf);
  }
  return { leaves, root: merkleRoot(hashes).toString('hex'), changed };
}

function readLeaf(text: string): Leaf | null {
  try {
    return leafSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
