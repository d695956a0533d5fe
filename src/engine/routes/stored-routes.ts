import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { routes, routeTargets } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Route, RouteForm } from '#src/shared/routes.ts';
import { type CheckedRoute, checkedOf, checkRoute } from './check-route.ts';
import { routeChoices } from './route-choices.ts';

type RuleOfRoutes = { workspaceId: string; id: string; approval: Route['approval'] };

/** The routes of rules, in their order. A rule without any is not in the map. */
export async function routesOf(tx: Tx, ruleIds: readonly string[]): Promise<Map<string, Route[]>> {
  const found = new Map<string, Route[]>();
  if (ruleIds.length === 0) return found;
  const { rows } = await tx.execute<{ ruleId: string; route: Route }>(sql`
    select r.rule_id as "ruleId", json_build_object(
      'id', r.id,
      'brand', json_build_object('id', b.id, 'name', b.name, 'archived', b.archived_at is not null),
      'template', json_build_object('id', r.template_id, 'name', coalesce(t.name, r.style), 'style', r.style),
      'audiences', coalesce((
        select json_agg(json_build_object('id', a.id, 'name', a.name, 'removed', a.deleted_at is not null)
                        order by lower(a.name), a.id)
          from route_targets t join audiences a on a.workspace_id = t.workspace_id and a.id = t.audience_id
         where t.workspace_id = r.workspace_id and t.route_id = r.id), '[]'),
      'destinations', coalesce((
        select json_agg(json_build_object('id', d.id, 'name', d.name, 'channel', c.channel, 'connection', c.name,
                                          'removed', coalesce(d.deleted_at, c.deleted_at) is not null)
                        order by lower(d.name), d.id)
          from route_targets t
          join destinations d on d.workspace_id = t.workspace_id and d.id = t.destination_id
          join connections c on c.workspace_id = d.workspace_id and c.id = d.connection_id
         where t.workspace_id = r.workspace_id and t.route_id = r.id), '[]'),
      'channels', r.channels, 'reach', r.reach, 'approval', r.approval, 'expiresMinutes', r.expires_minutes,
      'releaseMinutes', r.release_minutes) as route
      from routes r join brands b on b.workspace_id = r.workspace_id and b.id = r.brand_id
      left join templates t on t.workspace_id = r.workspace_id and t.id = r.template_id
     where r.rule_id = any(${sql.param([...ruleIds])}::uuid[])
     order by r.rule_id, r.position`);
  for (const { ruleId, route } of rows) found.set(ruleId, [...(found.get(ruleId) ?? []), route]);
  return found;
}

/**
 * Gives a rule these routes and no others; the caller has locked the rule. A route whose id is given stays the same one.
 * @returns whether anything is different from before
 * @throws AppError validation_failed or plan_limit, with the field of the route
 */
export async function putRoutes(
  tx: Tx,
  rule: RuleOfRoutes,
  forms: readonly RouteForm[],
  at: Date,
  field = 'routes',
): Promise<boolean> {
  const before = (await routesOf(tx, [rule.id])).get(rule.id) ?? [];
  if (forms.length === 0 && before.length === 0) return false;
  const choices = await routeChoices(tx, at);
  const kept = new Map(before.map((route) => [route.id, route]));
  const rows = forms.map((form, place) => {
    const stored = form.id === undefined ? undefined : kept.get(form.id);
    if (form.id !== undefined && !stored)
      throw new AppError('validation_failed', 'The rule has no such route.', {
        details: { field: `${field}.${place}.id` },
      });
    return checkRoute(form, {
      choices,
      approval: rule.approval,
      field: `${field}.${place}`,
      before: stored,
    });
  });
  if (isDeepStrictEqual(rows, before.map(checkedOf))) return false;
  const madeAt = await tx
    .select({ id: routes.id, createdAt: routes.createdAt })
    .from(routes)
    .where(eq(routes.ruleId, rule.id));
  const createdAt = new Map(madeAt.map((row) => [row.id, row.createdAt]));
  // Written anew, so that places can be swapped. What was sent refers to no row of these.
  await tx.delete(routes).where(eq(routes.ruleId, rule.id));
  await insertRoutes(
    tx,
    rows.map(({ id, ...row }, position) => ({
      ...row,
      id,
      workspaceId: rule.workspaceId,
      ruleId: rule.id,
      position,
      createdAt: createdAt.get(id) ?? at,
      updatedAt: at,
    })),
  );
  return true;
}

/** A copy of a rule goes where the rule goes. */
export async function copyRoutes(
  tx: Tx,
  from: { workspaceId: string; id: string },
  copyId: string,
  at: Date,
): Promise<void> {
  const found = (await routesOf(tx, [from.id])).get(from.id) ?? [];
  await insertRoutes(
    tx,
    found.map((route, position) => ({
      ...checkedOf(route),
      id: newId(),
      workspaceId: from.workspaceId,
      ruleId: copyId,
      position,
      createdAt: at,
      updatedAt: at,
    })),
  );
}

type NewRoute = CheckedRoute &
  Pick<typeof routes.$inferInsert, 'workspaceId' | 'ruleId' | 'position' | 'createdAt' | 'updatedAt'>;
/** So many rows are written at once. */
const AT_ONCE = 500;

export async function insertRoutes(tx: Tx, made: readonly NewRoute[]): Promise<void> {
  const rows = made.map(({ audienceIds: _audiences, destinationIds: _destinations, ...route }) => route);
  const targets = made.flatMap(({ workspaceId, id, audienceIds, destinationIds }) => [
    ...audienceIds.map((audienceId) => ({ workspaceId, id: newId(), routeId: id, audienceId })),
    ...destinationIds.map((destinationId) => ({ workspaceId, id: newId(), routeId: id, destinationId })),
  ]);
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx.insert(routes).values(rows.slice(from, from + AT_ONCE));
  for (let from = 0; from < targets.length; from += AT_ONCE)
    await tx.insert(routeTargets).values(targets.slice(from, from + AT_ONCE));
}
