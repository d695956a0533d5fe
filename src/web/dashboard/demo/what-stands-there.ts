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
    text: `The plans and what each allows. ${PRICES}. An account begins with ${TRIAL_DAYS} days that cost nothing.`,
    more: { href: '/#pricing', label: 'Compare the plans' },
  },
  '/review': {
    text: 'The alerts that wait for sign-off: what goes to each channel, the evidence, who will get it, and the two buttons that decide.',
    more: { href: '/documentation/approval', label: 'How approval works' },
  },
  '/sending': {
    text: 'The button that stops what goes out at once: everything, one brand or one channel, until a person resumes it; and how much waits.',
    more: { href: '/documentation/deliveries', label: 'How alerts are delivered' },
  },
  '/rules': {
    text: 'Which events become alerts: conditions in a short language or built by a form, how often a rule may speak, and a replay over recorded prices that shows what it would have sent.',
    more: { href: '/documentation/rules', label: 'How rules work' },
  },
  '/feeds': {
    text: 'Where prices come from: the health of each feed, the watched symbols with their last price, and implausible prices in quarantine.',
    more: { href: '/documentation/how-detection-works', label: 'How detection works' },
  },
  '/channels': {
    text: 'The accounts and servers alerts go out through, with their health and a check at any time.',
    more: { href: '/documentation/deliveries', label: 'How alerts are delivered' },
  },
  '/forms': {
    text: 'Sign-up forms in your brand’s look, hosted or embedded, with double opt-in; and suppressed addresses with reason and history.',
    more: { href: '/documentation/email', label: 'How leaving and bounces work' },
  },
  '/team': {
    text: 'The members with their roles, from owner to viewer; invitations by mail; and a log of who did what.',
    more: { href: '/documentation/team', label: 'What each role may do' },
  },
  '/ledger': {
    text: 'The record that can’t be changed unnoticed: what each alert said, at which price, who approved it and who got it, in one search; legal holds, retention, and case files that anyone can verify.',
    more: { href: '/documentation/approval', label: 'How the ledger works' },
  },
  '/documents': {
    text: 'Files of the team in folders, with previews and a search, and links that expire for people without an account.',
    more: { href: '/documentation/documents', label: 'How documents are kept' },
  },
  '/feedback': {
    text: 'A form that goes to the people who make this: an idea, a fault, a question.',
    more: { href: '/contact', label: 'Write to us' },
  },
  '/settings': {
    text: 'One’s profile, the names of the workspace and its brand, password and second factor, signed-in devices, API keys, and which notifications come by mail.',
    more: { href: '/documentation/security', label: 'How accounts are kept safe' },
  },
};
