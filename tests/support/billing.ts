import { type Billing, createBilling } from '#src/billing/billing.ts';
import { PROVIDERS } from '#src/billing/registry.ts';
import type { TestProvider } from '#src/billing/test-provider/provider.ts';
import { createPaymentHooks } from '#src/server/payment/hooks.ts';
import type { TestDatabase } from './database.ts';

export const TEST_SECRET = Buffer.alloc(32, 7);

export type TestBilling = {
  billing: Billing;
  provider: TestProvider;
  hooks: ReturnType<typeof createPaymentHooks>;
  /** Moves the clock of everything here. */
  setNow: (now: Date) => void;
  /** What streams were told of. */
  hints: string[];
  mails: { userId: string; kind: string; details?: object }[];
  /** Events on their way; while `held` they pile up here, and are lost unless they are posted. */
  post: { held: boolean; waiting: { headers: Record<string, string>; body: string }[] };
  deps: Parameters<typeof createBilling>[0];
};

/** Plans and payments over a test's database, with the test provider and its events posted to the real hook. */
export function testBilling(db: TestDatabase, start: Date): TestBilling {
  let now = start;
  const clock = () => now;
  const hints: string[] = [];
  const mails: TestBilling['mails'] = [];
  const post: TestBilling['post'] = { held: false, waiting: [] };
  const provider = PROVIDERS.test({
    secret: TEST_SECRET,
    publicUrl: 'http://localhost:3000',
    clock,
    post: async (path, headers, body) => {
      if (post.held) {
        post.waiting.push({ headers, body });
        return 200;
      }
      return (await hooks.request(path.replace('/hooks/payment', ''), { method: 'POST', headers, body }))
        .status;
    },
  });
  const deps = {
    app: db.app,
    clock,
    publicUrl: 'http://localhost:3000',
    provider,
    enqueue: async (_tx: unknown, _queue: string, mail: TestBilling['mails'][number]) =>
      void mails.push(mail),
    announce: (workspaceId: string, topic: string) => void hints.push(`${workspaceId} ${topic}`),
    log: { warn: () => undefined },
  };
  const billing = createBilling(deps);
  const hooks = createPaymentHooks({ billing, log: { warn: () => undefined, error: () => undefined } });
  return {
    billing,
    provider,
    hooks,
    deps,
    hints,
    mails,
    post,
    setNow: (next) => {
      now = next;
    },
  };
}

/** Chooses and pays as a person would on the payment page. */
export async function buy(
  shop: TestBilling,
  who: { workspaceId: string; userId: string },
  planId: 'starter' | 'pro',
  options: {
    addOns?: ('telegram' | 'slack' | 'social-media')[];
    choice?: 'pays' | 'declines_later' | 'declines';
  } = {},
): Promise<string> {
  const { url, checkoutId } = await shop.billing.choose(askerOf(who), {
    planId,
    addOns: options.addOns ?? [],
  });
  if (!url || !checkoutId) throw new Error('There is nothing to pay.');
  const order = shop.provider.readOrder(url.split('/').at(-1) ?? '');
  if (!order) throw new Error('The order cannot be read.');
  await shop.provider.choose(order, options.choice ?? 'pays');
  return checkoutId;
}

export const askerOf = (who: { workspaceId: string; userId: string }) => ({
  ...who,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada Byron' },
});
