import { asc, eq, inArray } from 'drizzle-orm';
import { documentsOf } from '#src/shared/content/content.ts';
import { plain } from '#src/shared/content/text.ts';
import type { FollowUp } from '#src/shared/follow-ups.ts';
import type { Tx } from '../database.ts';
import { followUps, revisions } from '../schema.ts';
import { actorNames } from './actor-names.ts';

/** The updates and corrections of an alert, oldest first. */
export const listFollowUps = (tx: Tx, alertId: string): Promise<FollowUp[]> =>
  read(tx, eq(followUps.alertId, alertId));

/** @throws Error where there is none */
export async function oneFollowUp(tx: Tx, id: string): Promise<FollowUp> {
  const [row] = await read(tx, eq(followUps.id, id));
  if (!row) throw new Error(`There is no follow-up ${id}.`);
  return row;
}

const KEY = 'key:';
/** Who writes what the product proposes. */
export const SYSTEM_AUTHOR = 'system';

async function read(tx: Tx, where: ReturnType<typeof eq>): Promise<FollowUp[]> {
  const rows = await tx
    .select()
    .from(followUps)
    .where(where)
    .orderBy(asc(followUps.createdAt), asc(followUps.id));
  if (rows.length === 0) return [];
  const contents = await tx
    .select({ id: revisions.id, hash: revisions.hash, content: revisions.content })
    .from(revisions)
    .where(
      inArray(
        revisions.id,
        rows.map(({ revisionId }) => revisionId),
      ),
    );
  const names = await actorNames(
    tx,
    rows.flatMap(({ writtenBy, decidedBy }) => [writtenBy, decidedBy ?? '']),
  );
  const nameOf = (actor: string) =>
    names.get(actor) ??
    (actor === SYSTEM_AUTHOR ? 'Bellwire' : actor.startsWith(KEY) ? actor.slice(KEY.length) : actor);
  return rows.map((row) => {
    const revision = contents.find(({ id }) => id === row.revisionId);
    const [document] = documentsOf(revision?.content);
    const paragraphs =
      document?.blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])) ?? [];
    return {
      id: row.id,
      purpose: row.purpose,
      sendNo: row.sendNo,
      state: row.state,
      headline: plain(document?.headline ?? []),
      text: [document?.summary ?? [], ...paragraphs].map(plain).join('\n\n'),
      ownFigures: row.ownFigures,
      revision: revision?.hash ?? '',
      writtenBy: nameOf(row.writtenBy),
      createdAt: row.createdAt.toISOString(),
      decidedBy: row.decidedBy && nameOf(row.decidedBy),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      reason: row.reason,
    };
  });
}
