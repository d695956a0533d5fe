import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Billing } from '#src/billing/billing.ts';
import { choiceSchema } from '#src/shared/billing.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { isBookable } from '#src/shared/entitlements.ts';
import { AppError } from '#src/shared/errors.ts';
import { ADD_ONS, type AddOnId } from '#src/shared/plans.ts';
import type { ApiEnv } from '../actor.ts';
import { routePath } from '../../contract/endpoint.ts';
import { addBillingRoutes } from './billing.ts';

/** A checkout as an owner asks for it, in a workspace that pays for `held`. */
async function checkout(asked: readonly AddOnId[], held: readonly AddOnId[] = []) {
  const chosen: unknown[] = [];
  const api = new Hono<ApiEnv>();
  api.use(async (c, next) => {
    c.set('membership', { workspaceId: 'of mine' } as ApiEnv['Variables']['membership']);
    const user = { id: 'owner', email: 'owner@desk.example', emailConfirmedAt: null, userMetadata: {} };
    c.set('actor', { kind: 'session', user, sessionId: 'here' });
    await next();
  });
  const billing = {
    usage: () => Promise.resolve({ addOns: held }),
    choose: (_: unknown, items: unknown) => {
      chosen.push(items);
      return Promise.resolve({ checkoutId: null, url: null, startsAt: new Date() });
    },
  };
  addBillingRoutes(
    (endpoint, handler) =>
      api.on(endpoint.method.toUpperCase(), [routePath(endpoint)], (c) =>
        handler(c, async () => choiceSchema.parse(await c.req.json()) as never),
      ),
    { billing: billing as unknown as Billing },
  );
  api.onError((error, c) => c.text(error instanceof AppError ? error.message : String(error), 422));
  const answer = await api.request('/billing/checkout', {
    method: 'POST',
    body: JSON.stringify({ planId: 'pro', addOns: asked }),
  });
  return { status: answer.status, text: await answer.text(), chosen };
}

const early = ADD_ONS.filter(({ id }) => !isBookable(id, channels()));

it.each(early)('does not sell $name before alerts go there', async ({ id, name }) => {
  const refused = await checkout([id]);
  expect(refused).toMatchObject({ status: 422, chosen: [] });
  expect(refused.text).toBe(`No alerts go to ${name} yet: that add-on cannot be booked before they do.`);
});

it('lets a workspace keep what it pays for, and refuses one more', async () => {
  const [held, other] = early;
  if (!held || !other) return;
  expect(await checkout([held.id], [held.id])).toMatchObject({
    status: 201,
    chosen: [{ planId: 'pro', addOns: [held.id] }],
  });
  expect(await checkout([held.id, other.id], [held.id])).toMatchObject({ status: 422, chosen: [] });
});

it('sells a plan without add-ons', async () => {
  expect(await checkout([])).toMatchObject({ status: 201, chosen: [{ planId: 'pro', addOns: [] }] });
});
