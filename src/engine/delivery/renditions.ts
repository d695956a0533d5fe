import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { renditions } from '#src/db/schema.ts';

export type Rendition = typeof renditions.$inferSelect;

/** What a language falls back to. */
const LANGUAGE = 'en';

/** The renditions of an alert, read once: they never change. */
export type Renditions = {
  /** In the language nearest to the person's. */
  for: (
    tx: Tx,
    wanted: { revisionId: string; channel: string; language: string | null },
  ) => Promise<Rendition | null>;
  byId: (tx: Tx, id: string) => Promise<Rendition | null>;
};

export function createRenditions(alert: { workspaceId: string; alertId: string }): Renditions {
  let known: Rendition[] = [];
  const read = async (tx: Tx): Promise<void> => {
    known = await tx
      .select()
      .from(renditions)
      .where(and(eq(renditions.workspaceId, alert.workspaceId), eq(renditions.alertId, alert.alertId)));
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
