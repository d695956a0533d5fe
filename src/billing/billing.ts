import { withTenant } from '#src/db/tenant.ts';
import { type ApplyDeps, applyEvent } from './apply.ts';
import { type Asker, choosePlan, quoteFor, wish } from './choose.ts';
import type { BillingDeps } from './deps.ts';
import { readInvoice } from './invoice.ts';
import type { HookRequest, Items } from './provider.ts';
import { readBilling, readCheckout, readUsage } from './read.ts';

/** What plans and payments offer to the rest of the program. */
export function createBilling(deps: BillingDeps & ApplyDeps) {
  return {
    quote: (workspaceId: string, items: Items) => quoteFor(deps, workspaceId, items),
    choose: (asker: Asker, items: Items) => choosePlan(deps, asker, items),
    cancel: (asker: Asker) => wish(deps, asker, { want: 'cancel' }),
    resume: (asker: Asker) => wish(deps, asker, { want: 'resume' }),
    usage: (workspaceId: string) =>
      withTenant(deps.app, workspaceId, (tx) => readUsage(tx, workspaceId, deps.clock())),
    read: (workspaceId: string) =>
      withTenant(deps.app, workspaceId, (tx) =>
        readBilling(tx, { provider: deps.provider, now: deps.clock() }),
      ),
    checkout: (workspaceId: string, id: string) =>
      withTenant(deps.app, workspaceId, (tx) => readCheckout(tx, id)),
    /** Whether a checkout may be paid: also one that is paid, which counts once. */
    isOpen: ({ workspaceId, checkoutId }: { workspaceId: string; checkoutId: string }) =>
      withTenant(deps.app, workspaceId, async (tx) => {
        const checkout = await readCheckout(tx, checkoutId);
        return checkout !== undefined && checkout.state !== 'expired';
      }),
    invoice: (workspaceId: string, id: string) =>
      withTenant(deps.app, workspaceId, (tx) => readInvoice(tx, id)),
    /**
     * What a provider posts to /hooks/payment/{provider}. @returns what became of it, null where the provider is not
     * one of ours @throws AppError payment_event_refused
     */
    receive: async (providerId: string, request: Omit<HookRequest, 'now'>) => {
      const { provider } = deps;
      if (provider?.id !== providerId) return null;
      const event = provider.parse({ ...request, now: deps.clock() });
      return applyEvent(deps, provider, event);
    },
  };
}
export type Billing = ReturnType<typeof createBilling>;
