import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Known } from '#src/subscribers/people.ts';
import type { PreferencesService } from '#src/subscribers/preferences.ts';
import type { Unsubscribe } from '#src/subscribers/unsubscribe.ts';
import { type BrandPages, NO_BRAND } from './brand-page.ts';
import { readForm, SMALL_FORM } from './form.ts';
import { preferencesPage } from './preferences-page.ts';
import { unknownPage } from './unsubscribe-page.ts';

/** /preferences/{token}: what a person gets of a brand, without a sign-in and without script. Opening it changes nothing. */
export function createPreferencesRoutes(
  { preferences, unsubscribe }: { preferences: PreferencesService; unsubscribe: Unsubscribe },
  pages: BrandPages,
): Hono {
  const unknown = (): Response => pages(NO_BRAND, { ...unknownPage(), status: 404 });
  const show = async (known: Known, note: string | null): Promise<Response> =>
    pages(known.look, preferencesPage(known, await preferences.read(known), note));
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    const known = await preferences.find(c.req.param('token'));
    return known ? show(known, null) : unknown();
  });
  routes.post('/:token', bodyLimit(SMALL_FORM), async (c) => {
    const known = await preferences.find(c.req.param('token'));
    if (!known) return unknown();
    const form = await readForm(c);
    if (form.get('action') === 'leave') {
      await unsubscribe.leave(known, 'everything', 'preferences');
      return show(known, 'You’re unsubscribed from everything. To get alerts again, choose below and save.');
    }
    if (form.get('action') !== 'save') return show(known, null);
    await preferences.save(known, {
      channels: new Set(form.getAll('channel')),
      topics: new Set(form.getAll('topic')),
    });
    return show(known, 'Saved.');
  });
  routes.all('*', unknown);
  return routes;
}
