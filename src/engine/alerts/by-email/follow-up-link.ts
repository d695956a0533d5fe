import type { Tx } from '#src/db/database.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { oneFollowUp } from '#src/db/queries/follow-ups.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import type { Person } from '#src/shared/approving-person.ts';
import { keyOf } from '#src/shared/approving-person.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { FollowUp } from '#src/shared/follow-ups.ts';
import { momentIn } from '#src/shared/moment.ts';
import { lacksClient, standingOf, votesOf, whoStillMay } from '../../approval/policies/who-may.ts';
import type { ApprovalMailJob } from '../../enqueue.ts';
import { type Asked, readAsked } from '../asked.ts';
import { type FollowUpRow, followUpWith, questionOf } from '../follow-ups/decide-follow-up.ts';
import { readAlert } from '../follow-ups/followed-alert.ts';
import { type ApprovalLink, linksSince, makeLink } from './link.ts';
import { followUpMessages, readersHave } from './follow-up-messages.ts';
import { inLanguageOf, MAILS_PER_HOUR } from './mail-data.ts';
import type { PageMessage } from './messages.ts';

const HOUR_MS = 3_600_000;
/** One that waits never lapses; its link does. */
const LINK_MS = 30 * 24 * HOUR_MS;

/** An update or a correction to decide on, as a client approver sees it. */
export type AskedFollowUp = {
  followUp: FollowUp;
  needs: number;
  /** Who has approved it so far. */
  approvals: string[];
  needsClient: boolean;
};

/** What its page shows beside: how it reads on each channel, and what readers have so far. */
export type FollowUpPage = AskedFollowUp & {
  messages: PageMessage[];
  before: AlertDocument | null;
  /** Until when the link works. */
  until: Date;
};

export async function followUpOnPage(
  tx: Tx,
  { expiresAt: until }: Pick<ApprovalLink, 'expiresAt'>,
  asked: Asked,
  row: FollowUpRow,
  now: Date,
): Promise<FollowUpPage> {
  const before = inLanguageOf(asked, await readersHave(tx, asked.alert)) ?? null;
  const of = { alertId: asked.alert.id, revisionId: row.revisionId };
  const messages = await followUpMessages(tx, { ...of, language: before?.language ?? '' });
  return { ...(await shownFollowUp(tx, asked, row, now)), messages, before, until };
}

export async function shownFollowUp(
  tx: Tx,
  { alert }: Pick<Asked, 'alert'>,
  row: FollowUpRow,
  now: Date,
): Promise<AskedFollowUp> {
  const followUp = await oneFollowUp(tx, row.id);
  const { question, policy } = await questionOf(tx, await readAlert(tx, alert.id, now), row, now);
  const voters = await whoStillMay(tx, await votesOf(tx, alert.id, followUp.revision), question);
  const names = await actorNames(
    tx,
    voters.map(({ key }) => key),
  );
  return {
    followUp,
    needs: policy.needs,
    approvals: voters.map(({ key }) => names.get(key) ?? 'a former member'),
    needsClient: lacksClient(policy, voters),
  };
}

/** Why a link to one decides nothing, in a sentence; null where it does. */
export async function followUpClosed(
  tx: Tx,
  link: Pick<ApprovalLink, 'usedAt' | 'decision' | 'expiresAt'>,
  { alert, brand, workspace, person }: Asked,
  row: FollowUpRow,
  now: Date,
): Promise<string | null> {
  if (link.usedAt !== null)
    return `You’ve used this link already: you ${link.decision === 'approve' ? 'approved' : 'rejected'} the ${row.purpose} on ${momentIn(link.usedAt, brand.timeZone)}. Each link works once.`;
  // Links to these go to client approvers only.
  if (person.kind !== 'client') return 'Decide on it on the alert’s page.';
  const { question } = await questionOf(tx, await readAlert(tx, alert.id, now), row, now);
  const approver = {
    workspaceId: alert.workspaceId,
    approverId: person.approver.id,
    brandId: alert.brandId,
  };
  const { refusal } = await standingOf(tx, question, approver);
  if (refusal !== null) return refusal;
  if (row.state !== 'waiting') {
    const who = row.decidedBy && (await actorNames(tx, [row.decidedBy])).get(row.decidedBy);
    return `${who || 'The policy'} has ${row.state} this ${row.purpose} already.`;
  }
  if (link.expiresAt.getTime() <= now.getTime())
    return `This link has expired. You could decide until ${momentIn(link.expiresAt, brand.timeZone)}.`;
  if ((await workspacePlan(tx, now)).standing === 'read_only')
    return `${workspace} is read-only because its plan has ended. Nothing is sent until an owner chooses a plan.`;
  return null;
}

export type FollowUpMail = Pick<Asked, 'brand' | 'workspace' | 'person'> &
  AskedFollowUp & { to: string; token: string; isLast: boolean; whiteLabel: boolean };

/** What an email asks, with a new link; null where there is nothing to ask anymore. */
export async function followUpMail(tx: Tx, job: ApprovalMailJob, now: Date): Promise<FollowUpMail | null> {
  const { workspaceId, alertId, revision: revisionHash } = job;
  const who: Person = job.userId === undefined ? { approverId: job.approverId } : { userId: job.userId };
  const asked = await readAsked(tx, { workspaceId, alertId, ...who });
  const to = asked?.person.kind === 'client' ? asked.person.approver.email : null;
  const row = await followUpWith(tx, alertId, revisionHash);
  if (!asked || to === null || !row) return null;
  const expiresAt = new Date(now.getTime() + LINK_MS);
  const link = { usedAt: null, decision: null, expiresAt };
  if ((await followUpClosed(tx, link, asked, row, now)) !== null) return null;
  if ((await votesOf(tx, alertId, revisionHash)).includes(keyOf(who))) return null;
  const sent = await linksSince(tx, { workspaceId, ...who }, new Date(now.getTime() - HOUR_MS));
  if (sent >= MAILS_PER_HOUR) return null;
  const token = await makeLink(tx, { workspaceId, alertId, ...who, revisionHash, createdAt: now, expiresAt });
  const { brand, workspace, person } = asked;
  const { whiteLabel } = (await workspacePlan(tx, now)).entitlements;
  const isLast = sent + 1 === MAILS_PER_HOUR;
  return {
    brand,
    workspace,
    person,
    ...(await shownFollowUp(tx, asked, row, now)),
    to,
    token,
    isLast,
    whiteLabel,
  };
}
