import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newsItems, newsPutAside, newsSources, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { matchesKeywords } from '#src/shared/external/keywords.ts';
import { NEWS } from '#src/shared/external/news.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { fireExternalRule } from '../../events/fire-external-rule.ts';
import type { Claim, Claimed } from '../claim-due.ts';
import { newsEvidence, textOf } from './evidence.ts';
import { type FetchPage, type Page, PageError } from '#src/platform/net/fetch-page.ts';
import { textOfPage } from '#src/platform/net/page-text.ts';
import { readNewsApart } from './read-apart.ts';
import { NewsError, type NewsItem, type PutAside } from './read-news.ts';

export type NewsDeps = {
  app: Database;
  system: Database;
  clock: Clock;
  enqueue: EngineEnqueue;
  announce: Announce;
  fetchPage: FetchPage;
};
type Source = typeof newsSources.$inferSelect;

/** Sources that are to be asked, as long as an active rule listens to them. */
export const TO_READ: Claim = {
  table: 'news_sources',
  column: 'next_at',
  heldMs: 120_000,
  mostMs: NEWS.atMostMinutes * 60_000,
  only: sql`exists (
    select from rules r where r.workspace_id = due.workspace_id and r.kind = 'news'
       and r.state = 'active' and r.deleted_at is null
       and (jsonb_array_length(r.outside->'sources') = 0 or r.outside->'sources' ? due.id::text))`,
};
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const inMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS);

/** Asks a source and stores what came of it. What went wrong with the source is written down with it, and no error. */
export async function pollSource(deps: NewsDeps, at: Claimed, signal: AbortSignal): Promise<void> {
  const { app, clock, fetchPage, announce } = deps;
  const { workspaceId } = at;
  const [source] = await withTenant(app, workspaceId, (tx) =>
    tx.select().from(newsSources).where(eq(newsSources.id, at.id)),
  );
  if (!source) return;
  let page: Page;
  let news;
  try {
    page = await fetchPage({ ...source, signal });
    news = page.status === 'new' ? await readNewsApart(textOfPage(page.bytes, page.type), clock()) : null;
  } catch (error) {
    if (!(error instanceof PageError || error instanceof NewsError)) throw error;
    const failures = source.failures + 1;
    const wait = Math.min(NEWS.everyMinutes * 2 ** Math.min(failures - 1, 10), NEWS.atMostMinutes);
    await withTenant(app, workspaceId, (tx) =>
      tx
        .update(newsSources)
        .set({ failures, problem: error.message.slice(0, 300), nextAt: inMinutes(clock(), wait) })
        // Of another address since, it is asked anew.
        .where(and(eq(newsSources.id, source.id), eq(newsSources.url, source.url))),
    );
    announce(workspaceId, 'feeds');
    return;
  }
  const spoke = await withTenant(app, workspaceId, async (tx) => {
    const now = clock();
    const [held] = await tx.select().from(newsSources).where(eq(newsSources.id, source.id)).for('update');
    if (held?.url !== source.url) return false;
    const taken = news ? await takeItems(tx, deps, held, news.items, now) : { fresh: 0, spoke: false };
    const aside = news ? await putAside(tx, held, news.putAside, now) : 0;
    await tx
      .update(newsSources)
      .set({
        ...(page.status === 'new' ? { etag: page.etag, lastModified: page.lastModified } : {}),
        firstReadAt: held.firstReadAt ?? now,
        readAt: now,
        failures: 0,
        problem: null,
        items: held.items + taken.fresh,
        putAside: held.putAside + aside,
        nextAt: inMinutes(now, NEWS.everyMinutes),
      })
      .where(eq(newsSources.id, source.id));
    return taken.spoke;
  });
  announce(workspaceId, 'feeds');
  if (spoke) announce(workspaceId);
}

async function takeItems(
  tx: Tx,
  deps: NewsDeps,
  source: Source,
  items: readonly NewsItem[],
  now: Date,
): Promise<{ fresh: number; spoke: boolean }> {
  const fresh = await unknownOf(tx, source, items, now);
  // What stood there when it was first read had been said before anybody listened.
  if (source.firstReadAt === null || fresh.length === 0) return { fresh: fresh.length, spoke: false };
  const listening = await tx
    .select()
    .from(rules)
    .where(and(eq(rules.kind, 'news'), eq(rules.state, 'active'), isNull(rules.deletedAt)))
    .orderBy(asc(rules.createdAt), asc(rules.id));
  let spoke = false;
  // Oldest first: feeds tell the newest first.
  for (const item of fresh.toReversed())
    for (const rule of listening) {
      const { outside } = rule;
      if (outside?.kind !== 'news') continue;
      if (outside.sources.length > 0 && !outside.sources.includes(source.id)) continue;
      if (!matchesKeywords(textOf(item), outside)) continue;
      const attempt = await fireExternalRule(tx, deps.enqueue, {
        rule,
        about: source.name,
        evidence: newsEvidence(item, { source: source.name, at: now, asked: outside }),
        key: `news ${source.id} ${hashOf(item.key).toString('hex')}`,
        at: now,
        now,
      });
      spoke ||= typeof attempt === 'object' && 'alertId' in attempt;
    }
  return { fresh: fresh.length, spoke };
}

/** Those that were not there before, which from now on are known. */
async function unknownOf(
  tx: Tx,
  { workspaceId, id: sourceId }: Source,
  items: readonly NewsItem[],
  now: Date,
): Promise<NewsItem[]> {
  if (items.length === 0) return [];
  const byHash = new Map(items.map((item) => [hashOf(item.key).toString('hex'), item]));
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
  const made = await tx
    .insert(newsItems)
    .values(hashes.map((keyHash) => ({ workspaceId, sourceId, keyHash, seenAt: now })))
    .onConflictDoNothing()
    .returning({ keyHash: newsItems.keyHash });
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await tx
    .update(newsItems)
    .set({ seenAt: now })
    .where(
      and(eq(newsItems.sourceId, sourceId), inArray(newsItems.keyHash, hashes), lt(newsItems.seenAt, dayAgo)),
    );
  const oldest = new Date(now.getTime() - NEWS.rememberedDays * DAY_MS);
  await tx.delete(newsItems).where(and(eq(newsItems.sourceId, sourceId), lt(newsItems.seenAt, oldest)));
  const fresh = new Set(made.map(({ keyHash }) => keyHash.toString('hex')));
  return [...byHash].flatMap(([hash, item]) => (fresh.has(hash) ? [item] : []));
}

async function putAside(
  tx: Tx,
  { workspaceId, id: sourceId }: Source,
  found: readonly PutAside[],
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0;
  const rows = new Map(
    found.map((each) => {
      const itemHash = hashOf(`${each.reason}\n${each.sample}`);
      return [itemHash.toString('hex'), { ...each, workspaceId, sourceId, itemHash, firstAt: now }];
    }),
  );
  const made = await tx
    .insert(newsPutAside)
    .values([...rows.values()])
    .onConflictDoNothing()
    .returning({ reason: newsPutAside.reason });
  await tx.execute(sql`
    delete from news_put_aside where source_id = ${sourceId}::uuid and item_hash in (
      select item_hash from news_put_aside where source_id = ${sourceId}::uuid
       order by first_at desc, item_hash offset ${NEWS.putAsideKept})`);
  return made.length;
}
