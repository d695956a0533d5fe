import { CHANNEL_KINDS } from './alerts.ts';
import type { AddOnId, PlanId } from './plans.ts';

/** What a plan allows. `null` is no limit. */
export type Entitlements = {
  brands: number | null;
  /** Alerts dispatched in a calendar month, in UTC. Trial runs and tests are free. */
  alertsPerMonth: number | null;
  /** Email is in every plan; of the other kinds so many, beside what add-ons bring. */
  messagingPlatforms: number | null;
  socialMedia: boolean;
  tradingPlatforms: boolean;
  detection: 'basic' | 'advanced';
  customTemplates: boolean;
  /** Keys for customers' programs. */
  api: boolean;
  /** Of each key, on /api/v1. */
  requestsPerMinute: number;
  whiteLabel: boolean;
  prioritySupport: boolean;
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
    tradingPlatforms: false,
    detection: 'basic',
    customTemplates: false,
    api: false,
    requestsPerMinute: 0,
    whiteLabel: false,
    prioritySupport: false,
    documentBytes: GB,
  },
  pro: {
    brands: 3,
    alertsPerMonth: 100,
    messagingPlatforms: 1,
    socialMedia: false,
    tradingPlatforms: false,
    detection: 'advanced',
    customTemplates: true,
    api: true,
    requestsPerMinute: 300,
    whiteLabel: false,
    prioritySupport: false,
    documentBytes: 10 * GB,
  },
  enterprise: {
    brands: null,
    alertsPerMonth: null,
    messagingPlatforms: null,
    socialMedia: true,
    tradingPlatforms: true,
    detection: 'advanced',
    customTemplates: true,
    api: true,
    requestsPerMinute: 1_200,
    whiteLabel: true,
    prioritySupport: true,
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

const MESSAGING: ReadonlySet<string> = new Set(['telegram', 'slack', 'discord', 'whatsapp']);
const SOCIAL: ReadonlySet<string> = new Set(['twitter', 'linkedin', 'facebook']);
const ADDED: Record<AddOnId, readonly string[]> = {
  telegram: ['telegram'],
  slack: ['slack'],
  'social-media': [...SOCIAL],
};

const SENDING: ReadonlySet<string> = new Set(CHANNEL_KINDS);

/** Whether alerts go out on a channel of the add-on. Before that it has a price, and nobody can book it. */
export const isBookable = (addOn: AddOnId): boolean => ADDED[addOn].some((channel) => SENDING.has(channel));

/**
 * Of the channels in use, oldest first, those that a plan and its add-ons carry. Where the plan includes some
 * messaging platforms, the oldest that no add-on pays for are those: what was there first goes on.
 */
export function carriedChannels<Channel extends string>(
  plan: { entitlements: Entitlements; addOns: readonly AddOnId[] },
  inUse: readonly Channel[],
): Set<Channel> {
  const { messagingPlatforms, socialMedia, tradingPlatforms } = plan.entitlements;
  const added = new Set(plan.addOns.flatMap((addOn) => ADDED[addOn]));
  let left = messagingPlatforms ?? Number.POSITIVE_INFINITY;
  const isCarried = (channel: string): boolean => {
    if (channel === 'email' || added.has(channel)) return true;
    if (MESSAGING.has(channel)) return left-- > 0;
    return SOCIAL.has(channel) ? socialMedia : tradingPlatforms;
  };
  return new Set(inUse.filter(isCarried));
}

/** Of each signed-in person, on /api/v1, in every plan: more than the account area ever asks. */
export const PERSON_REQUESTS_PER_MINUTE = 1_200;
