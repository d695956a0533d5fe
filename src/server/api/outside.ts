import type { Hono } from 'hono';
import type { By } from '#src/engine/rules/by.ts';
import { createOutsideRules, type OutsideRuleDeps } from '#src/engine/outside/stored.ts';
import { outsideRuleChangeSchema, outsideRuleFormSchema } from '#src/shared/outside/rules.ts';
import { readPayload } from '../functions/body.ts';
import { activityActor, type ApiEnv } from './actor.ts';
import { keeping } from './idempotency.ts';
import { idOf } from './path-id.ts';

type Ctx = Parameters<typeof activityActor>[0];

const byOf = (c: Ctx): By => ({
  workspaceId: c.get('membership').workspaceId,
  actor: activityActor(c),
  ...keeping(c),
});

/** Rules on what comes from outside, and what came. */
export function addOutsideRoutes(api: Hono<ApiEnv>, deps: OutsideRuleDeps): void {
  const rules = createOutsideRules(deps);
  const here = (c: Ctx): string => c.get('membership').workspaceId;

  api.get('/outside-rules', async (c) =>
    c.json({ items: await rules.list(here(c), c.req.query('deleted') === 'yes') }),
  );
  api.post('/outside-rules', async (c) =>
    c.json(await rules.make(byOf(c), await readPayload(c, outsideRuleFormSchema)), 201),
  );
  api.get('/outside-rules/:id', async (c) => c.json(await rules.one(here(c), idOf(c))));
  api.patch('/outside-rules/:id', async (c) => {
    const form = await readPayload(c, outsideRuleChangeSchema);
    return c.json(await rules.change(byOf(c), idOf(c), form));
  });
  api.post('/outside-rules/:id/duplicate', async (c) => c.json(await rules.duplicate(byOf(c), idOf(c)), 201));
  api.delete('/outside-rules/:id', async (c) => {
    await rules.remove(byOf(c), idOf(c));
    return c.body(null, 204);
  });
  api.post('/outside-rules/:id/restore', async (c) => c.json(await rules.restore(byOf(c), idOf(c))));
  api.post('/outside-rules/:id/secret', async (c) => c.json(await rules.rotate(byOf(c), idOf(c))));
  api.get('/outside-rules/:id/calls', async (c) => c.json({ items: await rules.calls(here(c), idOf(c)) }));
}
