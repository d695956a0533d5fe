import { and, eq } from 'drizzle-orm';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import {
  ALERT_EMAILS,
  MAILED_KINDS,
  type MailedKind,
  type NotificationMail,
  type NotificationPush,
  PUSHED_KINDS,
} from '#src/shared/notifications.ts';
import type { Tx } from '../database.ts';
import { notificationChoices } from '../schema.ts';
import { type Choice, comeBack, contactOfUser, leave, leftBy, wholeChannel } from './unsubscriptions.ts';

type Mine = { workspaceId: string; userId: string };
const isMine = ({ workspaceId, userId }: Mine) =>
  and(eq(notificationChoices.workspaceId, workspaceId), eq(notificationChoices.userId, userId));

/** Every kind that can be mailed, as the person has it. Alerts are off while the person has left them, by whatever way. */
export async function mailChoices(tx: Tx, mine: Mine): Promise<NotificationMail[]> {
  const chosen = await tx.select().from(notificationChoices).where(isMine(mine));
  const contactId = await contactOfUser(tx, mine);
  const left = contactId ? await leftBy(tx, { workspaceId: mine.workspaceId, contactId }) : [];
  const kinds = Object.keys(MAILED_KINDS) as MailedKind[];
  return kinds.map((kind) => ({
    kind,
    mail:
      kind === ALERT_EMAILS
        ? wholeChannel(left, ACCOUNT_CHANNEL).length === 0
        : (chosen.find((choice) => choice.kind === kind)?.mail ?? MAILED_KINDS[kind]),
  }));
}

/** Every kind that a browser can show, as the person has it. */
export async function pushChoices(tx: Tx, mine: Mine): Promise<NotificationPush[]> {
  const chosen = await tx.select().from(notificationChoices).where(isMine(mine));
  return PUSHED_KINDS.map((kind) => ({
    kind,
    push: chosen.find((choice) => choice.kind === kind)?.push ?? MAILED_KINDS[kind],
  }));
}

/** The last word counts. */
export async function choosePush(tx: Tx, mine: Mine, { kind, push }: NotificationPush): Promise<void> {
  await tx
    .insert(notificationChoices)
    .values({ ...mine, kind, push })
    .onConflictDoUpdate({
      target: [notificationChoices.workspaceId, notificationChoices.userId, notificationChoices.kind],
      set: { push },
    });
}

/** The last word counts. @returns what the ledger has to record */
export async function chooseMail(
  tx: Tx,
  mine: Mine,
  { kind, mail }: NotificationMail,
  now: Date,
): Promise<Choice[]> {
  if (kind === ALERT_EMAILS) return chooseAlerts(tx, mine, mail, now);
  await tx
    .insert(notificationChoices)
    .values({ ...mine, kind, mail })
    .onConflictDoUpdate({
      target: [notificationChoices.workspaceId, notificationChoices.userId, notificationChoices.kind],
      set: { mail },
    });
  return [];
}

/** The setting and the links below the emails are one thing. On again means every brand. */
async function chooseAlerts(tx: Tx, mine: Mine, mail: boolean, at: Date): Promise<Choice[]> {
  const contactId = await contactOfUser(tx, mine);
  if (!contactId) return [];
  const person = { workspaceId: mine.workspaceId, contactId };
  if (!mail) {
    const everything = { brandId: null, channel: ACCOUNT_CHANNEL, topic: null } as const;
    return leave(tx, person, { ...everything, source: 'settings', at });
  }
  const ids = wholeChannel(await leftBy(tx, person), ACCOUNT_CHANNEL).map(({ id }) => id);
  return comeBack(tx, person, { ids, source: 'settings', at });
}
