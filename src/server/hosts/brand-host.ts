import { type Context, Hono } from 'hono';
import type { Database } from '#src/db/database.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Publishing } from '#src/publishing/publishing.ts';
import { PUBLIC_PLACES } from '#src/shared/public-places.ts';
import type { PreferencesService } from '#src/subscribers/preferences.ts';
import type { SignUps } from '#src/subscribers/sign-up/sign-up.ts';
import type { Unsubscribe } from '#src/subscribers/unsubscribe.ts';
import type { Counting } from '#src/subscribers/tracking/counting.ts';
import { CLICK_PATH, OPEN_PATH } from '#src/shared/tracking.ts';
import { createMediaRoutes } from '../media/routes.ts';
import { createPublicPages } from '../publishing/routes.ts';
import { nonePage } from '../publishing/pages.ts';
import type { BrandPages } from '../subscribers/brand-page.ts';
import { createClickRoutes, createOpenRoutes } from '../subscribers/counted.ts';
import { deviceParts, type Devices } from '../subscribers/devices/parts.ts';
import { createPreferencesRoutes } from '../subscribers/preferences.ts';
import { createSignUpRoutes } from '../subscribers/sign-up.ts';
import { createUnsubscribeRoutes } from '../subscribers/unsubscribe.ts';
import type { BrandHost } from './find-host.ts';
import { onlyPreferences, onlyPublishing, onlySignUps, onlyUnsubscribe } from './only.ts';

export type BrandHostDeps = {
  app: Database;
  pages: BrandPages;
  subscribers: { unsubscribe: Unsubscribe; preferences: PreferencesService; signUps: SignUps };
  counting: Pick<Counting, 'opened' | 'clicked' | 'isOld'>;
  countedWait: (c: Context) => Promise<number>;
  publishing: Publishing;
  publicPageWait: (c: Context) => Promise<number>;
  clientAddress: (c: Context) => string | null;
  /** The built site: pages use its fonts, which hold no word of ours. */
  site: Hono;
  https: boolean;
  /** Left out where nothing is sent to devices. */
  devices?: Devices;
};

/**
 * What a brand's own domain answers: the brand's pages, links and pictures. Everything else of the installation, and of
 * every other brand, is not found there.
 */
export function createBrandHost(deps: BrandHostDeps, { workspaceId, brandId, state }: BrandHost): Hono {
  const { app, pages } = deps;
  const brand = { workspaceId, brandId };
  const server = new Hono();
  const none = (): Response => pages(null, { ...nonePage(), status: 404 });
  server.use(async (c, next) => {
    await next();
    // For this name alone: what else there is below it isn't ours.
    if (deps.https) c.res.headers.set('Strict-Transport-Security', 'max-age=31536000');
  });
  server.onError((error) => {
    throw error;
  });
  server.notFound(none);
  const unsubscribe = onlyUnsubscribe(deps.subscribers.unsubscribe, brand);
  const preferences = onlyPreferences(deps.subscribers.preferences, brand);
  server.get('/_assets/:file{.+\\.woff2}', async (c) => {
    const font = await deps.site.fetch(c.req.raw, c.env as object);
    // The site's own page for what isn't there names us.
    return font.status === 404 ? none() : font;
  });
  server.route(
    '/media',
    createMediaRoutes((hash) => withTenant(app, workspaceId, (tx) => pictureOf(tx, hash))),
  );
  // Emails that were sent keep their links, and their ways out.
  const counted = { counting: deps.counting, wait: deps.countedWait, brandId };
  server.route(CLICK_PATH, createClickRoutes({ ...counted, pages }));
  server.route(OPEN_PATH, createOpenRoutes(counted));
  server.route('/unsubscribe', createUnsubscribeRoutes(unsubscribe, pages));
  const own = deviceParts(deps.devices, { find: preferences.find, clientAddress: deps.clientAddress });
  server.route('/preferences', createPreferencesRoutes({ unsubscribe, preferences }, pages, own));
  if (own) server.route('/push', own.routes);
  if (state === 'lost') return server;
  const signUps = onlySignUps(deps.subscribers.signUps, brand);
  server.route('/s', createSignUpRoutes(signUps, pages, deps.clientAddress, own?.offerTo));
  const publishing = onlyPublishing(deps.publishing, brand);
  server.route(PUBLIC_PLACES, createPublicPages({ publishing, pages, wait: deps.publicPageWait }));
  return server;
}
