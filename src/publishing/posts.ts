import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Cursor } from '#src/db/queries/cursor.ts';
import { preparedSchema, type PreparedMedia } from '#src/shared/content/prepared.ts';
import { type PagePost, pagePostSchema } from '#src/shared/content/page-post.ts';
import type { OpenPlace } from './open-place.ts';

/** What was sent to a page at one moment. */
export type Words = { at: Date; post: PagePost; text: string; media: PreparedMedia[] };

/** An alert as a page shows it. */
export type Post = {
  /** The alert's. */
  id: string;
  brandId: string;
  publishedAt: Date;
  /** The newest words: those that went out first, or those of the last correction. */
  words: Words;
  correctedAt: Date | null;
  /** What a correction has replaced: the words that went out first. Null where there was none. */
  before: Words | null;
  /** What was said since, oldest first. */
  updates: Words[];
  /** When anything of it last changed. */
  changedAt: Date;
};

type Row = {
  alert_id: string;
  delivery_id: string;
  brand_id: string;
  purpose: 'first' | 'update' | 'correction';
  sent_at: Date;
  prepared: unknown;
};

type Place = Pick<OpenPlace, 'workspaceId' | 'destinationId'>;

/** Newest first. @param atMost one more is a sign that there are more */
export async function newestPosts(
  tx: Tx,
  place: Place,
  { after, atMost }: { after: Cursor | null; atMost: number },
): Promise<{ posts: Post[]; next: Cursor | null }> {
  const rows = await read(
    tx,
    place,
    after ? sql`and (d.sent_at, d.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : sql``,
    atMost + 1,
  );
  const shown = rows.slice(0, atMost);
  const last = shown.at(-1);
  return {
    posts: await withFollowUps(tx, place, shown),
    next: rows.length > atMost && last ? { at: last.sent_at, id: last.delivery_id } : null,
  };
}

export async function postOf(tx: Tx, place: Place, alertId: string): Promise<Post | null> {
  const rows = await read(tx, place, sql`and d.alert_id = ${alertId}::uuid`, 1);
  const [post] = await withFollowUps(tx, place, rows);
  return post ?? null;
}

/** The first sends that this place has taken, and whose prices may be shown by now. What is waiting, unapproved or stopped was never sent. */
const read = async (
  tx: Tx,
  { workspaceId, destinationId }: Place,
  which: SQL,
  atMost: number,
): Promise<Row[]> =>
  (
    await tx.execute<Row>(sql`
      select d.alert_id, d.id as delivery_id, a.brand_id, d.purpose, d.sent_at, r.prepared
        from deliveries d
        join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
        join renditions r on r.workspace_id = d.workspace_id and r.id = d.rendition_id
       where d.workspace_id = ${workspaceId}::uuid and d.target_id = ${destinationId}::uuid
         and d.contact_id is null and d.state = 'sent' and d.purpose = 'first' and d.send_no = 1
         and not a.trial ${which}
         and not exists (select from instruments i where i.id = a.instrument_id and not i.public_prices)
         and not exists (select from hidden_posts h where h.workspace_id = d.workspace_id and h.alert_id = d.alert_id)
       order by d.sent_at desc, d.id desc limit ${atMost}`)
  ).rows.map(asRow);

async function withFollowUps(
  tx: Tx,
  { workspaceId, destinationId }: Place,
  firsts: readonly Row[],
): Promise<Post[]> {
  if (firsts.length === 0) return [];
  const ids = sql.param(firsts.map(({ alert_id: id }) => id));
  const { rows } = await tx.execute<Row>(sql`
    select d.alert_id, d.id as delivery_id, d.purpose, d.sent_at, r.prepared
      from deliveries d
      join renditions r on r.workspace_id = d.workspace_id and r.id = d.rendition_id
     where d.workspace_id = ${workspaceId}::uuid and d.target_id = ${destinationId}::uuid
       and d.alert_id = any(${ids}::uuid[]) and d.contact_id is null and d.state = 'sent'
       and d.purpose in ('update', 'correction')
     order by d.sent_at, d.id`);
  const later = rows.map(asRow);
  return firsts.map((first): Post => {
    const mine = later.filter(({ alert_id: id }) => id === first.alert_id);
    const corrected = mine.findLast(({ purpose }) => purpose === 'correction');
    return {
      id: first.alert_id,
      brandId: first.brand_id,
      publishedAt: first.sent_at,
      words: wordsOf(corrected ?? first),
      correctedAt: corrected?.sent_at ?? null,
      before: corrected ? wordsOf(first) : null,
      updates: mine.filter(({ purpose }) => purpose === 'update').map(wordsOf),
      changedAt: mine.at(-1)?.sent_at ?? first.sent_at,
    };
  });
}

/** Without a schema, the driver hands times over as it was set up to. */
const asRow = (row: Row): Row => ({ ...row, sent_at: new Date(row.sent_at) });

const wordsOf = ({ sent_at: at, prepared }: Row): Words => {
  const { text, media, own } = preparedSchema.parse(prepared);
  return { at, text, media, post: pagePostSchema.parse(own) };
};

/** The pictures that readers of a post may see. */
export const mediaOf = ({ words, before, updates }: Post): PreparedMedia[] =>
  [words, ...(before ? [before] : []), ...updates].flatMap(({ media }) => media);
