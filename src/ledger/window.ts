import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { ledgerWindows } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { hashSchema } from './entry.ts';

/** How one send ended. */
const settledSchema = z.object({
  delivery: z.uuid(),
  attempt: z.int().positive(),
  fanOut: z.uuid(),
  channel: z.string(),
  purpose: z.string(),
  /** Counts the deliberate sends of a purpose. */
  send: z.int(),
  /** Hash of the canonical JSON of what was prepared; its bytes are kept under it. */
  rendition: hashSchema,
  outcome: z.string(),
  providerMessageId: z.string().nullable(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The contact, or null for a destination that many see. */
  person: z.uuid().nullable(),
  /** What is the recipient's own: where it went, the send parameters, the provider's words. Sealed where it is a person's. */
  own: z.object({
    to: z.string(),
    reason: z.string().nullable(),
    params: z.record(z.string(), z.unknown()),
  }),
});
export type SettledDelivery = z.infer<typeof settledSchema>;

const windowSchema = z.object({
  /** Fields of the entry beside the deliveries, such as the brand. */
  about: z.record(z.string(), z.string()),
  /** The hash that was approved. */
  revision: hashSchema,
  deliveries: z.array(settledSchema).min(1),
});
export type SettledWindow = z.infer<typeof windowSchema>;

/**
 * Hands a settled window to the writer of the chain, in the transaction that settles it. One insert: sending never
 * waits for the chain. The demo plays the same record without end; nothing of it is kept.
 */
export async function recordWindow(
  tx: Pick<Tx, 'insert'>,
  window: SettledWindow & { workspaceId: string; alertId: string; at: Date },
): Promise<void> {
  const { workspaceId, alertId, at, about, revision, deliveries } = window;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const body = JSON.stringify({ about, revision, deliveries } satisfies SettledWindow);
  await tx.insert(ledgerWindows).values({ workspaceId, id: newId(), at, alertId, body });
}

/** What a provider said may have been cut within a surrogate pair, which canonical JSON can't hold. */
const HALF_PAIR = /\\ud[89a-f]/i;
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

export const readWindow = (body: string): SettledWindow =>
  windowSchema.parse(HALF_PAIR.test(body) ? JSON.parse(body, wellFormed) : JSON.parse(body));
