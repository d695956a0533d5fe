import * as z from 'zod/mini';

/** What the ledger records. */
export const LEDGER_KINDS = [
  'decision',
  // A reviewer changed the content of an alert that waits.
  'edit',
  // Approved before the ledger began.
  'carried_over',
  'consent',
  'correction',
  'deliveries',
  // A member stopped sending, or resumed it.
  'stop',
  // What hadn't gone out of an alert was ended while sending was stopped.
  'recall',
  // A rule, a symbol or a brand was muted or unmuted.
  'mute',
  // A symbol came to a brand's restricted or watch list, or left it.
  'symbol_list',
  // The restricted list kept an alert from going out.
  'blocked',
  'erasure',
  'retention',
  'pruned',
  // A person looked at an alert that a policy approved.
  'finding',
  // Members wrote to each other about an alert, or withdrew what they wrote.
  'comment',
  // A legal hold was placed or lifted.
  'hold',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** An entry of the workspace's chain. Hashes are SHA-256, as 64 hexadecimal characters. */
export const ledgerEntrySchema = z.object({
  sequence: z.number(),
  kind: z.string(),
  subject: z.string(),
  at: z.string(),
  body: z.record(z.string(), z.unknown()),
  previous: z.string(),
  hash: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const ledgerPageSchema = z.object({
  items: z.array(ledgerEntrySchema),
  next: z.nullable(z.number()),
  /** The newest signature over the chain. */
  signed: z.nullable(
    z.object({ sequence: z.number(), hash: z.string(), at: z.string(), publicKey: z.string() }),
  ),
});
export type LedgerPage = z.infer<typeof ledgerPageSchema>;

export const LEDGER_PAGE_MAX = 100;
