import { compose, type ComposingDeps } from '#src/engine/composed/compose.ts';
import { type ComposePreviewDeps, previewComposed } from '#src/engine/composed/preview.ts';
import { byOf, here } from '../actor.ts';
import type { Route } from '../route.ts';
import { COMPOSED_ALERTS } from './contract.ts';

/** Alerts that people and programs write themselves. */
export function addComposedRoutes(route: Route, deps: ComposingDeps & ComposePreviewDeps): void {
  route(COMPOSED_ALERTS.compose, async (c, body) => {
    const form = await body();
    return c.json(await compose(deps, byOf(c), form), 201);
  });
  route(COMPOSED_ALERTS.preview, async (c, body) =>
    c.json(await previewComposed(deps, here(c), await body())),
  );
}
