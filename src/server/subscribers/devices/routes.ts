import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { ReaderDevices } from '#src/subscribers/devices/devices.ts';
import type { Known } from '#src/subscribers/people.ts';
import { SMALL_FORM } from '../form.ts';
import { deviceList, wordingOf } from './section.ts';
import { WORKER } from './worker.ts';

export type DeviceRouteDeps = {
  devices: ReaderDevices;
  find: (token: string) => Promise<Known | null>;
  clientAddress: (c: Context) => string | null;
  /** A practice device, as it registers itself; null where there are none. */
  practice: (() => Promise<unknown>) | null;
};

const askedSchema = z.object({
  token: z.string().max(1_000),
  subscription: z.unknown().optional(),
  before: z.unknown().optional(),
});
type Asked = z.infer<typeof askedSchema>;

const NOT_KEPT = { 'Cache-Control': 'no-store' };
/** As the page names its states. */
const STATES = { on: 'on', full: 'full', off: 'closed', invalid: 'failed' } as const;

/**
 * /push/{key}: the service worker of a brand's notifications, and what registers devices. The key is part of no secret: who
 * holds a person's link acts for them.
 */
export function createDeviceRoutes({ devices, find, clientAddress, practice }: DeviceRouteDeps): Hono {
  const routes = new Hono();
  const none = (c: Context) => c.json({ code: 'not_found' }, 404, NOT_KEPT);
  const agentOf = (c: Context): string => (c.req.header('user-agent') ?? '').slice(0, 1_000);

  /** For who holds a link of the brand that the worker belongs to. */
  const asked = (act: (c: Context, known: Known, body: Asked) => Promise<Response>) => async (c: Context) => {
    // Another site's page can't send this type unless we say that it may.
    if (!(c.req.header('content-type') ?? '').startsWith('application/json')) return none(c);
    const seconds = await devices.waitFor(clientAddress(c));
    if (seconds > 0)
      return c.json({ code: 'over_request_rate_limit' }, 429, {
        ...NOT_KEPT,
        'Retry-After': String(seconds),
      });
    const body = askedSchema.safeParse(await c.req.json().catch(() => null));
    const known = body.success ? await find(body.data.token) : null;
    if (!body.success || !known || !devices.isOf(c.req.param('key') ?? '', known)) return none(c);
    return act(c, known, body.data);
  };

  /** With the list as it is now, which the page shows. */
  const answer = async (c: Context, known: Known, state: string, status: 200 | 409): Promise<Response> =>
    c.json({ state, list: deviceList(known.token, await devices.list(known)) }, status, NOT_KEPT);

  const register = async (c: Context, known: Known, given: unknown, agent: string): Promise<Response> => {
    const wording = wordingOf(known.look.name);
    const done = await devices.register(known, { given, agent, wording, ip: clientAddress(c) });
    return answer(c, known, STATES[done], done === 'on' ? 200 : 409);
  };

  routes.get('/:key/worker.js', (c) =>
    c.body(WORKER, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      // The worker's own policy: it asks this host alone, and runs nothing else.
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    }),
  );
  routes.get('/:key/app.webmanifest', (c) =>
    // Without a start address, the page that was added opens.
    c.json({ display: 'standalone' }, 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-store',
    }),
  );
  routes.post(
    '/:key/status',
    bodyLimit(SMALL_FORM),
    asked(async (c, known, { subscription }) =>
      c.json({ on: await devices.isOn(known, subscription, agentOf(c)) }, 200, NOT_KEPT),
    ),
  );
  routes.post(
    '/:key/register',
    bodyLimit(SMALL_FORM),
    asked(async (c, known, { subscription, before }) => {
      const agent = agentOf(c);
      const done = await register(c, known, subscription, agent);
      if (before && done.ok)
        await devices.remove(known, { given: before, agent, ip: clientAddress(c), isReplaced: true });
      return done;
    }),
  );
  routes.post(
    '/:key/remove',
    bodyLimit(SMALL_FORM),
    asked(async (c, known, { subscription }) => {
      const ip = clientAddress(c);
      await devices.remove(known, { given: subscription, agent: agentOf(c), ip });
      return answer(c, known, 'off', 200);
    }),
  );
  if (practice)
    routes.post(
      '/:key/practice',
      bodyLimit(SMALL_FORM),
      asked(async (c, known) => register(c, known, await practice(), 'Practice')),
    );
  routes.all('*', none);
  return routes;
}
