import { createBrands } from '#src/brands/brands.ts';
import type { Database } from '#src/db/database.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { withTenant } from '#src/db/tenant.ts';
import { previewEmail } from '#src/engine/content/preview.ts';
import { LOGO_VERSIONS } from '#src/shared/brands.ts';
import type { Clock } from '#src/shared/clock.ts';
import { byOf, changerOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { BRANDS } from './contract.ts';

export function addBrandRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const brands = createBrands(deps);
  route(BRANDS.list, async (c) => c.json(await brands.list(here(c))));
  route(BRANDS.make, async (c, body) => c.json(await brands.make(byOf(c), await body()), 201));
  route(BRANDS.preview, async (c, body) => {
    const { brandId, ...look } = await body();
    const workspaceId = here(c);
    const saved = brandId ? await brands.find(workspaceId, brandId) : null;
    const { logoHash = null, logoWidth = null, logoHeight = null } = saved ?? {};
    return c.json(
      await previewEmail({ ...look, logoHash, logoWidth, logoHeight }, (hash) =>
        withTenant(deps.app, workspaceId, (tx) => pictureOf(tx, hash)),
      ),
    );
  });
  route(BRANDS.change, async (c, body) => {
    const form = await body();
    return c.json(await brands.change(byOf(c), idOf(c), form));
  });
  const ofVersion = {
    light: [BRANDS.setLogo, BRANDS.removeLogo],
    dark: [BRANDS.setDarkLogo, BRANDS.removeDarkLogo],
  } as const;
  for (const version of LOGO_VERSIONS) {
    const [set, remove] = ofVersion[version];
    route(set, async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      await c.get('checkAgain')?.();
      return c.json(await brands.setLogo(changerOf(c), idOf(c), version, bytes));
    });
    route(remove, async (c) => c.json(await brands.removeLogo(changerOf(c), idOf(c), version)));
  }
}
