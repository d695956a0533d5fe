import { Hono } from 'hono';
import type { Chat } from '#src/chat/index.ts';
import type { Database } from '#src/db/database.ts';
import { operatorCounts, operatorLeads, operatorTrail } from '#src/db/queries/operator.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { OperatorLead, OperatorMe, OperatorTrailEntry } from '#src/shared/operator.ts';
import type { CheckSession } from '../api/signed-in.ts';
import { addAccountRoutes } from './accounts.ts';
import { addConversationRoutes } from './conversations.ts';
import { type OperatorEnv, requireOperator } from './guard.ts';
import { addJobRoutes, type JobDesk } from './jobs.ts';
import { addMessageRoutes } from './messages.ts';
import { pageAsked } from './page.ts';
import { addStopRoutes } from './stops.ts';

export type OperatorDeps = {
  app: Database;
  clock: Clock;
  checkSession: CheckSession;
  /** Operators must have a second factor: in production. */
  secondFactor: boolean;
  chat: Chat;
  jobs: JobDesk;
  announce: (workspaceId: string, topic: 'account' | 'notifications') => void;
};

/** /api/v1/operator: what whoever runs the installation sees and does. Errors are the outer application's to answer. */
export function createOperatorRoutes(deps: OperatorDeps): Hono<OperatorEnv> {
  const routes = new Hono<OperatorEnv>();
  routes.use(requireOperator(deps));
  routes.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });

  routes.get('/me', async (c) => {
    const { email, second_factor: secondFactor } = c.get('operator');
    const [counts, jobs] = await Promise.all([operatorCounts(deps.app, c.get('session')), deps.jobs.count()]);
    return c.json({ email, secondFactor, counts: { ...counts, jobs } } satisfies OperatorMe);
  });

  routes.get('/leads', async (c) => {
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

  addMessageRoutes(routes, deps);
  addConversationRoutes(routes, deps);
  addAccountRoutes(routes, deps);
  addJobRoutes(routes, deps);
  addStopRoutes(routes, deps);

  routes.get('/trail', async (c) => {
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
