import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { activityPeople, listActivity } from '#src/db/queries/activity-list.ts';
import { readCursor } from '#src/db/queries/cursor.ts';
import { withTenant } from '#src/db/tenant.ts';
import {
  ACTIVITY_CSV_MAX,
  ACTIVITY_PAGE_MAX,
  type ActivityFilter,
  type ActivityRow,
  activitySentence,
  readActivityFilter,
} from '#src/shared/activity.ts';
import type { Clock } from '#src/shared/clock.ts';
import { toCsv } from '#src/shared/csv.ts';
import { cursorOf, invalid, limitOf } from '../paging.ts';
import type { Route } from '../route.ts';
import { ACTIVITY } from './contract.ts';

/** Who did what in the workspace: a page at a time, and as a file for spreadsheets. */
export function addActivityRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  route(ACTIVITY.list, async (c) => {
    const filter = filterOf(c);
    const limit = limitOf(c.req.query('limit') ?? null, ACTIVITY_PAGE_MAX);
    const after = cursorOf(c.req.query('cursor') ?? null);
    const { workspaceId } = c.get('membership');
    return c.json(
      await withTenant(deps.app, workspaceId, (tx) =>
        listActivity(tx, { workspaceId, filter, after, limit }),
      ),
    );
  });

  route(ACTIVITY.people, async (c) => {
    const { workspaceId } = c.get('membership');
    return c.json({
      items: await withTenant(deps.app, workspaceId, (tx) => activityPeople(tx, workspaceId)),
    });
  });

  route(ACTIVITY.file, async (c) => {
    const filter = filterOf(c);
    const rows = await allRows(deps.app, c.get('membership').workspaceId, filter);
    const day = deps.clock().toISOString().slice(0, 10);
    return c.body(activityCsv(rows), 200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="activity-${day}.csv"`,
    });
  });
}

async function allRows(app: Database, workspaceId: string, filter: ActivityFilter): Promise<ActivityRow[]> {
  return withTenant(app, workspaceId, async (tx) => {
    const rows: ActivityRow[] = [];
    let after: ReturnType<typeof readCursor> = null;
    do {
      const limit = Math.min(1_000, ACTIVITY_CSV_MAX - rows.length);
      const page = await listActivity(tx, { workspaceId, filter, after, limit });
      rows.push(...page.items);
      after = page.next === null ? null : readCursor(page.next);
    } while (after && rows.length < ACTIVITY_CSV_MAX);
    return rows;
  });
}

const HEAD = ['time', 'by', 'kind', 'what', 'action', 'subject'];

function activityCsv(rows: readonly ActivityRow[]): string {
  return toCsv([
    HEAD,
    ...rows.map(({ at, actor, action, subject, detail }) => [
      at,
      actor.name,
      actor.kind,
      `${actor.name} ${activitySentence(action, subject, detail)}`,
      action,
      subject,
    ]),
  ]);
}

/** @throws AppError validation_failed */
function filterOf(c: Context): ActivityFilter {
  const query = new URL(c.req.url).searchParams;
  const read = readActivityFilter(query);
  if (read.ok) return read.filter;
  throw invalid(read.name, query.getAll(read.name).join(', '));
}
