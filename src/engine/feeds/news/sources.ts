import { asc, desc, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { newsPutAside, newsSources } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { NEWS, type NewsSource, type NewsSourceForm } from '#src/shared/outside/news.ts';
import type { By } from '../../rules/by.ts';
import { refusalOf } from '#src/net/reachable.ts';

const LATELY = 5;

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
        const refusal = refusalOf(form.url, allowPrivate);
        if (refusal) throw new AppError('validation_failed', `This address is not read. ${refusal}`);
        const url = new URL(form.url);
        url.hash = '';
        const at = clock();
        if ((await tx.$count(newsSources)) >= NEWS.sources)
          throw new AppError('validation_failed', `A workspace has ${NEWS.sources} sources at most.`);
        const [row] = await tx
          .insert(newsSources)
          .values({
            workspaceId: by.workspaceId,
            id: newId(),
            name: form.name,
            url: url.href,
            createdAt: at,
            nextAt: at,
          })
          .onConflictDoNothing()
          .returning();
        if (!row) throw new AppError('name_taken', 'This address is a source already.');
        await recordActivity(tx, { ...by, action: 'news.added', subject: form.name, at });
        const source = await shownSource(tx, row);
        await by.keepAnswer?.(tx, 201, source);
        return source;
      }),

    remove: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const [gone] = await tx.delete(newsSources).where(eq(newsSources.id, id)).returning();
        if (!gone) throw new AppError('not_found', 'There is no such source.');
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
