import { and, eq, sql } from 'drizzle-orm';
import {
  ALERT_EMAILS,
  MAILED_KINDS,
  type MailedKind,
  type NotificationMail,
} from '#src/shared/notifications.ts';
import type { Tx } from '../database.ts';
import { contacts, notificationChoices, addresses } from '../schema.ts';

type Mine = { workspaceId: string; userId: string };
const isMine = ({ workspaceId, userId }: Mine) =>
  and(eq(notificationChoices.workspaceId, workspaceId), eq(notificationChoices.userId, userId));

/** Whether an address is that of a member who gets no alerts by email. Beside a query of `addresses` and `contacts`. */
export const unsubscribed = () =>
  sql`(${addresses.channel} = 'email' and exists (
    select from notification_choices choice where choice.workspace_id = ${contacts.workspaceId}
       and choice.user_id = ${contacts.userId} and choice.kind = ${ALERT_EMAILS} and not choice.mail))`;

/** Every kind that can be mailed, as the person has it. */
export async function mailChoices(tx: Tx, mine: Mine): Promise<NotificationMail[]> {
  const chosen = await tx.select().from(notificationChoices).where(isMine(mine));
  const kinds = Object.keys(MAILED_KINDS) as MailedKind[];
  return kinds.map((kind) => ({
    kind,
    mail: chosen.find((choice) => choice.kind === kind)?.mail ?? MAILED_KINDS[kind],
  }));
}

/** The last word counts. */
export async function chooseMail(tx: Tx, mine: Mine, { kind, mail }: NotificationMail): Promise<void> {
  await tx
    .insert(notificationChoices)
    .values({ ...mine, kind, mail })
    .onConflictDoUpdate({
      target: [notificationChoices.workspaceId, notificationChoices.userId, notificationChoices.kind],
      set: { mail },
    });
}
