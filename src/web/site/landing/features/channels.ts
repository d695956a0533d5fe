import { ADD_ONS, formatPrice } from '#src/shared/plans.ts';

export type ChannelRow = {
  name: string;
  starter: boolean;
  /** 'one': Pro has one of all the channels that say so. */
  pro: boolean | 'one';
  enterprise: boolean;
  addOn: string | null;
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
});

/** Where alerts can go, which plan brings it, and what it costs to add it. The messaging platforms stand together. */
export const CHANNEL_ROWS: readonly ChannelRow[] = [
  { name: 'Email', starter: true, pro: true, enterprise: true, addOn: null },
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
  },
  { name: 'Trading platforms', starter: false, pro: false, enterprise: true, addOn: null },
];
