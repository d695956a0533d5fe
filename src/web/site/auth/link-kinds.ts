import { siteConfig } from '#src/shared/site-config.ts';

export type LinkKind = 'signup' | 'email_change' | 'magiclink' | 'invite';

/** What a mailed link asks, and where its page goes when it is done (null: it says so in place). */
export const LINK_KINDS: Record<
  LinkKind,
  { title: string; text: string; button: string; next: string | null }
> = {
  signup: {
    title: 'Confirm your email address',
    text: `One click, and ${siteConfig.name} may send alerts to this address.`,
    button: 'Confirm my email address',
    next: null,
  },
  email_change: {
    title: 'Confirm the change of address',
    text: 'Your account moves to the new address once you’ve opened the links in both emails.',
    button: 'Confirm the change',
    next: null,
  },
  magiclink: {
    title: 'Sign in by email',
    text: 'This link signs you in on this device, once.',
    button: 'Sign In',
    next: '/dashboard',
  },
  invite: {
    title: 'You are invited',
    text: `Accept, choose a password, and ${siteConfig.name} is open to you.`,
    button: 'Accept the invitation',
    next: '/reset-password',
  },
};

/** The kind of link that an address names; a link without one is a confirmation. Null for a kind this page does not know. */
export function linkKind(type: string | null): LinkKind | null {
  if (type === null || type === 'email') return 'signup';
  return type === 'signup' || type === 'email_change' || type === 'magiclink' || type === 'invite'
    ? type
    : null;
}
