import { compose, type ComposingDeps } from '#src/engine/composed/compose.ts';
import { type ComposePreviewDeps, previewComposed } from '#src/engine/composed/preview.ts';
import { cancelPlan, listPlanned, reschedule, sendNow } from '#src/engine/composed/plans.ts';
import { byOf, changerOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { COMPOSED_ALERTS } from './contract.ts';

const NONE = { sentence: 'There is no such alert in this workspace.' };

/** Alerts that people and programs write themselves. */
export function addComposedRoutes(route: Route, deps: ComposingDeps & ComposePreviewDeps): void {
  route(COMPOSED_ALERTS.compose, async (c, body) => {
    const form = await body();
    return c.json(await compose(deps, byOf(c), form), 201);
  });
  route(COMPOSED_ALERTS.preview, async (c, body) =>
    c.json(await previewComposed(deps, here(c), await body())),
  );
  route(COMPOSED_ALERTS.planned, async (c) => c.json({ items: await listPlanned(deps.app, here(c)) }));
  route(COMPOSED_ALERTS.reschedule, async (c, body) => {
    const form = await body();
    return c.json(await reschedule(deps, byOf(c), idOf(c, NONE), form));
  });
  route(COMPOSED_ALERTS.sendNow, async (c) => c.json(await sendNow(deps, byOf(c), idOf(c, NONE))));
  route(COMPOSED_ALERTS.cancel, async (c) => c.json(await cancelPlan(deps, changerOf(c), idOf(c, NONE))));
}
