import { Hono } from 'hono';
import { operatorCounts, operatorLeads, operatorTrail } from '#src/db/queries/operator.ts';
import { AppError } from '#src/shared/errors.ts';
import { limitBody } from '../api/body-limit.ts';
import type { OperatorFeed, OperatorLead, OperatorMe, OperatorTrailEntry } from '#src/shared/operator.ts';
import { addAccountRoutes } from './accounts.ts';
import { addConversationRoutes } from './conversations.ts';
import { type OperatorEnv, requireOperator } from './guard.ts';
import { addJobRoutes } from './jobs.ts';
import type { OperatorDeps } from './deps.ts';
import { addMessageRoutes } from './messages.ts';
import { OPERATOR } from './contract.ts';
import { pageAsked } from './page.ts';
import { operatorRoute } from './route.ts';
import { addStopRoutes } from './stops.ts';

/** /api/v1/operator: the operator console. The outer application answers errors. */
export function createOperatorRoutes(deps: OperatorDeps): Hono<OperatorEnv> {
  const routes = new Hono<OperatorEnv>();
  const route = operatorRoute(routes);
  routes.use(limitBody());
  routes.use(requireOperator(deps));
  routes.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });

  route(OPERATOR.me, async (c) => {
    const { email, second_factor: secondFactor } = c.get('operator');
    const [counts, jobs] = await Promise.all([operatorCounts(deps.app, c.get('session')), deps.jobs.count()]);
    const warnings = [...(deps.warnings?.() ?? [])];
    return c.json({ email, secondFactor, warnings, counts: { ...counts, jobs } } satisfies OperatorMe);
  });

  route(OPERATOR.leads, async (c) => {
    const { rows, next } = await operatorLeads(deps.app, c.get('session'), pageAsked(c));
    const items = rows.map((row): OperatorLead => ({
      id: row.id,
      company: row.company_name,
      email: row.contact_email,
      volume: row.message_volume,
      brandedEmails: row.branded_emails,
      platforms: row.platforms,
      createdAt: row.created_at.toISOString(),
    }));
    return c.json({ items, next });
  });

  addMessageRoutes(route, deps);
  addConversationRoutes(route, deps);
  addAccountRoutes(route, deps);
  addJobRoutes(route, deps);
  addStopRoutes(route, deps);

  route(OPERATOR.feeds, async (c) => {
    const items = (await deps.feeds.health()).map(
      ({ name: id, title, state, problem, since, lastMessageAt }): OperatorFeed => ({
        id,
        title,
        state,
        problem,
        since,
        lastMessageAt,
      }),
    );
    return c.json({ items, next: null });
  });

  route(OPERATOR.trail, async (c) => {
    const { rows, next } = await operatorTrail(deps.app, c.get('session'), pageAsked(c));
    const items = rows.map((row): OperatorTrailEntry => ({
      id: row.id,
      operator: row.operator_name,
      action: row.action,
      subject: row.subject,
      detail: row.detail,
      at: row.at.toISOString(),
    }));
    return c.json({ items, next });
  });

  routes.all('*', () => {
    throw new AppError('not_found');
  });
  return routes;
}
