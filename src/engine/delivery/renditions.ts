import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, renditions, revisions } from '#src/db/schema.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import { disclosuresIn, documentsOf, inLanguage } from '#src/shared/content/content.ts';
import { type Disclosures, setOf } from '#src/shared/countries/disclosures.ts';
import { type IsApproved, NotApproved } from './approved-content.ts';

/** `hash` is that of what was prepared, `revision` that of the revision: what the ledger knows them by. */
export type Rendition = typeof renditions.$inferSelect & { hash: string; revision: string };

/** The renditions of an alert, read once: they never change. Each throws `NotApproved` where one was changed after all. */
export type Renditions = {
  /** In the person's language, or else in the main language of the revision, with the disclosures and the label of their place. */
  for: (
    tx: Tx,
    wanted: { revisionId: string; channel: string; language: string | null; place: string },
  ) => Promise<Rendition | null>;
  byId: (tx: Tx, id: string) => Promise<Rendition | null>;
};

/**
 * @param isKnown checks what is about to be sent, with its revision; what is only recorded goes unchecked
 * @param approvedSince asked where there is more than that: a follow-up may be approved while its alert is on its way
 */
export function createRenditions(
  alert: { workspaceId: string; alertId: string },
  isKnown: IsApproved | null,
  approvedSince: ((tx: Tx) => Promise<IsApproved>) | null = null,
): Renditions {
  let known: Rendition[] = [];
  /** By revision: what of it isn't as it was approved. One that was edited before its approval is never asked for. */
  let faults = new Map<string, NotApproved>();
  let disclosures = new Map<string, Disclosures>();
  let reviewed: string | null = null;
  /** What was asked before: most people of a window are alike. */
  let answers = new Map<string, Rendition | null>();
  const read = async (tx: Tx): Promise<void> => {
    // A revision has its content once, and many renditions.
    const contents = await tx
      .select({ id: revisions.id, revision: revisions.hash, content: revisions.content })
      .from(revisions)
      .where(and(eq(revisions.workspaceId, alert.workspaceId), eq(revisions.alertId, alert.alertId)));
    const isNew = isKnown !== null && contents.some(({ revision }) => !isKnown(revision));
    const since = isNew ? await approvedSince?.(tx) : undefined;
    const isApproved: IsApproved | null = isKnown && ((hash) => isKnown(hash) || since?.(hash) === true);
    const rows = await tx
      .select()
      .from(renditions)
      .where(and(eq(renditions.workspaceId, alert.workspaceId), eq(renditions.alertId, alert.alertId)));
    // A digest has no row there: its label is that of its alerts.
    const [of] = await tx
      .select({ reviewedHash: alerts.reviewedHash })
      .from(alerts)
      .where(and(eq(alerts.workspaceId, alert.workspaceId), eq(alerts.id, alert.alertId)));
    answers = new Map();
    const mine = contents.find((each) => each.revision === of?.reviewedHash);
    reviewed = mine?.id ?? null;
    disclosures = new Map(contents.map(({ id, content }) => [id, disclosuresIn(content)]));
    faults = new Map();
    known = contents.flatMap(({ id, revision, content }) => {
      if (isApproved && !(isApproved(revision) && hashOf(content) === revision))
        faults.set(id, new NotApproved('The stored revision'));
      const [main] = documentsOf(content);
      const checked = rows.flatMap((rendition) => {
        if (rendition.revisionId !== id) return [];
        const hash = hashOf(rendition.prepared);
        if (isApproved && !isApproved(hash) && !faults.has(id))
          faults.set(id, new NotApproved(`The stored text for ${rendition.channel}`));
        return { ...rendition, revision, hash };
      });
      const isMain = ({ language }: Rendition): boolean => language === main?.language;
      return [...checked.filter(isMain), ...checked.filter((each) => !isMain(each))];
    });
  };
  const approved = <Found extends Rendition | null>(found: Found): Found => {
    const fault = found && faults.get(found.revisionId);
    if (fault) throw fault;
    return found;
  };
  return {
    for: async (tx, { revisionId, channel, language, place }) => {
      const asked = `${revisionId} ${channel} ${place} ${language ?? ''}`;
      const answer = answers.get(asked);
      if (answer !== undefined) return answer;
      const fits = (each: Rendition): boolean => each.revisionId === revisionId && each.channel === channel;
      if (!known.some(fits) || faults.has(revisionId)) await read(tx);
      const set = setOf(disclosures.get(revisionId) ?? [], place, revisionId === reviewed);
      const found = approved(
        inLanguage(
          known.filter((each) => fits(each) && each.disclosure === set),
          language,
        ),
      );
      answers.set(asked, found);
      return found;
    },
    byId: async (tx, id) => {
      const find = () => known.find((each) => each.id === id) ?? null;
      const first = find();
      if (!first || faults.has(first.revisionId)) await read(tx);
      return approved(find());
    },
  };
}
