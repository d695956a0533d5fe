import { sql } from 'drizzle-orm';
import { overPlanFrom } from '#src/shared/contacts.ts';
import { mailDay } from '#src/shared/mail-details.ts';
import type { Runs, Tx } from '../../database.ts';
import { contactCounts } from '../../schema.ts';
import { notifyMembers } from '../notify.ts';
import { workspacePlan } from '../plan.ts';

/** A workspace that has more contacts than its plan includes. */
export type OverPlan = { contacts: number; allowed: number; limitedFrom: Date };

/** Of the workspace in sight; null while all its contacts fit. Nobody is limited who hasn't been told (`tellNearLimit`). */
export async function overPlan(tx: Runs, now: Date): Promise<OverPlan | null> {
  const [counts] = await tx.select().from(contactCounts);
  if (!counts?.overSince) return null;
  const { contacts: allowed } = (await workspacePlan(tx, now)).entitlements;
  if (allowed === null || counts.contacts <= allowed) return null;
  return { contacts: counts.contacts, allowed, limitedFrom: overPlanFrom(counts.overSince) };
}

export type Over = { since: Date; allowed: number } | { since: null; allowed: null };

/** A grace begins with the first plan that is too small, and with each that is smaller than the one before. */
export function overOf(
  { contacts, overSince, overAllowed }: typeof contactCounts.$inferSelect,
  allowed: number | null,
  at: Date,
): Over {
  if (allowed === null || contacts <= allowed) return { since: null, allowed: null };
  const isNew = overSince === null || overAllowed === null || allowed < overAllowed;
  return { since: isNew ? at : overSince, allowed };
}

/** What a change of plan at a moment would make of it: null where all contacts fit into `allowed`. */
export async function overPlanAfter(
  tx: Runs,
  { allowed, at }: { allowed: number | null; at: Date },
): Promise<OverPlan | null> {
  const [counts] = await tx.select().from(contactCounts);
  if (!counts) return null;
  const over = overOf(counts, allowed, at);
  if (!over.since) return null;
  return { contacts: counts.contacts, allowed: over.allowed, limitedFrom: overPlanFrom(over.since) };
}

/**
 * The last contact that the plan includes, by id, which sorts by when they were added: alerts pass over those after it.
 * Null while alerts reach everyone. Members and those who get nothing take no room.
 */
export async function planEdge(tx: Runs, workspaceId: string, now: Date): Promise<string | null> {
  const over = await overPlan(tx, now);
  if (!over || now < over.limitedFrom) return null;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from contacts
     where workspace_id = ${workspaceId}::uuid and deleted_at is null and user_id is null and receives <> 'nothing'
     order by id offset ${over.allowed - 1} limit 1`);
  return rows[0]?.id ?? null;
}

/** Tells those who manage contacts that the plan includes fewer, and from when on that counts. */
export function tellOverPlan(
  tx: Tx,
  now: { workspaceId: string; plan: string; contacts: number; allowed: number; at: Date },
): Promise<boolean> {
  const [contacts, allowed] = [now.contacts, now.allowed].map((count) => count.toLocaleString('en-US'));
  return notifyMembers(tx, {
    workspaceId: now.workspaceId,
    kind: 'contacts_over',
    title: `${allowed} of ${contacts} contacts are in your plan`,
    text: `Nothing is deleted. From ${mailDay(overPlanFrom(now.at))} (UTC), alerts reach only the ${allowed} contacts that were added first. New sign-ups and imported contacts are rejected. To reach everyone, choose a larger plan than ${now.plan}, or delete contacts you don’t need.`,
    link: '/contacts',
    whoMay: 'contacts:write',
    at: now.at,
  });
}
