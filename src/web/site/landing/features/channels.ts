import type { ChannelKind } from '#src/shared/alerts.ts';
import { ADD_ONS, formatPrice } from '#src/shared/plans.ts';

type ChannelRow = {
  name: string;
  starter: boolean;
  /** 'one': Pro has one of all the channels that say so. */
  pro: boolean | 'one';
  enterprise: boolean;
  addOn: string | null;
  /** The channels that it stands for: they say whether it can be used today. */
  kinds: readonly ChannelKind[];
};

const addOn = (id: string): string | null => {
  const found = ADD_ONS.find((each) => each.id === id);
  return found ? `${formatPrice(found.monthlyCents)}/mo` : null;
};
const messaging = (name: string, kind: ChannelKind, price: string | null = null): ChannelRow => ({
  name,
  starter: false,
  pro: 'one',
  enterprise: true,
  addOn: price,
  kinds: [kind],
});

/** Where alerts can go, which plan brings it, and what it costs to add it. The messaging platforms stand together. */
export const CHANNEL_ROWS: readonly ChannelRow[] = [
  { name: 'Email', starter: true, pro: true, enterprise: true, addOn: null, kinds: ['email'] },
  messaging('Telegram', 'telegram', addOn('telegram')),
  messaging('Slack', 'slack', addOn('slack')),
  messaging('Discord', 'discord'),
  messaging('WhatsApp', 'whatsapp'),
  {
    name: 'Twitter, LinkedIn, Facebook',
    starter: false,
    pro: false,
    enterprise: true,
    addOn: addOn('social-media'),
    kinds: ['x', 'linkedin', 'facebook'],
  },
  {
    name: 'Trading platforms',
    starter: false,
    pro: false,
    enterprise: true,
    addOn: null,
    kinds: ['webhook'],
  },
];
