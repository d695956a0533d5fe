import { describe, expect, it } from 'vitest';
import type { PlanClass } from './channels.ts';
import { carriedChannels, ENTITLEMENTS, mayDetect } from './entitlements.ts';
import { liftedBy, planLimit } from './plan-limit.ts';
import { PLANS } from './plans.ts';
import { standingAt } from './standing.ts';

it('has the limits that the plans are sold with', () => {
  const sold = (id: string, text: string) =>
    PLANS.find((plan) => plan.id === id)!.features.some(
      (feature) => feature.included && feature.text.includes(text),
    );
  const { starter, pro, enterprise } = ENTITLEMENTS;
  expect(sold('starter', `${starter.brands} brand identity`)).toBe(true);
  expect(sold('starter', `Up to ${starter.alertsPerMonth} alerts per month`)).toBe(true);
  expect(sold('starter', 'Basic event detection') && starter.detection === 'basic').toBe(true);
  expect([starter.api, starter.customTemplates, starter.messagingPlatforms]).toEqual([false, false, 0]);
  expect(sold('pro', `Up to ${pro.brands} brand identities`)).toBe(true);
  expect(sold('pro', `Up to ${pro.alertsPerMonth} alerts per month`)).toBe(true);
  expect(sold('pro', `Email plus ${pro.messagingPlatforms} messaging platform`)).toBe(true);
  expect([pro.detection, pro.api, pro.customTemplates, pro.prioritySupport]).toEqual([
    'advanced',
    true,
    true,
    false,
  ]);
  expect([enterprise.brands, enterprise.alertsPerMonth, enterprise.messagingPlatforms]).toEqual([
    null,
    null,
    null,
  ]);
  expect(Object.values(enterprise)).not.toContain(false);
});

it.each([
  ['starter', 'brands', 'pro'],
  ['starter', 'detection', 'pro'],
  ['starter', 'analytics', 'pro'],
  ['starter', 'whiteLabel', 'enterprise'],
  ['pro', 'alertsPerMonth', 'enterprise'],
  ['pro', 'api', null],
  ['enterprise', 'brands', null],
] as const)('on %s, %s is lifted by %s', (plan, limit, up) => expect(liftedBy(plan, limit)).toBe(up));

it('says what is used, what is allowed, and the way up', () => {
  const error = planLimit('starter', 'brands', 'Starter includes 1 brand.', 1);
  expect([error.code, error.message]).toEqual([
    'plan_limit',
    'Starter includes 1 brand. The Professional plan includes more.',
  ]);
  expect(error.details).toEqual({ limit: 'brands', plan: 'starter', used: 1, allowed: 1, lifted_by: 'pro' });
});

it('keeps what is not basic for the plans with advanced detection', () => {
  expect(mayDetect(ENTITLEMENTS.starter, 'gap')).toBe(true);
  expect(mayDetect(ENTITLEMENTS.starter, 'rsi')).toBe(false);
  expect(mayDetect(ENTITLEMENTS.pro, 'rsi')).toBe(true);
});

describe('a trial', () => {
  const trialEndsAt = new Date('2026-12-05T10:00:00Z');
  const graceEnds = new Date('2026-12-12T10:00:00Z');
  const at = (time: string, status = 'Trial') =>
    standingAt({ planId: 'pro', status, trialEndsAt }, new Date(time));

  it.each([
    ['2026-12-05T09:59:59Z', 'trial', trialEndsAt],
    ['2026-12-05T10:00:00Z', 'grace', graceEnds],
    ['2026-12-12T09:59:59Z', 'grace', graceEnds],
    ['2026-12-12T10:00:00Z', 'read_only', graceEnds],
  ] as const)('at %s stands as %s', (time, standing, ends) => {
    expect(at(time)).toEqual({ standing, ends });
  });

  it('is over for good once a plan is paid, and nothing without a subscription', () => {
    expect(at('2027-12-05T10:00:00Z', 'Active')).toEqual({ standing: 'active', ends: null });
    expect(standingAt(null, new Date())).toEqual({ standing: 'read_only', ends: null });
  });
});

const CLASSES: Readonly<Record<string, PlanClass>> = {
  telegram: 'messaging',
  slack: 'messaging',
  twitter: 'social',
  metatrader: 'trading',
};

describe('a plan', () => {
  const carried = (
    planId: 'starter' | 'pro' | 'enterprise',
    addOns: ('telegram' | 'slack' | 'social-media')[],
    inUse: string[],
  ) => {
    const sold = inUse.map((kind) => ({ kind, planClass: CLASSES[kind] ?? ('included' as const) }));
    return [...carriedChannels({ entitlements: ENTITLEMENTS[planId], addOns }, sold)];
  };

  it('carries email, what it includes, and what add-ons pay for', () => {
    const all = ['email', 'telegram', 'slack', 'twitter', 'metatrader'];
    expect(carried('starter', [], all)).toEqual(['email']);
    expect(carried('starter', ['slack'], all)).toEqual(['email', 'slack']);
    expect(carried('pro', [], all)).toEqual(['email', 'telegram']);
    // What an add-on pays for leaves the included one free.
    expect(carried('pro', ['telegram'], all)).toEqual(['email', 'telegram', 'slack']);
    expect(carried('pro', ['social-media'], all)).toEqual(['email', 'telegram', 'twitter']);
    expect(carried('enterprise', [], all)).toEqual(all);
  });
});

describe('a paid plan', () => {
  const periodEnd = new Date('2026-12-21T00:00:00Z');
  const at = (time: string, more: object = {}) =>
    standingAt({ planId: 'pro', status: 'Active', trialEndsAt: null, periodEnd, ...more }, new Date(time));

  it('runs on through its renewal, has a grace where nothing is heard of it, and ends', () => {
    expect(at('2026-12-21T23:59:59Z').standing).toBe('active');
    expect(at('2026-12-22T00:00:00Z')).toEqual({
      standing: 'grace',
      ends: new Date('2026-12-28T00:00:00Z'),
    });
    expect(at('2026-12-28T00:00:00Z').standing).toBe('read_only');
  });

  it('ends with the month when it was canceled, without a grace', () => {
    expect(at('2026-12-20T23:59:59Z', { cancelAtPeriodEnd: true })).toEqual({
      standing: 'active',
      ends: periodEnd,
    });
    expect(at('2026-12-21T00:00:00Z', { cancelAtPeriodEnd: true }).standing).toBe('read_only');
    expect(at('2026-12-21T00:00:00Z', { status: 'Canceled' }).standing).toBe('read_only');
  });

  it('has seven days after a payment that failed', () => {
    const failed = { status: 'Payment failed', pastDueSince: new Date('2026-12-21T00:05:00Z') };
    expect(at('2026-12-28T00:04:59Z', failed).standing).toBe('grace');
    expect(at('2026-12-28T00:05:00Z', failed).standing).toBe('read_only');
  });
});
