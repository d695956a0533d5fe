import * as z from 'zod/mini';
import { daySchema } from './day.ts';
import { oneLabel } from './label.ts';

/** How long entries are kept, in years. */
export const RETENTION_YEARS = [3, 5, 6] as const;

/** What a legal hold keeps: everything, or what is of one brand, symbol or alert. */
export const HOLD_SCOPES = ['ledger', 'brand', 'symbol', 'alert'] as const;
export type HoldScope = (typeof HOLD_SCOPES)[number];

const REASON_MAX = 500;
const reasonSchema = z
  .string('Say why.')
  .check(
    z.overwrite(oneLabel),
    z.minLength(1, 'Say why.'),
    z.maxLength(REASON_MAX, `Please use at most ${REASON_MAX} characters.`),
  );

const momentSchema = z.iso.datetime();

export const holdSchema = z.object({
  id: z.uuid(),
  scope: z.enum(HOLD_SCOPES),
  target: z.nullable(z.string()),
  /** The brand's name or the alert's title, as far as it is known. */
  name: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.string(),
  by: z.string(),
  at: momentSchema,
  lifted: z.nullable(z.object({ reason: z.string(), by: z.string(), at: momentSchema })),
});
export type Hold = z.infer<typeof holdSchema>;

/** /api/v1/ledger/keeping */
export const ledgerKeepingSchema = z.object({
  years: z.int(),
  entries: z.int(),
  /** The time of the oldest entry that is there; null without any. */
  oldest: z.nullable(momentSchema),
  operatorHold: z.boolean(),
  holds: z.array(holdSchema),
  pruned: z.nullable(z.object({ through: z.int(), at: momentSchema })),
});
export type LedgerKeeping = z.infer<typeof ledgerKeepingSchema>;

export const retentionFormSchema = z.strictObject({
  years: z.literal(RETENTION_YEARS, 'Entries are kept 3, 5 or 6 years.'),
});

export const holdFormSchema = z
  .strictObject({
    scope: z.enum(HOLD_SCOPES, 'Hold the ledger, a brand, a symbol or an alert.'),
    target: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
    from: z.optional(daySchema),
    to: z.optional(daySchema),
    reason: reasonSchema,
  })
  .check(
    z.refine(({ scope, target }) => (scope === 'ledger') === (target === undefined), {
      error: 'Set `target` to the brand, symbol or alert. For the whole ledger, leave it out.',
      path: ['target'],
    }),
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'The last day is before the first.',
      path: ['to'],
    }),
  );
export type HoldForm = z.infer<typeof holdFormSchema>;

export const liftFormSchema = z.strictObject({ reason: reasonSchema });

export const prunedSchema = z.object({
  entries: z.int(),
  through: z.nullable(z.int()),
  /** Old enough up to this entry, and kept by a hold; null where none stood in the way. */
  heldThrough: z.nullable(z.int()),
});
export type PrunedLedger = z.infer<typeof prunedSchema>;
