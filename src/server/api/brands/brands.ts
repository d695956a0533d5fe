import { createBrands } from '#src/brands/brands.ts';
import { readLogo } from '#src/brands/logo.ts';
import type { LinkHosts } from '#src/brands/link-host/link-hosts.ts';
import type { SiteReader } from '#src/brands/website/read-site.ts';
import type { Database } from '#src/db/database.ts';
import { LOGO_VERSIONS } from '#src/shared/brands.ts';
import type { Clock } from '#src/shared/clock.ts';
import { byOf, changerOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { BRANDS } from './contract.ts';
import { previewBrand } from './preview.ts';

export function addBrandRoutes(
  route: Route,
  deps: { app: Database; clock: Clock; readSite: SiteReader; linkHosts: LinkHosts },
): void {
  const brands = createBrands(deps);
  route(BRANDS.list, async (c) => c.json(await brands.list(here(c))));
  route(BRANDS.make, async (c, body) => c.json(await brands.make(byOf(c), await body()), 201));
  route(BRANDS.preview, async (c, body) => {
    const form = await body();
    return c.json(await previewBrand({ ...deps, brands }, here(c), form));
  });
  route(BRANDS.readSite, async (c, body) => {
    const { url } = await body();
    return c.json(await deps.readSite(here(c), url, c.req.raw.signal));
  });
  route(BRANDS.checkLogo, async (c) => {
    const { bytes, width, height } = await readLogo(new Uint8Array(await c.req.arrayBuffer()));
    return c.json({ png: `data:image/png;base64,${bytes.toString('base64')}`, width, height });
  });
  route(BRANDS.change, async (c, body) => {
    const form = await body();
    return c.json(await brands.change(byOf(c), idOf(c), form));
  });
  const { linkHosts } = deps;
  route(BRANDS.linkDomain, async (c) => c.json(await linkHosts.of(brandIn(c))));
  route(BRANDS.setLinkDomain, async (c, body) => c.json(await linkHosts.set(byOf(c), idOf(c), await body())));
  route(BRANDS.checkLinkDomain, async (c) => c.json(await linkHosts.check(brandIn(c))));
  route(BRANDS.removeLinkDomain, async (c) => c.json(await linkHosts.remove(byOf(c), idOf(c))));
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

const brandIn = (c: Parameters<typeof here>[0]) => ({ workspaceId: here(c), brandId: idOf(c) });
