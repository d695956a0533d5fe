import { keepImage } from '#src/templates/images.ts';
import { createTemplatePreview, type PreviewDeps } from '#src/templates/preview.ts';
import { createTemplates } from '#src/templates/templates.ts';
import { byOf, changerOf, here, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { TEMPLATES } from './contract.ts';

/** Templates of a workspace, their versions, previews and tests. */
export function addTemplateRoutes(
  route: Route,
  deps: Pick<PreviewDeps, 'app' | 'clock' | 'recordedBars'> & {
    templatePreview: Pick<PreviewDeps, 'channel' | 'hashKey'>;
  },
): void {
  const templates = createTemplates(deps);
  const previews = createTemplatePreview({ ...deps, ...deps.templatePreview });
  route(TEMPLATES.list, async (c) => c.json(await templates.list(here(c))));
  route(TEMPLATES.make, async (c, body) => c.json(await templates.make(byOf(c), await body()), 201));
  route(TEMPLATES.events, async (c) => c.json(await previews.events(here(c))));
  route(TEMPLATES.preview, async (c, body) => c.json(await previews.preview(here(c), await body())));
  route(TEMPLATES.test, async (c, body) => {
    const form = await body();
    return c.json(await previews.test(here(c), personOf(c), form));
  });
  route(TEMPLATES.addImage, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    await c.get('checkAgain')?.();
    return c.json(await keepImage(deps, here(c), bytes), 201);
  });
  route(TEMPLATES.read, async (c) => c.json(await templates.read(here(c), idOf(c))));
  route(TEMPLATES.change, async (c, body) => {
    const form = await body();
    return c.json(await templates.change(byOf(c), idOf(c), form));
  });
  route(TEMPLATES.remove, async (c) => {
    await templates.remove(changerOf(c), idOf(c));
    return c.body(null, 204);
  });
  route(TEMPLATES.versions, async (c) => c.json({ items: await templates.versions(here(c), idOf(c)) }));
  route(TEMPLATES.restore, async (c, body) => {
    const { version } = await body();
    return c.json(await templates.restore(byOf(c), idOf(c), version));
  });
}
