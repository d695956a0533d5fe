import type { Context } from 'hono';
import type { Asker } from '#src/billing/choose.ts';
import type { Billing } from '#src/billing/billing.ts';
import {
  billingSchema,
  checkoutStateSchema,
  chosenSchema,
  choiceSchema,
  quoteSchema,
} from '#src/shared/billing.ts';
import { usageSchema } from '#src/shared/usage.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { isBookable } from '#src/shared/entitlements.ts';
import { AppError } from '#src/shared/errors.ts';
import { type AddOnId, ADD_ONS } from '#src/shared/plans.ts';
import { invoicePage } from '#src/server/payment/invoice-page.ts';
import { activityActor, type ApiEnv, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { BILLING } from './contract.ts';

/** Plans, usage and payments of the workspace. */
export function addBillingRoutes(route: Route, { billing }: { billing: Billing }): void {
  const here = (c: Context<ApiEnv>): string => c.get('membership').workspaceId;

  route(BILLING.usage, async (c) => c.json(usageSchema.parse(await billing.usage(here(c)))));
  route(BILLING.read, async (c) => c.json(billingSchema.parse(await billing.read(here(c)))));

  route(BILLING.quote, async (c) => {
    const asked = choiceSchema.safeParse({
      planId: c.req.query('plan'),
      addOns: c.req.queries('add_on') ?? [],
    });
    if (!asked.success) throw new AppError('validation_failed', asked.error.issues[0]?.message);
    const { startsAt, overPlan, ...quote } = await billing.quote(here(c), asked.data);
    return c.json(
      quoteSchema.parse({
        ...quote,
        startsAt: startsAt.toISOString(),
        overPlan: overPlan && { ...overPlan, limitedFrom: overPlan.limitedFrom.toISOString() },
      }),
    );
  });

  route(BILLING.choose, async (c, body) => {
    const choice = await body();
    await refuseTooEarly(choice.addOns, async () => (await billing.usage(here(c))).addOns);
    const chosen = await billing.choose(askerOf(c), choice);
    return c.json(chosenSchema.parse({ ...chosen, startsAt: chosen.startsAt.toISOString() }), 201);
  });

  route(BILLING.checkout, async (c) => {
    const checkout = await billing.checkout(here(c), idOf(c));
    if (!checkout) throw new AppError('not_found', 'There is no such checkout.');
    return c.json(checkoutStateSchema.parse(checkout));
  });

  for (const want of ['cancel', 'resume'] as const) {
    route(BILLING[want], async (c) => {
      await billing[want](askerOf(c));
      return c.json(billingSchema.parse(await billing.read(here(c))));
    });
  }

  route(BILLING.invoice, async (c) => {
    const invoice = await billing.invoice(here(c), idOf(c));
    if (!invoice) throw new AppError('not_found', 'There is no such invoice.');
    // A page of its own, without an origin: the names in it are what people typed.
    c.header('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    c.header('Content-Disposition', `attachment; filename="${invoice.number}.html"`);
    return c.html(invoicePage(invoice));
  });
}

/** What is paid for already may be kept. @throws AppError validation_failed for an add-on that sends nothing yet */
async function refuseTooEarly(
  asked: readonly AddOnId[],
  readHeld: () => Promise<readonly AddOnId[]>,
): Promise<void> {
  const early = asked.filter((id) => !isBookable(id, channels()));
  if (early.length === 0) return;
  const held = await readHeld();
  const refused = ADD_ONS.find(({ id }) => early.includes(id) && !held.includes(id));
  if (refused)
    throw new AppError(
      'validation_failed',
      `No alerts go to ${refused.name} yet: that add-on cannot be booked before they do.`,
    );
}

/** Only people do this: no key has the scope (src/shared/api-keys.ts). */
const askerOf = (c: Context<ApiEnv>): Asker => ({
  workspaceId: c.get('membership').workspaceId,
  userId: personOf(c).id,
  actor: activityActor(c),
});
