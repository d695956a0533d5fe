import { TRIAL_DAYS } from '#src/shared/product.ts';
import { siteConfig } from '#src/shared/site-config.ts';

const { name, legalEntity, address } = siteConfig;

export const press = {
  title: 'Press',
  description: `Facts about ${name}, two descriptions to quote, the logo to download, and who to ask.`,
  headline: `${name} in print`,
  facts: [
    ['Name', `${name}, one word, one capital`],
    ['Company', legalEntity],
    ['Seat', address],
    ['Product', 'Automated market alerts, written in the customer’s brand'],
    ['For', 'Solo traders, brokerage firms, trading platforms'],
    [
      'Channels',
      'Email; Telegram, Slack, Discord, Microsoft Teams, WhatsApp; Twitter (X), LinkedIn, Facebook; web push; a hosted page with feeds; trading platforms and programs by signed webhook',
    ],
    ['Price', 'From $99 a month'],
    ['Trial', `${TRIAL_DAYS} days, free`],
  ],
  /** To be quoted as they stand. */
  descriptions: [
    {
      title: 'In one sentence',
      text: `${name} watches the markets, writes each alert in the customer’s brand and delivers it by email, chat, social media and webhook.`,
    },
    {
      title: 'In a paragraph',
      text: `${name} turns market events into branded alerts for brokerages, trading platforms and traders who publish. It detects the event, writes the alert and delivers it by email, in messaging apps, on social media and to trading platforms. Every figure in an alert is filled in from the price data kept with the event, so that each one can be traced and computed again. ${name} is run by ${legalEntity} and provides information, not investment advice.`,
    },
  ],
  marks: [
    { file: '/brand/mark-day.svg', title: 'For light ground', ground: 'day' },
    { file: '/brand/mark-night.svg', title: 'For dark ground', ground: 'night' },
    { file: '/brand/mark-one-colour.svg', title: 'One color, for print', ground: 'white' },
  ],
  rules:
    'Keep the height of the dot free around the mark. Do not redraw, tilt or recolour it, and set the name beside it in any plain serif.',
} as const;
