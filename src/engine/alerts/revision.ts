import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { alerts, renditions, revisions } from '#src/db/schema.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Content } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Disclosures } from '#src/shared/countries/disclosures.ts';
import { plain } from '#src/shared/content/text.ts';
import type { Channel } from '../channels/channel.ts';
import { formOf, laidOut } from '../content/templates/lay-out.ts';

/** `disclosure`: number of the content's set that it carries; 0 is none. */
type Rendered = { channel: ChannelKind; language: string; prepared: Prepared; disclosure: number };

/** An alert's content, and what each channel sends of it in each language, the main language first. */
export type Written = { content: Content; renditions: Rendered[] };

/**
 * As each of these channels sends it: what its form of message has, by the document's layout. Once without disclosures,
 * and once with each set.
 */
export async function renderAlert(content: Content, over: readonly Channel[]): Promise<Written> {
  const render = (document: AlertDocument, disclosure: number) =>
    over.map(async ({ kind, limits, render: prepare }): Promise<Rendered> => {
      const { language } = document;
      const prepared = await prepare(laidOut(document, formOf(limits)));
      return { channel: kind, language, prepared, disclosure };
    });
  const sets: Pick<Disclosures[number], 'texts' | 'label'>[] = [
    { texts: [] },
    ...(content.disclosures ?? []),
  ];
  const all = sets.flatMap((set, at) =>
    at > 0 && set.texts.length === 0 && !set.label
      ? []
      : content.documents.flatMap((document) => render(withDisclosures(document, set), at)),
  );
  return { content, renditions: await Promise.all(all) };
}

/** The brand's own words, as its disclaimers are. */
function withDisclosures(
  given: AlertDocument,
  { texts, label }: Pick<Disclosures[number], 'texts' | 'label'>,
): AlertDocument {
  const document = label ? labeled(given) : given;
  return texts.length === 0
    ? document
    : { ...document, disclaimers: [...document.disclaimers, ...texts.map((text) => [{ author: text }])] };
}

/** A document as readers get it who are told that a model wrote it. */
export const labeled = (document: AlertDocument): AlertDocument =>
  document.aiLabel ? { ...document, disclaimers: [...document.disclaimers, document.aiLabel] } : document;

/** What a list of alerts calls it: its title in the main language, as the first channel with a subject has it. */
export function titleOf({ content, renditions: all }: Written): string {
  const [main] = content.documents;
  const titled = all.find(({ language, prepared }) => language === main?.language && prepared.title !== null);
  return titled?.prepared.title ?? plain(main?.title ?? []);
}

/** Keeps a revision of an alert with its renditions. It never changes: an edit is another one. */
export async function keepRevision(
  tx: Tx,
  {
    workspaceId,
    alertId,
    written,
    now,
    waits = false,
  }: {
    workspaceId: string;
    alertId: string;
    written: Written;
    now: Date;
    /** The alert keeps its title until this is approved. */
    waits?: boolean;
  },
): Promise<{ id: string; hash: string }> {
  const { content, renditions: rendered } = written;
  const before = await tx.$count(
    revisions,
    and(eq(revisions.workspaceId, workspaceId), eq(revisions.alertId, alertId)),
  );
  const revision = { id: newId(), hash: hashOf(content) };
  const common = { workspaceId, alertId, createdAt: now };
  await tx.insert(revisions).values({ ...common, ...revision, n: before + 1, content });
  await tx
    .insert(renditions)
    .values(rendered.map((each) => ({ ...common, ...each, id: newId(), revisionId: revision.id })));
  if (!waits)
    await tx
      .update(alerts)
      .set({ title: titleOf(written) })
      .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  return revision;
}

/** An approval is of a revision's hash and of nothing else. */
export async function approveRevision(
  tx: Tx,
  {
    workspaceId,
    alertId,
    hash,
    isReviewed = false,
  }: {
    workspaceId: string;
    alertId: string;
    hash: string;
    /** A person read it, approved it, and is responsible for its words. */
    isReviewed?: boolean;
  },
): Promise<void> {
  await tx
    .update(alerts)
    .set({ approvedHash: hash, ...(isReviewed && { reviewedHash: hash }) })
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
}
