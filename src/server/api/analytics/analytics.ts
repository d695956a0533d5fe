import type { Context } from 'hono';
import type { Database, Tx } from '#src/db/database.ts';
import { analytics } from '#src/db/queries/analytics.ts';
import { messageFigures } from '#src/db/queries/message-figures.ts';
import { reactionFigures } from '#src/db/queries/reaction-figures.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import { readAlertFilter } from '#src/shared/alert-list.ts';
import { ADVANCED_FILTERS, analyticsFilter, ANALYTICS_DAYS_MAX, lengthOf } from '#src/shared/analytics.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Entitlements } from '#src/shared/entitlements.ts';
import { AppError } from '#src/shared/errors.ts';
import { planLimit, planName } from '#src/shared/plan-limit.ts';
import { analyticsCsv } from './analytics-csv.ts';
import { reactionsCsv } from './reactions-csv.ts';
import type { ApiEnv } from '../actor.ts';
import type { Route } from '../route.ts';
import { ANALYTICS } from './contract.ts';

/** The figures of a period, as JSON and as a file for spreadsheets. */
export function addAnalyticsRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const asked = (c: Context<ApiEnv>) => ({
    filter: filterOf(new URL(c.req.url).searchParams, deps.clock()),
    workspaceId: c.get('membership').workspaceId,
  });
  const figures = (c: Context<ApiEnv>, needs: 'advanced' | null) => {
    const ask = asked(c);
    return withTenant(deps.app, ask.workspaceId, async (tx) => {
      const narrows = ADVANCED_FILTERS.some((name) => ask.filter[name] !== undefined);
      const tier = await tierOf(tx, deps.clock(), narrows ? 'advanced' : needs);
      return analytics(tx, { ...ask, tier });
    });
  };

  route(ANALYTICS.figures, async (c) => c.json(await figures(c, null)));

  route(ANALYTICS.messages, async (c) => {
    const ask = asked(c);
    const messages = await withTenant(deps.app, ask.workspaceId, async (tx) => {
      await tierOf(tx, deps.clock(), 'advanced');
      return messageFigures(tx, ask);
    });
    return c.json(messages);
  });

  const reactions = (c: Context<ApiEnv>) => {
    const ask = asked(c);
    return withTenant(deps.app, ask.workspaceId, async (tx) => {
      await tierOf(tx, deps.clock(), 'advanced');
      return { ...ask.filter, figures: await reactionFigures(tx, ask) };
    });
  };
  route(ANALYTICS.reactions, async (c) => c.json((await reactions(c)).figures));
  route(ANALYTICS.reactionsFile, async (c) => {
    const { from, to, figures: answer } = await reactions(c);
    return csvFile(c, `reactions-${from}-to-${to}.csv`, reactionsCsv(answer));
  });

  route(ANALYTICS.file, async (c) => {
    const answer = await figures(c, 'advanced');
    const { from, to } = answer.period;
    return csvFile(c, `analytics-${from}-to-${to}.csv`, analyticsCsv(answer));
  });
}

const csvFile = (c: Context<ApiEnv>, name: string, text: string): Response =>
  c.body(text, 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}"`,
  });

/** Which analytics the plan includes. @throws AppError plan_limit where it is less than what is asked for */
async function tierOf(tx: Tx, now: Date, needs: 'advanced' | null): Promise<Entitlements['analytics']> {
  const { planId, entitlements } = await workspacePlan(tx, now);
  if (needs === 'advanced' && entitlements.analytics === 'basic')
    throw planLimit(planId, 'analytics', `The ${planName(planId)} plan has basic analytics.`);
  return entitlements.analytics;
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
