import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type Happening, notifyMembers } from '#src/db/queries/notify.ts';
import { alerts } from '#src/db/schema.ts';
import { deputiesOfOwners } from './deputies/stand-ins.ts';
import type { AlertState } from '#src/shared/alerts.ts';

type Outcome = { workspaceId: string; alertId: string; to: AlertState; now: Date };

/** Tells the members how an alert ended, where that is news to them. @returns whether it was */
export async function noteOutcome(tx: Tx, outcome: Outcome): Promise<boolean> {
  const { workspaceId, alertId, to, now: at } = outcome;
  const here = { workspaceId, at, link: `/alerts/${alertId}` };
  if (to === 'failed' || to === 'unknown') {
    const { again, ...words } = WORDS[to];
    const text = await titleOf(tx, alertId);
    return notifyMembers(tx, { ...here, ...words, text, again: { ...again, text: `The latest: ${text}` } });
  }
  if ((to === 'sent' || to === 'partly_sent') && (await isFirst(tx, workspaceId, alertId))) {
    return notifyMembers(tx, { ...here, text: await titleOf(tx, alertId), ...WORDS.first });
  }
  return false;
}

/** Notifies the members who may approve that an alert waits for review. @returns whether there are any */
export const noteWaiting = (
  tx: Tx,
  alert: { workspaceId: string; alertId: string; title: string; now: Date },
): Promise<boolean> =>
  notifyMembers(tx, {
    workspaceId: alert.workspaceId,
    kind: 'alert_waiting',
    title: 'An alert waits for your review',
    text: alert.title,
    link: `/review?alert=${alert.alertId}`,
    again: {
      title: '{n} alerts wait for your review',
      text: `The latest: ${alert.title}`,
      link: '/review',
    },
    whoMay: 'alerts:approve',
    at: alert.now,
  });

/** Notifies those who may approve that a correction is proposed because bars were corrected. @returns whether there was anyone */
export const noteCorrection = (
  tx: Tx,
  alert: { workspaceId: string; alertId: string; title: string; now: Date },
): Promise<boolean> =>
  notifyMembers(tx, {
    workspaceId: alert.workspaceId,
    kind: 'correction_waiting',
    title: 'A correction waits for your approval',
    text: alert.title,
    link: `/alerts/${alert.alertId}`,
    again: {
      title: '{n} corrections wait for your approval',
      text: `The latest: ${alert.title}`,
      link: '/review?list=corrections',
    },
    whoMay: 'alerts:approve',
    at: alert.now,
  });

/** Reminds approvers that an alert still waits. Each is a notification of its own. @returns whether there are any */
export async function noteReminder(
  tx: Tx,
  alert: { workspaceId: string; alertId: string; title: string; now: Date },
  approvers: readonly string[],
): Promise<boolean> {
  let told = false;
  for (const onlyTo of approvers) {
    const isTold = await notifyMembers(tx, {
      workspaceId: alert.workspaceId,
      kind: 'alert_waiting',
      title: 'Reminder: an alert still waits for your review',
      text: alert.title,
      link: `/review?alert=${alert.alertId}`,
      whoMay: 'alerts:approve',
      onlyTo,
      at: alert.now,
    });
    told ||= isTold;
  }
  return told;
}

/** Notifies the owners, and the deputies of those who are away, that no one has decided and that it's up to them now. */
export async function noteEscalated(
  tx: Tx,
  alert: { workspaceId: string; alertId: string; title: string; now: Date },
): Promise<boolean> {
  const { workspaceId, now: at } = alert;
  const escalated = {
    workspaceId,
    kind: 'alert_waiting',
    title: 'No one has reviewed an alert yet',
    text: alert.title,
    link: `/alerts/${alert.alertId}`,
    at,
  } as const;
  const told = await notifyMembers(tx, { ...escalated, whoMay: 'team:owners' });
  for (const onlyTo of await deputiesOfOwners(tx, workspaceId, at))
    await notifyMembers(tx, { ...escalated, whoMay: 'alerts:approve', onlyTo });
  return told;
}

const WORDS = {
  failed: {
    kind: 'alert_failed',
    title: 'An alert failed',
    again: { title: '{n} alerts failed', link: '/alerts?state=failed' },
  },
  unknown: {
    kind: 'alert_unknown',
    title: 'An alert’s outcome is unknown',
    again: { title: 'The outcome of {n} alerts is unknown', link: '/alerts?state=unknown' },
  },
  first: { kind: 'first_alert_sent', title: 'Your first alert was sent', once: true },
} as const satisfies Record<
  string,
  Pick<Happening, 'kind' | 'title' | 'once'> & { again?: Omit<NonNullable<Happening['again']>, 'text'> }
>;

async function titleOf(tx: Tx, alertId: string): Promise<string> {
  const [alert] = await tx.select({ title: alerts.title }).from(alerts).where(eq(alerts.id, alertId));
  return alert?.title ?? 'It could not be written.';
}

async function isFirst(tx: Tx, workspaceId: string, alertId: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(
      and(
        eq(alerts.workspaceId, workspaceId),
        inArray(alerts.state, ['sent', 'partly_sent']),
        ne(alerts.id, alertId),
      ),
    )
    .limit(1);
  return other === undefined;
}
