import * as z from 'zod/mini';

/** So many recipients of an alert are in a search's answer; a case file has all of them. */
export const RECIPIENTS_SHOWN = 20;
export const RECORD_PAGE_MAX = 50;

const momentSchema = z.iso.datetime();

/** An alert as the ledger has it: what it said, at which figures, who approved it, who got it. */
export const recordedAlertSchema = z.object({
  alert: z.uuid(),
  title: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  brand: z.object({ id: z.uuid(), name: z.string() }),
  at: momentSchema,
  figures: z.nullable(
    z.object({ line: z.string(), rows: z.array(z.object({ label: z.string(), value: z.string() })) }),
  ),
  said: z.array(z.object({ title: z.nullable(z.string()), text: z.string() })),
  decisions: z.array(
    z.object({
      entry: z.int(),
      at: momentSchema,
      decision: z.string(),
      by: z.string(),
      isPolicy: z.boolean(),
      entity: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  outcomes: z.array(z.object({ state: z.string(), count: z.int() })),
  recipients: z.array(
    z.object({ to: z.nullable(z.string()), channel: z.string(), state: z.string(), at: momentSchema }),
  ),
});
export type RecordedAlert = z.infer<typeof recordedAlertSchema>;

export const recordPageSchema = z.object({
  items: z.array(recordedAlertSchema),
  next: z.nullable(z.uuid()),
});
export type RecordPage = z.infer<typeof recordPageSchema>;
