import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { analytics } from '#src/db/queries/analytics.ts';
import { messageFigures } from '#src/db/queries/message-figures.ts';
import { withTenant } from '#src/db/tenant.ts';
import { readAlertFilter } from '#src/shared/alert-list.ts';
import { analyticsFilter, ANALYTICS_DAYS_MAX, lengthOf } from '#src/shared/analytics.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { analyticsCsv } from './analytics-csv.ts';
import type { ApiEnv } from '../actor.ts';
import type { Route } from '../route.ts';
import { ANALYTICS } from './contract.ts';

/** The figures of a period, as JSON and as a file for spreadsheets. */
export function addAnalyticsRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const asked = (c: Context<ApiEnv>) => ({
    filter: filterOf(new URL(c.req.url).searchParams, deps.clock()),
    workspaceId: c.get('membership').workspaceId,
  });
  const figures = (c: Context<ApiEnv>) => {
    const ask = asked(c);
    return withTenant(deps.app, ask.workspaceId, (tx) => analytics(tx, ask));
  };

  route(ANALYTICS.figures, async (c) => c.json(await figures(c)));

  route(ANALYTICS.messages, async (c) => {
    const ask = asked(c);
    return c.json(await withTenant(deps.app, ask.workspaceId, (tx) => messageFigures(tx, ask)));
  });

  route(ANALYTICS.file, async (c) => {
    const answer = await figures(c);
    const { from, to } = answer.period;
    return c.body(analyticsCsv(answer), 200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="analytics-${from}-to-${to}.csv"`,
    });
  });
}

/** @throws AppError validation_failed */
function filterOf(query: URLSearchParams, now: Date) {
  const read = readAlertFilter(query);
  if (!read.ok)
    throw invalid(read.name, `"${query.getAll(read.name).join(', ').slice(0, 80)}" cannot be ${read.name}.`);
  const filter = analyticsFilter(read.filter, now.getTime());
  const length = lengthOf(filter);
  if (length < 1) throw invalid('to', `The period ends (${filter.to}) before it begins (${filter.from}).`);
  if (length > ANALYTICS_DAYS_MAX) {
    throw invalid('from', `A period can have ${ANALYTICS_DAYS_MAX} days at most; this one has ${length}.`);
  }
  return filter;
}

const invalid = (field: string, message: string): AppError =>
  new AppError('validation_failed', message, { details: { field } });
