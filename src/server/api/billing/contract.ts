import {
  billingSchema,
  checkoutStateSchema,
  choiceSchema,
  chosenSchema,
  invoiceItemSchema,
  quoteSchema,
} from '#src/shared/billing.ts';
import { usageSchema } from '#src/shared/usage.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Usage = component({ name: 'Usage', schema: usageSchema });
const Invoice = component({ name: 'Invoice', schema: invoiceItemSchema });
const Billing = component({ name: 'Billing', schema: billingSchema, holds: [Invoice] });
const Quote = component({
  name: 'Quote',
  schema: quoteSchema,
  fields: {
    overPlan:
      'Null if the plan includes all contacts. From `limitedFrom`, alerts would reach only the `allowed` contacts that were added first.',
  },
});
const Choice = component({ name: 'Choice', schema: choiceSchema });
const Chosen = component({ name: 'Chosen', schema: chosenSchema });
const CheckoutState = component({ name: 'CheckoutState', schema: checkoutStateSchema });

const CHOICE = { planId: 'starter', addOns: [] };

export const BILLING = endpoints('Plans', {
  usage: {
    method: 'get',
    path: '/usage',
    needs: 'workspace:read',
    demo: true,
    summary: 'Get plan usage',
    description:
      'The plan and its status, alerts of the calendar month (UTC), brands, and what is paused because it exceeds the plan: brands, rules, and contacts beyond its number. `null` means no limit.',
    answer: { status: 200, says: 'The current state.', schema: Usage },
  },
  read: {
    method: 'get',
    path: '/billing',
    needs: 'billing:read',
    summary: 'Get billing',
    description:
      'The paid plan and add-ons, the end of the period, what comes next, and invoices, newest first. Amounts are in US cents.',
    answer: { status: 200, says: 'The current state.', schema: Billing },
  },
  quote: {
    method: 'get',
    path: '/billing/quote',
    needs: 'billing:read',
    summary: 'Preview a plan change',
    description:
      'An upgrade starts when it’s paid, minus the unused part of the current month. A downgrade starts when the paid month ends; nothing is due before.',
    query: {
      plan: { says: '`starter` or `pro`.' },
      add_on: { says: '`telegram`, `slack` or `social-media`.', many: true },
    },
    answer: { status: 200, says: 'Amounts in US cents.', schema: Quote },
    errors: ['validation_failed', 'same_plan'],
    example: { query: 'plan=pro&add_on=telegram' },
  },
  choose: {
    method: 'post',
    path: '/billing/checkout',
    needs: 'billing:write',
    whileReadOnly: true,
    summary: 'Choose a plan',
    description:
      'Creates the checkout page for an upgrade; a downgrade is scheduled for the end of the paid month. The plan changes once the payment provider confirms. Add-ons can’t be bought before their channel can send alerts.',
    body: { schema: Choice, required: true },
    answer: { status: 201, says: 'Where to pay.', schema: Chosen },
    errors: [
      'bad_json',
      'validation_failed',
      'same_plan',
      'plan_change_running',
      'payments_off',
      'payment_provider_failed',
    ],
    example: { body: CHOICE },
  },
  checkout: {
    method: 'get',
    path: '/billing/checkouts/{id}',
    needs: 'billing:read',
    summary: 'Get a checkout',
    description:
      'State of a checkout: open, paid, declined, or expired because another checkout was started or the plan has changed.',
    params: { id: 'The checkout’s id.' },
    answer: { status: 200, says: 'Its state.', schema: CheckoutState },
    errors: ['not_found'],
    example: { params: { id: '$CHECKOUT_ID' } },
  },
  cancel: {
    method: 'post',
    path: '/billing/cancel',
    needs: 'billing:write',
    whileReadOnly: true,
    summary: 'Cancel the plan',
    description: 'The plan runs until the end of the paid month. Then the workspace becomes read-only.',
    answer: { status: 200, says: 'The current billing.', schema: Billing },
    errors: ['no_paid_plan', 'plan_change_running', 'payments_off', 'payment_provider_failed'],
  },
  resume: {
    method: 'post',
    path: '/billing/resume',
    needs: 'billing:write',
    whileReadOnly: true,
    summary: 'Keep the plan',
    description: 'Undoes a cancellation, or a change scheduled for the end of the month.',
    answer: { status: 200, says: 'The current billing.', schema: Billing },
    errors: ['no_paid_plan', 'plan_change_running', 'payments_off', 'payment_provider_failed'],
  },
  invoice: {
    method: 'get',
    path: '/billing/invoices/{id}',
    needs: 'billing:read',
    summary: 'One invoice',
    description: 'An HTML page to save or print.',
    params: { id: 'The invoice’s id.' },
    answer: { status: 200, says: 'The file.', type: 'text/html' },
    errors: ['not_found'],
    example: { params: { id: '$INVOICE_ID' } },
  },
});
