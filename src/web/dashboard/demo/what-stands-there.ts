import { formatPrice, PLANS } from '#src/shared/plans.ts';
import { TRIAL_DAYS } from '#src/shared/product.ts';

type WhatStandsThere = { text: string; more: { href: string; label: string } };

const PRICES = PLANS.map(
  ({ name, monthlyCents }) =>
    `${name.site}: ${monthlyCents === null ? 'agreed on with sales' : `${formatPrice(monthlyCents)} a month`}`,
).join('; ');

/** What an account has on the screens that the demo does not show, by where the menu leads. */
export const WHAT_STANDS_THERE: Readonly<Record<string, WhatStandsThere>> = {
  '/plans': {
    text: `The plans and what they include. ${PRICES}. Every account starts with a free trial of ${TRIAL_DAYS} days.`,
    more: { href: '/#pricing', label: 'Compare the plans' },
  },
  '/review': {
    text: 'Alerts that wait for sign-off, with each channel’s version, the evidence, the recipients, and buttons to approve or reject.',
    more: { href: '/documentation/approval', label: 'How approval works' },
  },
  '/sending': {
    text: 'Stop all sending, or one brand or channel, with one button. See how many alerts are waiting.',
    more: { href: '/documentation/sending', label: 'How alerts are delivered' },
  },
  '/rules': {
    text: 'Rules decide which events become alerts. Write a condition or build it in a form, set its frequency, and backtest it over recorded prices.',
    more: { href: '/documentation/rules', label: 'How rules work' },
  },
  '/feeds': {
    text: 'Where prices come from: the status of each feed, watched symbols with their last price, and quarantined prices.',
    more: { href: '/documentation/how-detection-works', label: 'How detection works' },
  },
  '/channels': {
    text: 'The accounts and servers your alerts are sent through, with their status.',
    more: { href: '/documentation/deliveries', label: 'How alerts are delivered' },
  },
  '/forms': {
    text: 'Sign-up forms in your brand’s look, hosted or embedded, with double opt-in. Suppressed addresses with reason and history.',
    more: { href: '/documentation/email', label: 'How unsubscribing and bounces work' },
  },
  '/team': {
    text: 'Members and their roles, invitations by email, and a log of who did what.',
    more: { href: '/documentation/team', label: 'What each role can do' },
  },
  '/ledger': {
    text: 'A tamper-evident record of what each alert said, the price, who approved it and who got it. With search, legal holds, retention, and case files anyone can verify.',
    more: { href: '/documentation/ledger', label: 'How the ledger works' },
  },
  '/documents': {
    text: 'Your team’s files in folders, with previews, search, and expiring links for people without an account.',
    more: { href: '/documentation/documents', label: 'How documents are stored' },
  },
  '/feedback': {
    text: 'Send us an idea, a problem or a question.',
    more: { href: '/contact', label: 'Write to us' },
  },
  '/settings': {
    text: 'Your profile, workspace and brand names, password, two-factor authentication, signed-in devices, API keys and email notifications.',
    more: { href: '/documentation/security', label: 'How accounts are protected' },
  },
};
