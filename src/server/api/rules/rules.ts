import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ReplayDeps } from '#src/engine/rules/backtest.ts';
import { backtestRule } from '#src/engine/rules/backtest-sample.ts';
import { tryMessage } from '#src/engine/rules/try-message.ts';
import { ruleWait } from '#src/engine/rules/rule-wait.ts';
import { createRulesFile } from '#src/engine/rules/rules-file.ts';
import { routeChoices } from '#src/engine/routes/route-choices.ts';
import { setRuleStates } from '#src/engine/rules/rule-states.ts';
import { createRules } from '#src/engine/rules/stored-rules.ts';
import type { Clock } from '#src/shared/clock.ts';
import { detectionOfRule, mayWatch } from '#src/shared/rules/detection.ts';
import { neverTrue } from '#src/shared/rules/never-true.ts';
import { readAnyRule } from '#src/shared/rules/parse.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { rulesFileInSchema } from '#src/shared/rules/file.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { readRule } from '#src/shared/rules/read.ts';
import type { RuleCheck } from '#src/shared/rules/stored.ts';
import { readPayload } from '#src/server/functions/body.ts';
import { type ApiEnv, byOf, here } from '../actor.ts';
import { cursorOf, invalid, limitOf, wordsOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { RULES } from './contract.ts';

type Ctx = Context<ApiEnv>;
type RuleRouteDeps = {
  app: Database;
  clock: Clock;
  /** Where webhooks are called. */
  publicUrl: string;
  recordedBars: NonNullable<ReplayDeps['recordedBars']>;
};

const PAGE_MAX = 100;

function stateOf(c: Ctx): { state?: 'active' | 'paused' } {
  const state = c.req.query('state');
  if (state === undefined) return {};
  if (state !== 'active' && state !== 'paused') throw invalid('state', state, '`active` or `paused`');
  return { state };
}

/** Rules and watchlists of the workspace, what a text of the language means, and what a rule would have sent. */
export function addRuleRoutes(route: Route, deps: RuleRouteDeps): void {
  const rules = createRules(deps);
  const file = createRulesFile(deps);

  route(RULES.list, async (c) =>
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
  route(RULES.make, async (c, body) => c.json(await rules.make(byOf(c), await body()), 201));

  route(RULES.check, async (c, body) => {
    const { condition } = await body();
    const { entitlements } = await withTenant(deps.app, here(c), (tx) => workspacePlan(tx, deps.clock()));
    const check: RuleCheck = {
      ok: false,
      canonical: null,
      reading: null,
      detection: null,
      inPlan: false,
      neverTrue: null,
      translated: false,
      notes: [],
      problem: null,
    };
    try {
      const { condition: parsed, isTranslated: translated, notes } = readAnyRule(condition);
      Object.assign(check, {
        ok: true,
        canonical: printRule(parsed),
        reading: readRule(parsed),
        detection: detectionOfRule(parsed),
        inPlan: mayWatch(entitlements, parsed),
        neverTrue: neverTrue(parsed),
        translated,
        notes,
      });
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      const { line, column, offset, sentence } = error;
      check.problem = { line, column, offset, sentence };
    }
    return c.json(check);
  });
  route(RULES.replay, async (c, body) =>
    c.json(await backtestRule(deps, here(c), await body(), c.req.raw.signal)),
  );
  route(RULES.message, async (c, body) =>
    c.json(await tryMessage(deps, here(c), await body(), c.req.raw.signal)),
  );
  route(RULES.routeChoices, async (c) => {
    const { planId: _plan, ...choices } = await withTenant(deps.app, here(c), (tx) =>
      routeChoices(tx, deps.clock()),
    );
    return c.json(choices);
  });
  route(RULES.exportFile, async (c) => {
    c.header('Content-Disposition', 'attachment; filename="rules.json"');
    return c.json(await file.exported(here(c)));
  });
  route(RULES.importFile, async (c) =>
    c.json(await file.imported(byOf(c), await readPayload(c, rulesFileInSchema)), 201),
  );

  route(RULES.states, async (c, body) => c.json(await setRuleStates(deps, byOf(c), await body())));

  route(RULES.one, async (c) => c.json(await rules.one(here(c), idOf(c))));
  route(RULES.wait, async (c) => c.json(await ruleWait(deps, here(c), idOf(c), c.req.raw.signal)));
  route(RULES.change, async (c, body) => {
    const form = await body();
    return c.json(await rules.change(byOf(c), idOf(c), form));
  });
  route(RULES.duplicate, async (c) => c.json(await rules.duplicate(byOf(c), idOf(c)), 201));
  route(RULES.remove, async (c) => {
    await rules.remove(byOf(c), idOf(c));
    return c.body(null, 204);
  });
  route(RULES.restore, async (c) => c.json(await rules.restore(byOf(c), idOf(c))));
}
