import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import { dryRun } from '#src/engine/approval/policies/dry-run.ts';
import { createPolicies } from '#src/engine/approval/policies/stored-policies.ts';
import type { Clock } from '#src/shared/clock.ts';
import { byOf, changerOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { APPROVAL_POLICIES } from './contract.ts';

/** Approval policies of a workspace, and what they would have decided. */
export function addApprovalPolicyRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const policies = createPolicies(deps);
  route(APPROVAL_POLICIES.list, async (c) => c.json(await policies.list(here(c))));
  route(APPROVAL_POLICIES.make, async (c, body) => c.json(await policies.make(byOf(c), await body()), 201));
  route(APPROVAL_POLICIES.dryRun, async (c, body) => {
    const { content } = await body();
    return c.json(await withTenant(deps.app, here(c), (tx) => dryRun(tx, content)));
  });
  route(APPROVAL_POLICIES.read, async (c) => c.json(await policies.read(here(c), idOf(c))));
  route(APPROVAL_POLICIES.change, async (c, body) => {
    const form = await body();
    return c.json(await policies.change(byOf(c), idOf(c), form));
  });
  route(APPROVAL_POLICIES.versions, async (c) =>
    c.json({ items: await policies.versions(here(c), idOf(c)) }),
  );
  route(APPROVAL_POLICIES.remove, async (c) => {
    await policies.remove(changerOf(c), idOf(c));
    return c.body(null, 204);
  });
}
