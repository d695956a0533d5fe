import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Preferences, PreferencesService } from '#src/subscribers/preferences.ts';
import type { Unsubscribe } from '#src/subscribers/unsubscribe.ts';
import type { BrandPages } from './brand-page.ts';
import type { DeviceParts } from './devices/parts.ts';
import { readForm, SMALL_FORM } from './form.ts';
import { readChoices, typedChoices } from './preferences-form.ts';
import { preferencesPage } from './preferences-page.ts';
import { unknownPage } from './unsubscribe-page.ts';

/** What the page says after it was sent. */
const DONE = {
  saved: 'Saved.',
  device: 'Notifications are off on that device.',
  left: 'You’re unsubscribed from everything. To get alerts again, choose below and save.',
} as const;

/** The page with the boxes as they were sent, where something else was wrong. */
const asTyped = (shown: Preferences, form: URLSearchParams): Preferences => ({
  ...shown,
  timing: typedChoices(form, shown.timing),
  channels: shown.channels.map((each) => ({ ...each, on: form.getAll('channel').includes(each.kind) })),
  topics: shown.topics.map((each) => ({ ...each, on: form.getAll('topic').includes(each.topic) })),
});

/**
 * /preferences/{token}: what a person gets of a brand, without a sign-in. Opening it changes nothing. Only registering the
 * device needs script.
 */
export function createPreferencesRoutes(
  { preferences, unsubscribe }: { preferences: PreferencesService; unsubscribe: Unsubscribe },
  pages: BrandPages,
  devices: Pick<DeviceParts, 'offer' | 'turnOff'> | null = null,
): Hono {
  const unknown = (): Response => pages(null, { ...unknownPage(), status: 404 });
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    const known = await preferences.find(c.req.param('token'));
    if (!known) return unknown();
    const done = Object.entries(DONE).find(([name]) => name === c.req.query('done'))?.[1] ?? null;
    const offered = await devices?.offer(known);
    return pages(known.look, {
      ...preferencesPage(
        known,
        await preferences.read(known),
        done && { kind: 'done', text: done },
        null,
        offered?.html,
      ),
      ...offered?.page,
    });
  });
  routes.post('/:token', bodyLimit(SMALL_FORM), async (c) => {
    const token = c.req.param('token');
    const known = await preferences.find(token);
    if (!known) return unknown();
    // A page that is reloaded sends nothing again.
    const back = (done: keyof typeof DONE): Response =>
      c.redirect(`/preferences/${encodeURIComponent(token)}?done=${done}`, 303);
    const form = await readForm(c);
    if (form.get('action') === 'device') {
      const device = z.uuid().safeParse(form.get('device'));
      if (device.success) await devices?.turnOff(c, known, device.data);
      return back('device');
    }
    if (form.get('action') === 'leave') {
      await unsubscribe.leave(known, 'everything', 'preferences');
      return back('left');
    }
    const shown = await preferences.read(known);
    if (form.get('action') === 'chat')
      return pages(known.look, preferencesPage(known, shown, null, await preferences.chatLink(known)));
    const fault = (text: string): Response =>
      pages(known.look, {
        ...preferencesPage(known, asTyped(shown, form), { kind: 'fault', text }),
        status: 422,
      });
    if (form.get('action') !== 'save') return fault('Nothing was saved. Choose below, then save.');
    const read = readChoices(form, new Set(shown.symbols.map(({ id }) => id)));
    if (read && 'fault' in read) return fault(read.fault);
    await preferences.save(known, {
      channels: new Set(form.getAll('channel')),
      topics: new Set(form.getAll('topic')),
      timing: read && read.choices,
    });
    return back('saved');
  });
  routes.all('*', unknown);
  return routes;
}
