import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type Choice, PAY_PATH, type TestProvider } from '#src/billing/test-provider/provider.ts';
import { isLoopbackPeer } from '#src/platform/outbox/loopback.ts';
import { STYLE } from '#src/platform/outbox/page-style.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { ADD_ONS, formatPrice } from '#src/shared/plans.ts';

type TestPageDeps = {
  provider: TestProvider;
  /** Whether it is still to be paid: not one whose price was made for what is not so any more. */
  isOpen: (order: { workspaceId: string; checkoutId: string }) => Promise<boolean>;
  /** The socket's peer address; by default what the Node server says. */
  peerAddress?: (c: Context) => string | undefined;
  log: { warn: (context: object, message: string) => void };
};

/** No script and no origin of ours: a page to pay on is another's, and this one pretends to be. */
const CSP =
  "sandbox allow-forms allow-top-navigation; default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const CHOICES: Record<Choice, { label: string; says: string }> = {
  pays: { label: 'Pay', says: 'The payment goes through, and so do those of the months to come.' },
  declines_later: {
    label: 'Pay, and decline the renewal',
    says: 'This payment goes through; the one for the next month is declined.',
  },
  declines: { label: 'Decline', says: 'The card is refused. Nothing is charged and nothing changes.' },
  leaves: { label: 'Leave without paying', says: 'Back to the checkout.' },
};
const isChoice = (value: unknown): value is Choice =>
  typeof value === 'string' && Object.hasOwn(CHOICES, value);

/** The payment page of the test provider, at /dev/pay/{order}: for this machine only. */
export function createTestPaymentPage(deps: TestPageDeps): Hono {
  const page = new Hono();
  const peer = deps.peerAddress ?? peerOfNode;

  page.use(`${PAY_PATH}/*`, async (c, next) => {
    if (!isLoopbackPeer(peer(c), c.req.raw.headers)) return c.notFound();
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Content-Security-Policy', CSP);
  });

  const orderOf = async (token: string): Promise<Order | null> => {
    const order = deps.provider.readOrder(token);
    return order && (await deps.isOpen(order)) ? order : null;
  };

  page.get(`${PAY_PATH}/:order`, async (c) => {
    const order = await orderOf(c.req.param('order'));
    if (!order) return c.html(gone(), 410);
    return c.html(payPage(order));
  });

  page.post(`${PAY_PATH}/:order`, async (c) => {
    const order = await orderOf(c.req.param('order'));
    if (!order) return c.html(gone(), 410);
    const { choice } = await c.req.parseBody();
    if (!isChoice(choice)) return c.html(payPage(order, 'Choose one of these.'), 400);
    try {
      return c.redirect(await deps.provider.choose(order, choice), 303);
    } catch (error) {
      deps.log.warn({ err: error, checkout: order.checkoutId }, 'a test payment couldn’t be reported');
      return c.html(payPage(order, 'The news of it did not arrive. Try again: it counts once.'), 502);
    }
  });
  return page;
}

type Order = NonNullable<ReturnType<TestProvider['readOrder']>>;

const frame = (title: string, body: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}${raw(OWN_STYLE)}
        </style>
      </head>
      <body>
        <main class="pay">${body}</main>
      </body>
    </html>`;

function payPage(order: Order, problem?: string) {
  const addOns = ADD_ONS.filter(({ id }) => order.addOns.includes(id));
  return frame(
    'Test payment',
    html`<p class="mark">Test payments · no money moves</p>
      <h1>Pay ${formatPrice(order.dueCents)}</h1>
      <p class="sub">
        This page stands in for a payment provider. It takes no card and sends a signed event, as a real one
        does.
      </p>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
      <dl>
        <dt>Plan</dt>
        <dd>${planName(order.planId)}</dd>
        ${
          addOns.length === 0
            ? ''
            : html`<dt>Add-ons</dt>
                <dd>${addOns.map(({ name }) => name).join(', ')}</dd>`
        }
        <dt>A month</dt>
        <dd class="mono">${formatPrice(order.monthlyCents)}</dd>
        ${
          order.creditCents === 0
            ? ''
            : html`<dt>Credit</dt>
                <dd class="mono">−${formatPrice(order.creditCents)}</dd>`
        }
        <dt>Due now</dt>
        <dd class="mono">${formatPrice(order.dueCents)}</dd>
      </dl>
      <form method="post">
        ${Object.entries(CHOICES).map(
          ([choice, { label, says }]) =>
            html`<div class="choice">
              <button name="choice" value="${choice}" aria-describedby="${choice}">${label}</button>
              <p id="${choice}">${says}</p>
            </div>`,
        )}
      </form>`,
  );
}

const gone = () =>
  frame(
    'Nothing to pay',
    html`<h1>Nothing to pay</h1>
      <p class="sub">
        This order is not one of ours, it is older than an hour, or another was begun since. Nothing was
        charged.
      </p>
      <p><a class="back" href="/dashboard/plans">Back to the plans</a></p>`,
  );

const OWN_STYLE = `
.pay { max-width: 620px; }
.mark { display: inline-block; margin: 0 0 20px; padding: 4px 10px; border: 1px solid var(--brass); color: var(--brass); font-size: 13px; font-weight: 600; }
.problem { margin: 20px 0 0; padding: 12px 16px; border: 1px solid #a03028; }
.pay dl { grid-template-columns: 96px minmax(0, 1fr); }
.choice { display: grid; grid-template-columns: 240px minmax(0, 1fr); gap: 4px 20px; align-items: center; padding: 12px 0; border-bottom: 1px solid var(--rule); }
.choice p { margin: 0; color: var(--mute); }
form { margin-top: 28px; border-top: 2px solid var(--rule-strong); }
button { min-height: 44px; padding: 0 18px; font: inherit; font-weight: 600; text-align: left; color: var(--ink); background: var(--sheet); border: 1px solid var(--rule-strong); border-radius: 3px; cursor: pointer; }
button:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px; }
.choice:first-child button { background: var(--brass); border-color: var(--brass); color: var(--paper); }
@media (max-width: 560px) { .choice { grid-template-columns: minmax(0, 1fr); } }`;

function peerOfNode(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address;
  } catch {
    return undefined;
  }
}
