/** The plans and add-ons (specification, section 9), for the site, the account area and billing alike. */
export const PLAN_IDS = ['starter', 'pro', 'enterprise'] as const;
export type PlanId = (typeof PLAN_IDS)[number];
/** Enterprise is agreed on with sales, never paid by itself. */
export const PAYABLE_PLAN_IDS = ['starter', 'pro'] as const;
export type PayablePlanId = (typeof PAYABLE_PLAN_IDS)[number];
type PlanFeature = { text: string; included: boolean };
export type Plan = {
  id: PlanId;
  /** The public site and the account area name one plan differently. */
  name: { site: string; dashboard: string };
  tagline: string;
  /** US cents a month; null where the price is agreed on ('Custom'). */
  monthlyCents: number | null;
  features: readonly PlanFeature[];
  popular: boolean;
  actionLabel: { site: string; dashboard: string };
};

export const ADD_ON_IDS = ['telegram', 'slack', 'social-media'] as const;
export type AddOnId = (typeof ADD_ON_IDS)[number];
/** A channel to add to any plan. */
type AddOn = { id: AddOnId; name: string; description: string; monthlyCents: number };

const has = (...texts: string[]): PlanFeature[] => texts.map((text) => ({ text, included: true }));
const lacks = (...texts: string[]): PlanFeature[] => texts.map((text) => ({ text, included: false }));

export const POPULAR_MARK = 'MOST POPULAR';

export const PLANS: readonly Plan[] = [
  {
    id: 'starter',
    name: { site: 'Starter', dashboard: 'Starter' },
    tagline: 'For one desk that writes to its readers by email.',
    monthlyCents: 9_900,
    features: [
      ...has(
        '1 brand identity',
        'Email distribution',
        'Up to 30 alerts per month',
        'Basic event detection',
        'Standard templates',
      ),
      ...lacks('API access', 'Custom templates'),
    ],
    popular: false,
    actionLabel: { site: 'Get Started', dashboard: 'Choose Starter' },
  },
  {
    id: 'pro',
    name: { site: 'Pro', dashboard: 'Professional' },
    tagline: 'For firms that alert several audiences.',
    monthlyCents: 19_900,
    features: [
      ...has('Up to 3 brand identities', 'Email plus 1 messaging platform'),
      ...has('Up to 100 alerts per month', 'Advanced event detection', 'Custom templates', 'API access'),
      ...lacks('Priority support'),
    ],
    popular: true,
    actionLabel: { site: 'Get Started', dashboard: 'Choose Professional' },
  },
  {
    id: 'enterprise',
    name: { site: 'Enterprise', dashboard: 'Enterprise' },
    tagline: 'For platforms that alert under many brands.',
    monthlyCents: null,
    features: [
      ...has(
        'Unlimited brands',
        'All channels',
        'Unlimited alerts',
        'Enterprise-grade security',
        'White-labeled solution',
        'Dedicated account manager or support',
        'Custom integrations',
      ),
    ],
    popular: false,
    actionLabel: { site: 'Contact Sales', dashboard: 'Contact Sales' },
  },
];

export const ADD_ONS: readonly AddOn[] = [
  {
    id: 'telegram',
    name: 'Telegram',
    description: 'Alerts to your Telegram channel or group',
    monthlyCents: 4_900,
  },
  { id: 'slack', name: 'Slack', description: 'Alerts to your Slack workspace', monthlyCents: 4_900 },
  {
    id: 'social-media',
    name: 'Social Media',
    description: 'Twitter, LinkedIn, Facebook posting',
    monthlyCents: 9_900,
  },
];

/** A price as people read it, without the period: `$99`, `$99.50`; 'Custom' where it is agreed on. */
export function formatPrice(cents: number | null): string {
  if (cents === null) return 'Custom';
  const digits = cents % 100 === 0 ? 0 : 2;
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
