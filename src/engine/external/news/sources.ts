import { asc, desc, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { newsPutAside, newsSources } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { violates } from '#src/db/violates.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  NEWS,
  type NewsSource,
  type NewsSourceChange,
  type NewsSourceForm,
} from '#src/shared/external/news.ts';
import type { By } from '../../changed-by.ts';
import { refusalOf } from '#src/platform/net/reachable.ts';

const LATELY = 5;
const NONE = 'There is no such source.';
const TAKEN = 'This source is already in your list.';

/** What is known of an address that nobody has read yet. */
const UNREAD = {
  etag: null,
  lastModified: null,
  firstReadAt: null,
  readAt: null,
  failures: 0,
  problem: null,
};

/** Sources of news as the account area and programs see them. `allowPrivate`: addresses of private networks are taken. */
export function createNewsSources({
  app,
  clock,
  allowPrivate,
}: {
  app: Database;
  clock: Clock;
  allowPrivate: boolean;
}) {
  const addressOf = (text: string): string => {
    const refusal = refusalOf(text, allowPrivate);
    if (refusal) throw new AppError('validation_failed', `This address is not read. ${refusal}`);
    const url = new URL(text);
    url.hash = '';
    return url.href;
  };
  return {
    list: (workspaceId: string): Promise<NewsSource[]> =>
      withTenant(app, workspaceId, async (tx) => {
        const rows = await tx.select().from(newsSources).orderBy(asc(newsSources.name), asc(newsSources.id));
        const shown: NewsSource[] = [];
        for (const row of rows) shown.push(await shownSource(tx, row));
        return shown;
      }),

    add: (by: By, form: NewsSourceForm): Promise<NewsSource> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const url = addressOf(form.url);
        const at = clock();
        const limit = { of: 'news sources', whose: by.workspaceId, max: NEWS.sources };
        if (!(await hasRoom(tx, limit, () => tx.$count(newsSources))))
          throw new AppError('validation_failed', `A workspace has ${NEWS.sources} sources at most.`);
        const [row] = await tx
          .insert(newsSources)
          .values({
            workspaceId: by.workspaceId,
            id: newId(),
            name: form.name,
            url,
            createdAt: at,
            nextAt: at,
          })
          .onConflictDoNothing()
          .returning();
        if (!row) throw new AppError('name_taken', TAKEN);
        await recordActivity(tx, { ...by, action: 'news.added', subject: form.name, at });
        const source = await shownSource(tx, row);
        await by.keepAnswer?.(tx, 201, source);
        return source;
      }),

    /** Another address is read as if it had just been added: what it holds at the first reading is old. */
    change: (by: By, id: string, form: NewsSourceChange): Promise<NewsSource> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const isOf = eq(newsSources.id, id);
        const [row] = await tx.select().from(newsSources).where(isOf).for('update');
        if (!row) throw new AppError('not_found', NONE);
        const { name = row.name } = form;
        const url = form.url === undefined ? row.url : addressOf(form.url);
        const at = clock();
        if (name === row.name && url === row.url) return shownSource(tx, row);
        const [changed = row] = await tx
          .transaction((inner) =>
            inner
              .update(newsSources)
              .set({ name, ...(url === row.url ? {} : { ...UNREAD, url, nextAt: at }) })
              .where(isOf)
              .returning(),
          )
          .catch((error: unknown) => {
            if (violates(error, 'news_sources_workspace_id_url_key'))
              throw new AppError('name_taken', TAKEN, { cause: error });
            throw error;
          });
        await recordActivity(tx, { ...by, action: 'news.changed', subject: name, at });
        return shownSource(tx, changed);
      }),

    remove: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const [gone] = await tx.delete(newsSources).where(eq(newsSources.id, id)).returning();
        if (!gone) throw new AppError('not_found', NONE);
        await recordActivity(tx, { ...by, action: 'news.removed', subject: gone.name, at: clock() });
      }),
  };
}

async function shownSource(tx: Tx, row: typeof newsSources.$inferSelect): Promise<NewsSource> {
  const aside = await tx
    .select()
    .from(newsPutAside)
    .where(eq(newsPutAside.sourceId, row.id))
    .orderBy(desc(newsPutAside.firstAt), asc(newsPutAside.itemHash))
    .limit(LATELY);
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    failures: row.failures,
    problem: row.problem,
    items: row.items,
    putAside: row.putAside,
    lately: aside.map(({ reason, problem, sample, firstAt }) => ({
      reason,
      problem,
      sample,
      at: firstAt.toISOString(),
    })),
  };
}
