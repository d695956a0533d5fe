import type { ChannelKind } from './alerts.ts';
import type { PlanClass } from './channels.ts';
import type { AddOnId, PlanId } from './plans.ts';

/** What a plan allows. `null` is no limit. */
export type Entitlements = {
  brands: number | null;
  /** Alerts dispatched in a calendar month, in UTC. Trial runs and tests are free. */
  alertsPerMonth: number | null;
  /** Channels of the class `included` are in every plan; of messaging so many, beside what add-ons bring. */
  messagingPlatforms: number | null;
  socialMedia: boolean;
  /** Pages and feeds that we host for readers. */
  hostedPages: boolean;
  tradingPlatforms: boolean;
  detection: 'basic' | 'advanced';
  analytics: 'basic' | 'advanced';
  customTemplates: boolean;
  /** A key of one's own for the model that writes alerts. */
  ownModel: boolean;
  /** Keys for customers' programs. */
  api: boolean;
  /** Of each key, on /api/v1. */
  requestsPerMinute: number;
  whiteLabel: boolean;
  prioritySupport: boolean;
  /** People who get alerts, besides the members of the workspace. */
  contacts: number | null;
  /** Room for documents of the workspace, in bytes; deleted ones take it until they are gone for good. */
  documentBytes: number;
};

const GB = 1024 ** 3;

/** The one table of plans, limits and features. Whatever is refused for want of a plan is refused by a line of this. */
export const ENTITLEMENTS: Record<PlanId, Entitlements> = {
  starter: {
    brands: 1,
    alertsPerMonth: 30,
    messagingPlatforms: 0,
    socialMedia: false,
    hostedPages: false,
    tradingPlatforms: false,
    detection: 'basic',
    analytics: 'basic',
    customTemplates: false,
    ownModel: false,
    api: false,
    requestsPerMinute: 0,
    whiteLabel: false,
    prioritySupport: false,
    contacts: 1_000,
    documentBytes: GB,
  },
  pro: {
    brands: 3,
    alertsPerMonth: 100,
    messagingPlatforms: 1,
    socialMedia: false,
    hostedPages: true,
    tradingPlatforms: false,
    detection: 'advanced',
    analytics: 'advanced',
    customTemplates: true,
    ownModel: true,
    api: true,
    requestsPerMinute: 300,
    whiteLabel: false,
    prioritySupport: false,
    contacts: 25_000,
    documentBytes: 10 * GB,
  },
  enterprise: {
    brands: null,
    alertsPerMonth: null,
    messagingPlatforms: null,
    socialMedia: true,
    hostedPages: true,
    tradingPlatforms: true,
    detection: 'advanced',
    analytics: 'advanced',
    customTemplates: true,
    ownModel: true,
    api: true,
    requestsPerMinute: 1_200,
    whiteLabel: true,
    prioritySupport: true,
    contacts: null,
    documentBytes: 100 * GB,
  },
};

/** The detectors of basic event detection, by name; every other is advanced. */
const BASIC_DETECTORS: ReadonlySet<string> = new Set(['big_move', 'gap']);

export const detectionOf = (detector: string): Entitlements['detection'] =>
  BASIC_DETECTORS.has(detector) ? 'basic' : 'advanced';

export function mayDetect({ detection }: Entitlements, detector: string): boolean {
  return detection === 'advanced' || detectionOf(detector) === 'basic';
}

/** What an add-on pays for: one kind of channel, or every kind of a class. */
const ADDED: Record<AddOnId, { kind: ChannelKind } | { planClass: PlanClass }> = {
  telegram: { kind: 'telegram' },
  slack: { kind: 'slack' },
  'social-media': { planClass: 'social' },
};

/** A channel as plans see it. */
type Sold = { kind: ChannelKind; planClass: PlanClass };

const paysFor = (addOn: AddOnId, channel: Sold): boolean => {
  const added = ADDED[addOn];
  return 'kind' in added ? added.kind === channel.kind : added.planClass === channel.planClass;
};

/** Whether alerts go out on a channel of the add-on. Before that it has a price, and nobody can book it. */
export const isBookable = (addOn: AddOnId, channels: readonly Sold[]): boolean =>
  channels.some((channel) => paysFor(addOn, channel));

/**
 * Of the channels in use, oldest first, those that a plan and its add-ons carry. Where the plan includes some
 * messaging platforms, the oldest that no add-on pays for are those: what was there first goes on.
 */
export function carriedChannels<Channel extends Sold>(
  plan: { entitlements: Entitlements; addOns: readonly AddOnId[] },
  inUse: readonly Channel[],
): Set<ChannelKind> {
  const { messagingPlatforms, socialMedia, hostedPages, tradingPlatforms } = plan.entitlements;
  let left = messagingPlatforms ?? Number.POSITIVE_INFINITY;
  const isIncluded: Record<PlanClass, () => boolean> = {
    included: () => true,
    messaging: () => left-- > 0,
    social: () => socialMedia,
    hosted: () => hostedPages,
    trading: () => tradingPlatforms,
  };
  const isCarried = (channel: Channel): boolean =>
    channel.planClass === 'included' ||
    plan.addOns.some((addOn) => paysFor(addOn, channel)) ||
    isIncluded[channel.planClass]();
  return new Set(inUse.filter(isCarried).map(({ kind }) => kind));
}

/** Of each signed-in person, on /api/v1, in every plan: more than the account area ever asks. */
export const PERSON_REQUESTS_PER_MINUTE = 1_200;
