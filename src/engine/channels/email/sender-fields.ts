import { z } from 'zod';
import type { Field } from '../channel.ts';
import { normalizeEmail } from './address.ts';

const address = z
  .string()
  .transform((typed) => normalizeEmail(typed) ?? '')
  .refine((normal) => normal !== '', 'Enter an email address');

/** What a brand sets for its emails. */
export const SENDER_FIELDS: readonly Field[] = [
  {
    name: 'fromName',
    label: 'From name',
    help: 'What readers see as the sender. Empty: the brand’s name.',
    secret: false,
    optional: true,
    type: z.string().trim().max(80, 'Use at most 80 characters'),
  },
  {
    name: 'fromAddress',
    label: 'From address',
    placeholder: 'alerts@your-domain.com',
    help: 'On a domain of yours. You publish its DNS records next.',
    secret: false,
    optional: true,
    type: address,
  },
  {
    name: 'replyTo',
    label: 'Reply-To',
    placeholder: 'desk@your-domain.com',
    help: 'Where answers go. Empty: to the From address.',
    secret: false,
    optional: true,
    type: address,
  },
  {
    name: 'bounceAddress',
    label: 'Bounce address',
    placeholder: 'bounces@your-domain.com',
    help: 'Bounces are sent to this address, with +id before the @. Leave it empty to use our address, or over your own server the From address, without +id.',
    secret: false,
    optional: true,
    type: address,
  },
];
