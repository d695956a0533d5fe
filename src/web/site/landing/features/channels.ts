import { ADD_ONS, formatPrice } from '#src/shared/plans.ts';

type ChannelRow = {
  name: string;
  starter: boolean;
  /** 'one': Pro has one of all the channels that say so. */
  pro: boolean | 'one';
  enterprise: boolean;
  addOn: string | null;
  /** Its page in the documentation, which says whether it can be used today. */
  documentation: 'email' | 'messaging' | 'social' | 'trading-platforms';
};

const addOn = (id: string): string | null => {
  const found = ADD_ONS.find((each) => each.id === id);
  return found ? `${formatPrice(found.monthlyCents)}/mo` : null;
};
const messaging = (name: string, price: string | null = null): ChannelRow => ({
  name,
  starter: false,
  pro: 'one',
  enterprise: true,
  addOn: price,
  documentation: 'messaging',
});

/** Where alerts can go, which plan brings it, and what it costs to add it. The messaging platforms stand together. */
export const CHANNEL_ROWS: readonly ChannelRow[] = [
  { name: 'Email', starter: true, pro: true, enterprise: true, addOn: null, documentation: 'email' },
  messaging('Telegram', addOn('telegram')),
  messaging('Slack', addOn('slack')),
  messaging('Discord'),
  messaging('WhatsApp'),
  {
    name: 'Twitter, LinkedIn, Facebook',
    starter: false,
    pro: false,
    enterprise: true,
    addOn: addOn('social-media'),
    documentation: 'social',
  },
  {
    name: 'Trading platforms',
    starter: false,
    pro: false,
    enterprise: true,
    addOn: null,
    documentation: 'trading-platforms',
  },
];
