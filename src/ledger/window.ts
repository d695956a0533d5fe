import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { ledgerWindows } from '#src/db/schema.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';

/** How one send ended. */
export type SettledDelivery = {
  delivery: string;
  attempt: number;
  fanOut: string;
  channel: string;
  purpose: string;
  /** Counts the deliberate sends of a purpose. */
  send: number;
  /** Hash of the canonical JSON of what was prepared; its bytes are kept under it. */
  rendition: string;
  outcome: string;
  providerMessageId: string | null;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  /** The contact, or null for a destination that many see. */
  person: string | null;
  /** What is the recipient's own: where it went, the send parameters, the provider's words. Sealed where it is a person's. */
  own: { to: string; reason: string | null; params: Readonly<Record<string, unknown>> };
  /** Its outcome stayed unknown, and this setting of its connection decided: it's sent once more, or left as it is. */
  decidedBy?: 'resend' | 'leave';
};

export type SettledWindow = {
  /** Fields of the entry beside the deliveries, such as the brand. */
  about: Readonly<Record<string, string>>;
  /** The hash that was approved. */
  revision: string;
  deliveries: readonly SettledDelivery[];
};

export type RecordedWindow = SettledWindow & { alertId: string; at: Date };

const bodyOf = ({ about, revision, deliveries }: SettledWindow): string =>
  JSON.stringify({ about, revision, deliveries } satisfies SettledWindow);

/**
 * Hands a settled window to the writer of the chain, in the transaction that settles it. One insert: sending never
 * waits for the chain. The demo plays the same record without end; nothing of it is kept.
 */
export async function recordWindow(
  tx: Pick<Tx, 'insert'>,
  window: RecordedWindow & { workspaceId: string },
): Promise<void> {
  const { workspaceId, alertId, at } = window;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  await tx.insert(ledgerWindows).values({ workspaceId, id: newId(), at, alertId, body: bodyOf(window) });
}

/** The same as a statement, whose condition follows it. */
export function keepingWindows(workspaceId: string, windows: readonly RecordedWindow[]): SQL {
  const kept = workspaceId === DEMO_WORKSPACE_ID ? [] : windows;
  // A body is long, and full of what an array of texts would have to escape.
  const rows = kept.map(
    (window) => sql`
      select ${newId()}::uuid as id, ${window.at.toISOString()}::timestamptz as at, ${window.alertId}::uuid as alert_id,
             ${bodyOf(window)}::text as body`,
  );
  const none = sql`select null::uuid as id, null::timestamptz as at, null::uuid as alert_id, null::text as body limit 0`;
  return sql`
    insert into ledger_windows (workspace_id, id, at, alert_id, body)
    select ${workspaceId}::uuid, w.id, w.at, w.alert_id, w.body
      from (${rows.length > 0 ? sql.join(rows, sql` union all `) : none}) w`;
}

/** What a provider said may have been cut within a surrogate pair, which canonical JSON can't hold. */
const HALF_PAIR = /\\ud[89a-f]/i;
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

export const readWindow = (body: string): SettledWindow =>
  (HALF_PAIR.test(body) ? JSON.parse(body, wellFormed) : JSON.parse(body)) as SettledWindow;
