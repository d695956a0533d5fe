import { expect, it } from 'vitest';
import { PROVIDERS } from '#src/billing/registry.ts';
import { createTestPaymentPage } from './test-page.ts';

const order = {
  workspaceId: '01900000-0000-7000-8000-000000000001',
  checkoutId: '01900000-0000-7000-8000-000000000002',
  planId: 'pro',
  addOns: [],
  monthlyCents: 19_900,
  creditCents: 0,
  dueCents: 19_900,
  returnUrl: 'http://localhost:3000/dashboard/billing',
  leaveUrl: 'http://localhost:3000/dashboard/checkout',
} as const;

const told: string[] = [];
const provider = PROVIDERS.test({
  secret: Buffer.alloc(32, 7),
  publicUrl: 'http://localhost:3000',
  clock: () => new Date('2026-01-31T12:00:00Z'),
  post: async (_path, _headers, body) => {
    told.push(body);
    return 200;
  },
});

it.each(['constructor', 'toString', '__proto__', 'gift', ''])(
  'pays nothing for a choice that is not one of its own: %s',
  async (choice) => {
    const page = createTestPaymentPage({
      provider,
      isOpen: async () => true,
      peerAddress: () => '127.0.0.1',
      log: { warn: () => undefined },
    });
    const { url } = await provider.checkout(order);
    const answer = await page.request(url, {
      method: 'POST',
      headers: { Host: 'localhost:3000' },
      body: new URLSearchParams({ choice }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Choose one of these.');
    expect(told).toEqual([]);
  },
);

it('takes nothing for an order that has expired', async () => {
  const page = createTestPaymentPage({
    provider,
    isOpen: async () => false,
    peerAddress: () => '127.0.0.1',
    log: { warn: () => undefined },
  });
  const { url } = await provider.checkout(order);
  const headers = { Host: 'localhost:3000' };
  expect((await page.request(url, { headers })).status).toBe(410);
  const body = new URLSearchParams({ choice: 'pays' });
  expect((await page.request(url, { method: 'POST', headers, body })).status).toBe(410);
  expect(told).toEqual([]);
});
