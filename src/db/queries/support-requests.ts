import { sql } from 'drizzle-orm';
import type { MessageKind } from '#src/shared/contact.ts';
import type { SupportRequest } from '#src/shared/chat.ts';
import type { Tx } from '../database.ts';

/** More than a person can have in mind. */
const MOST = 20;

/** What the person in sight has written to the team from this workspace and waits for, the earliest promise first. */
export async function supportRequests(tx: Tx): Promise<SupportRequest[]> {
  const { rows } = await tx.execute<{
    id: string;
    kind: MessageKind;
    subject: string;
    place: number;
    created_at: Date | string;
    answer_by: Date | string;
    priority: boolean;
  }>(sql`select * from support_requests(${MOST}::integer)`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    place: row.place,
    priority: row.priority,
    since: new Date(row.created_at).toISOString(),
    answerBy: new Date(row.answer_by).toISOString(),
  }));
}
