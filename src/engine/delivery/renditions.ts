import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { renditions, revisions } from '#src/db/schema.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import { type IsApproved, NotApproved } from './approved-content.ts';

/** `hash` is that of what was prepared, `revision` that of the revision: what the ledger knows them by. */
export type Rendition = typeof renditions.$inferSelect & { hash: string; revision: string };

/** What a language falls back to. */
const LANGUAGE = 'en';

/** The renditions of an alert, read once: they never change. Each throws `NotApproved` where one was changed after all. */
export type Renditions = {
  /** In the language nearest to the person's. */
  for: (
    tx: Tx,
    wanted: { revisionId: string; channel: string; language: string | null },
  ) => Promise<Rendition | null>;
  byId: (tx: Tx, id: string) => Promise<Rendition | null>;
};

/** @param isApproved checks what is about to be sent, with its revision; what is only recorded goes unchecked */
export function createRenditions(
  alert: { workspaceId: string; alertId: string },
  isApproved: IsApproved | null,
): Renditions {
  let known: Rendition[] = [];
  const read = async (tx: Tx): Promise<void> => {
    const rows = await tx
      .select({ rendition: renditions, revision: revisions.hash, content: revisions.content })
      .from(renditions)
      .innerJoin(
        revisions,
        and(eq(revisions.workspaceId, renditions.workspaceId), eq(revisions.id, renditions.revisionId)),
      )
      .where(and(eq(renditions.workspaceId, alert.workspaceId), eq(renditions.alertId, alert.alertId)));
    known = rows.map(({ rendition, revision, content }) => {
      const hash = hashOf(rendition.prepared);
      if (isApproved && !(isApproved(revision) && hashOf(content) === revision))
        throw new NotApproved('The stored revision');
      if (isApproved && !isApproved(hash)) throw new NotApproved(`The stored text for ${rendition.channel}`);
      return { ...rendition, revision, hash };
    });
  };
  return {
    for: async (tx, { revisionId, channel, language }) => {
      const fits = (each: Rendition): boolean => each.revisionId === revisionId && each.channel === channel;
      if (!known.some(fits)) await read(tx);
      const choices = known.filter(fits);
      const wanted = [language, language?.split('-')[0], LANGUAGE];
      for (const each of wanted) {
        const found = choices.find((choice) => choice.language === each);
        if (found) return found;
      }
      return choices[0] ?? null;
    },
    byId: async (tx, id) => {
      const find = () => known.find((each) => each.id === id) ?? null;
      if (!find()) await read(tx);
      return find();
    },
  };
}
