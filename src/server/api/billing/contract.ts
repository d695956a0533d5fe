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
const Quote = component({ name: 'Quote', schema: quoteSchema });
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
    summary: 'What of the plan is used',
    description:
      'The plan and how it stands, the alerts of the calendar month in UTC, the brands, and what is kept but paused because it goes beyond the plan. `null` is no limit.',
    answer: { status: 200, says: 'As of now.', schema: Usage },
  },
  read: {
    method: 'get',
    path: '/billing',
    needs: 'billing:read',
    summary: 'Billing',
    description:
      'What is paid for, until when, what comes next, and the invoices, newest first. Every amount is in US cents.',
    answer: { status: 200, says: 'As of now.', schema: Billing },
  },
  quote: {
    method: 'get',
    path: '/billing/quote',
    needs: 'billing:read',
    summary: 'What a choice would cost',
    description:
      'A larger choice begins when it is paid, and the unused part of the running month is taken off. A smaller one begins when the paid month ends, and nothing is due before.',
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
      'Makes the page on which the choice is paid; a smaller choice is put down for the end of the paid month. The plan changes when the payment provider says so, not before. An add-on is refused until alerts go out on its channel.',
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
    summary: 'What became of a checkout',
    description:
      'Open, paid, declined, or expired: another checkout was begun, or the plan has changed since.',
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
    description: 'It runs to the end of the paid month; then the workspace becomes read-only.',
    answer: { status: 200, says: 'Billing as it is now.', schema: Billing },
    errors: ['no_paid_plan', 'plan_change_running', 'payments_off', 'payment_provider_failed'],
  },
  resume: {
    method: 'post',
    path: '/billing/resume',
    needs: 'billing:write',
    whileReadOnly: true,
    summary: 'Keep the plan',
    description: 'Takes a cancellation, or a change that waits for the end of the month, back.',
    answer: { status: 200, says: 'Billing as it is now.', schema: Billing },
    errors: ['no_paid_plan', 'plan_change_running', 'payments_off', 'payment_provider_failed'],
  },
  invoice: {
    method: 'get',
    path: '/billing/invoices/{id}',
    needs: 'billing:read',
    summary: 'One invoice',
    description: 'A page of HTML to keep and to print.',
    params: { id: 'The invoice’s id.' },
    answer: { status: 200, says: 'The file.', type: 'text/html' },
    errors: ['not_found'],
    example: { params: { id: '$INVOICE_ID' } },
  },
});
