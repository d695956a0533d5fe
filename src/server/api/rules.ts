import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Database } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import { replayRule, type ReplayDeps } from '#src/engine/rules/replay.ts';
import type { By } from '#src/engine/rules/by.ts';
import { tryMessage } from '#src/engine/rules/try-message.ts';
import { createRulesFile } from '#src/engine/rules/rules-file.ts';
import { createRules } from '#src/engine/rules/stored.ts';
import { createWatchlists } from '#src/engine/rules/watchlists.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { detectionOfRule, mayWatch } from '#src/shared/rules/detection.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { RULES_FILE_BYTES, rulesFileInSchema } from '#src/shared/rules/file.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { readRule } from '#src/shared/rules/read.ts';
import {
  messageTryFormSchema,
  type RuleCheck,
  ruleChangeSchema,
  ruleFormSchema,
  ruleReplayFormSchema,
  ruleTextSchema,
  watchlistChangeSchema,
  watchlistFormSchema,
} from '#src/shared/rules/stored.ts';
import { readPayload } from '../functions/body.ts';
import { activityActor, type ApiEnv } from './actor.ts';
import { keeping } from './idempotency.ts';
import { cursorOf, invalid, limitOf, wordsOf } from './paging.ts';
import { idOf } from './path-id.ts';

type Ctx = Parameters<typeof activityActor>[0];
export type RuleRouteDeps = {
  app: Database;
  clock: Clock;
  /** Where webhooks are called. */
  publicUrl?: string;
  recordedBars?: ReplayDeps['recordedBars'];
};

const PAGE_MAX = 100;

const byOf = (c: Ctx): By => ({
  workspaceId: c.get('membership').workspaceId,
  actor: activityActor(c),
  ...keeping(c),
});

function stateOf(c: Ctx): { state?: 'active' | 'paused' } {
  const state = c.req.query('state');
  if (state === undefined) return {};
  if (state !== 'active' && state !== 'paused') throw invalid('state', state, '`active` or `paused`');
  return { state };
}

/** Rules and watchlists of the workspace, what a text of the language means, and what a rule would have sent. */
export function addRuleRoutes(api: Hono<ApiEnv>, deps: RuleRouteDeps): void {
  const rules = createRules(deps);
  const watchlists = createWatchlists(deps);
  const file = createRulesFile({ ...deps, publicUrl: deps.publicUrl ?? '' });
  const here = (c: Ctx): string => c.get('membership').workspaceId;

  api.get('/rules', async (c) =>
    c.json(
      await rules.list(here(c), {
        ...wordsOf(c.req.query('q')),
        ...stateOf(c),
        deleted: c.req.query('deleted') === 'yes',
        after: cursorOf(c.req.query('cursor') ?? null),
        limit: limitOf(c.req.query('limit') ?? null, PAGE_MAX),
      }),
    ),
  );
  api.post('/rules', async (c) =>
    c.json(await rules.make(byOf(c), await readPayload(c, ruleFormSchema)), 201),
  );

  api.post('/rules/check', async (c) => {
    const { condition } = await readPayload(c, ruleTextSchema);
    const { entitlements } = await withTenant(deps.app, here(c), (tx) => workspacePlan(tx, deps.clock()));
    const check: RuleCheck = {
      ok: false,
      canonical: null,
      reading: null,
      detection: null,
      inPlan: false,
      problem: null,
    };
    try {
      const parsed = parseRule(condition);
      Object.assign(check, {
        ok: true,
        canonical: printRule(parsed),
        reading: readRule(parsed),
        detection: detectionOfRule(parsed),
        inPlan: mayWatch(entitlements, parsed),
      });
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      const { line, column, offset, sentence } = error;
      check.problem = { line, column, offset, sentence };
    }
    return c.json(check);
  });
  api.post('/rules/replay', async (c) =>
    c.json(await replayRule(deps, here(c), await readPayload(c, ruleReplayFormSchema), c.req.raw.signal)),
  );
  api.post('/rules/message', async (c) =>
    c.json(await tryMessage(deps, here(c), await readPayload(c, messageTryFormSchema), c.req.raw.signal)),
  );
  api.get('/rules/export', async (c) => {
    c.header('Content-Disposition', 'attachment; filename="rules.json"');
    return c.json(await file.exported(here(c)));
  });
  const tooLarge = bodyLimit({
    maxSize: RULES_FILE_BYTES,
    onError: () => {
      throw new AppError(
        'request_entity_too_large',
        'A file of rules has 16 MB at most. Please import it in parts, each with the watchlists that its rules name.',
      );
    },
  });
  api.post('/rules/import', tooLarge, async (c) =>
    c.json(await file.imported(byOf(c), await readPayload(c, rulesFileInSchema)), 201),
  );

  api.get('/rules/:id', async (c) => c.json(await rules.one(here(c), idOf(c))));
  api.patch('/rules/:id', async (c) => {
    const form = await readPayload(c, ruleChangeSchema);
    return c.json(await rules.change(byOf(c), idOf(c), form));
  });
  api.post('/rules/:id/duplicate', async (c) => c.json(await rules.duplicate(byOf(c), idOf(c)), 201));
  api.delete('/rules/:id', async (c) => {
    await rules.remove(byOf(c), idOf(c));
    return c.body(null, 204);
  });
  api.post('/rules/:id/restore', async (c) => c.json(await rules.restore(byOf(c), idOf(c))));

  api.get('/watchlists', async (c) => c.json(await watchlists.list(here(c))));
  api.post('/watchlists', async (c) =>
    c.json(await watchlists.make(byOf(c), await readPayload(c, watchlistFormSchema)), 201),
  );
  api.patch('/watchlists/:id', async (c) => {
    const form = await readPayload(c, watchlistChangeSchema);
    return c.json(await watchlists.change(byOf(c), idOf(c), form));
  });
  api.delete('/watchlists/:id', async (c) => {
    await watchlists.remove(byOf(c), idOf(c));
    return c.body(null, 204);
  });
}
