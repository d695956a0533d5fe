import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Order, PaymentEvent, PaymentProvider } from '../provider.ts';
import { checkSignature, sign } from '../signature.ts';
import { type Card, changedEvent, declinedEvent, dueEvent, paidEvent } from './events.ts';
import { wireEvent, wireOrder } from './wire.ts';

const TEST_PROVIDER = 'test';
const SIGNATURE_HEADER = 'Bellwire-Test-Signature';
/** Below the address of the program; only this machine can open it. */
export const PAY_PATH = '/dev/pay';
const ORDER_MS = 3_600_000;

export type TestProviderDeps = {
  /** Signs events and orders; derived from the installation's key. */
  secret: Buffer;
  publicUrl: string;
  clock: Clock;
  /** Posts an event to our own hook, as a provider would. @returns the status */
  post: (path: string, headers: Record<string, string>, body: string) => Promise<number>;
};

/** What a person may do on the payment page. */
export type Choice = Card | 'declines' | 'leaves';

export type TestProvider = PaymentProvider & {
  /** The order in an address of the payment page; null where it is forged or an hour old. */
  readOrder: (token: string) => Order | null;
  /** Does what was chosen, and tells us of it. @returns where the person goes on */
  choose: (order: Order, choice: Choice) => Promise<string>;
};

/**
 * Payments without money: a page of our own to pay, decline or leave, signed events, and months that renew themselves.
 * It keeps nothing: an order is in its address, a subscription in ours.
 */
export function createTestProvider(deps: TestProviderDeps): TestProvider {
  const { secret, clock } = deps;

  async function tell(event: PaymentEvent | null): Promise<void> {
    if (!event) return;
    const body = JSON.stringify(event);
    const headers = { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: sign(secret, body, clock()) };
    const status = await deps.post(`/hooks/payment/${TEST_PROVIDER}`, headers, body);
    if (status !== 200) throw new Error(`The event ${event.id} was answered with ${status}.`);
  }

  const sealOf = (text: string): string =>
    createHmac('sha256', secret).update(`order ${text}`).digest('base64url');

  return {
    id: TEST_PROVIDER,
    label: 'Test payments',
    test: true,
    checkout: async (order) => {
      const expiresAt = new Date(clock().getTime() + ORDER_MS);
      const text = Buffer.from(JSON.stringify({ ...order, expiresAt })).toString('base64url');
      return { url: `${deps.publicUrl}${PAY_PATH}/${text}.${sealOf(text)}` };
    },
    change: (workspaceId, held, wish) => tell(changedEvent(workspaceId, held, wish, clock())),
    renew: (workspaceId, held) => tell(dueEvent(workspaceId, held, clock())),
    parse: ({ header, body, now }) => {
      checkSignature(secret, body, header(SIGNATURE_HEADER), now);
      const parsed = wireEvent.safeParse(readJson(body));
      if (!parsed.success)
        throw new AppError('payment_event_refused', 'The event is not one that is known here.');
      return parsed.data;
    },
    readOrder: (token) => {
      const [text = '', seal = ''] = token.split('.');
      const given = Buffer.from(seal);
      const wanted = Buffer.from(sealOf(text));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const { expiresAt, ...order } = wireOrder.parse(
        readJson(Buffer.from(text, 'base64url').toString('utf8')),
      );
      return clock() < expiresAt ? order : null;
    },
    choose: async (order, choice) => {
      if (choice === 'leaves') return order.leaveUrl;
      await tell(choice === 'declines' ? declinedEvent(order, clock()) : paidEvent(order, choice, clock()));
      return order.returnUrl;
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
