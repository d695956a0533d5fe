import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { renditions, revisions } from '#src/db/schema.ts';
import { keepBytes } from '#src/ledger/bytes.ts';
import { carryOver, onRecord } from '#src/ledger/carried-over.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';

/** Thrown where what is stored is not what was approved. Nothing of the alert goes out any more. */
export class NotApproved extends Error {
  constructor(what: string) {
    super(`${what} isn’t the one that was approved. Nothing more of this alert goes out.`);
    this.name = 'NotApproved';
  }
}

/** Whether a hash is one of those that were approved. */
export type IsApproved = (hash: string) => boolean;

/** The demo decides on a record that plays without end, and keeps no ledger. */
const ANYTHING: IsApproved = () => true;

/**
 * What the ledger says was approved of an alert, before anything of it goes out. An alert from before there was a ledger
 * is taken onto it here, by its first job after the upgrade. The last step of its transaction.
 */
export async function approvedContent(
  tx: Tx,
  { workspaceId, alertId, now }: { workspaceId: string; alertId: string; now: Date },
): Promise<IsApproved> {
  if (workspaceId === DEMO_WORKSPACE_ID) return ANYTHING;
  const { approved, pending } = await onRecord(tx, alertId);
  const all = new Set(approved);
  for (const revision of pending)
    for (const hash of await take(tx, { alertId, revision, now })) all.add(hash);
  return (hash) => all.has(hash);
}

/** The same later on, without what came from before there was a ledger: that is on it by now. */
export async function approvedSince(
  tx: Tx,
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
): Promise<IsApproved> {
  if (workspaceId === DEMO_WORKSPACE_ID) return ANYTHING;
  const { approved } = await onRecord(tx, alertId);
  return (hash) => approved.has(hash);
}

async function take(tx: Tx, at: { alertId: string; revision: string; now: Date }): Promise<string[]> {
  const { alertId, revision } = at;
  const rows = await tx
    .select({ content: revisions.content, prepared: renditions.prepared })
    .from(revisions)
    .innerJoin(
      renditions,
      and(eq(renditions.workspaceId, revisions.workspaceId), eq(renditions.revisionId, revisions.id)),
    )
    .where(and(eq(revisions.alertId, alertId), eq(revisions.hash, revision)));
  const [first] = rows;
  if (!first || hashOf(first.content) !== revision) throw new NotApproved('The stored revision');
  const prepared = rows.map((row) => row.prepared);
  const pictures = new Set(prepared.flatMap(({ media }) => media.map(({ hash }) => hash)));
  for (const hash of pictures) {
    const picture = await pictureOf(tx, hash);
    if (picture) await keepBytes(tx, picture.bytes, picture.type);
  }
  await carryOver(tx, { ...at, content: first.content, renditions: prepared });
  return [revision, ...prepared.map(hashOf)];
}
