import { z } from 'zod';
import type { Channel } from '../channel.ts';
import { MARK } from './mark.ts';
import { CARD, prepare } from './message.ts';
import { normalizeSlug, SAY_SLUG } from './slug.ts';

const FIELD = 'slug';

/**
 * A public page with feeds. Its provider is this program: the page shows the deliveries that are written as sent
 * (src/publishing), so there is nothing to ask, and nothing that could fail or be done twice.
 */
export const hostedPageChannel: Channel = {
  kind: 'hosted-page',
  title: 'Hosted page',
  summary: 'Alerts on a public page in your brand’s look, with feeds and a widget for your own site.',
  mark: MARK,
  planClass: 'hosted',
  noTests: 'A hosted page shows alerts that were sent, and readers would see the test.',
  address: null,
  destination: {
    label: 'Page',
    placeholder: 'harbor-alerts',
    from: FIELD,
    isPublic: true,
    normalize: normalizeSlug,
  },
  hasOwnAccount: false,
  fields: [
    {
      name: FIELD,
      label: 'Address of the page',
      help: 'The last part of the page’s address. Readers see it.',
      placeholder: 'harbor-alerts',
      secret: false,
      type: z
        .string()
        .transform((typed) => normalizeSlug(typed) ?? '')
        .pipe(z.string().min(1, SAY_SLUG)),
    },
  ],
  steps: ['Choose the last part of the page’s address. Connect one page for each brand.'],
  senderFields: [],
  senderDomain: () => null,
  limits: {
    title: null,
    // No limit: a page has every part of the alert.
    text: null,
    textWithPicture: null,
    html: false,
    // Chart, dark chart and card.
    pictures: 3,
    buttons: 1,
    links: null,
    rates: [],
    attempts: 1,
  },
  picture: CARD,
  capabilities: { threads: true, pictures: true, silent: false, idempotent: true },
  cost: null,
  plainLinks: true,
  window: 16,
  lanes: 1,
  check: async () => ({ ok: true }),
  render: async (document) => prepare(document),
  send: async (_prepared, { deliveryId }) => ({ outcome: 'sent', providerMessageId: deliveryId }),
  // The page shows the newest words that were sent.
  edit: async (_prepared, { providerMessageId }) => ({ outcome: 'sent', providerMessageId }),
};
