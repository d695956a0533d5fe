import { z } from 'zod';
import { type Entry, hashSchema } from './entry.ts';
import type { LedgerComment } from './comment.ts';
import type { LedgerDecision } from './decision.ts';
import type { Leaf } from './leaf.ts';
import type { Rendition } from './rendition.ts';

/** What an entry of kind `deliveries` says: a settled window. */
const deliveriesSchema = z.looseObject({
  about: z.record(z.string(), z.string()),
  revision: hashSchema,
  count: z.int(),
  root: hashSchema,
  leaves: hashSchema,
  /** The entry that approved the revision; null where none did. */
  decision: z.int().nullable(),
});

/** @returns null where it can't be read */
export function readDeliveries(entry: Entry) {
  const read = deliveriesSchema.safeParse(JSON.parse(entry.body));
  return read.success ? read.data : null;
}

/** A delivery as the ledger alone can tell it. */
export type RebuiltDelivery = {
  entry: number;
  alert: string;
  about: Record<string, string>;
  revision: string;
  delivery: Omit<Leaf, 'person' | 'sealed' | 'open' | 'rendition'>;
  rendition: { hash: string; prepared: Rendition };
  /** `own` is where it went and the send parameters; null where the person's key isn't there. */
  recipient: { person: string | null; own: unknown };
  /** Null where the revision was approved before the ledger began, or not at all. */
  decision: RebuiltDecision | null;
};

export type RebuiltDecision = Pick<LedgerDecision, 'revision' | 'reason'> & {
  /** `approved`, `rejected`, or what a check afterwards found. */
  decision: string;
  entry: number;
  at: string;
  /** A policy, or a person: `own` is their name, email and entity, null where their key isn't there. */
  by: { policy: string } | RebuiltPerson;
  /** The absent member whose deputy decided. */
  inPlaceOf: RebuiltPerson | null;
  /** The others of several who approved it, the first first. */
  with: (RebuiltPerson & { inPlaceOf: RebuiltPerson | null })[];
};
/** A comment on an alert: its author's own has the text, where their key is there. */
export type RebuiltComment = {
  entry: number;
  at: string;
  act: LedgerComment['act'];
  /** What it is about: the same where it's withdrawn. */
  comment: string;
  by: RebuiltPerson;
  mentions: RebuiltPerson[];
};
type RebuiltPerson = { person: string; own: unknown };
