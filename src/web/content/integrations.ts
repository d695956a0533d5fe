import type { ChannelKind } from '#src/shared/alerts.ts';
import type { AVAILABILITY } from '#src/shared/availability.ts';
import { siteConfig } from '#src/shared/site-config.ts';

/** One place alerts go to, with the limits its provider sets. */
export type Platform = {
  name: string;
  /** What arrives there. */
  sends: string;
  /** Longest text, in characters where a number stands. */
  text: string;
  pictures: string;
  /** Plans and add-ons that include it. */
  plans: string;
  /** The channel that sends there: it says whether it can be used today. */
  kind?: ChannelKind;
  /** Whose mark stands beside its name, if it isn't that of `kind`. */
  mark?: ChannelKind | 'tradingview';
  /** Of what is no channel, where it differs from the rest of its category. */
  available?: keyof typeof AVAILABILITY;
};

export type Category = {
  id: 'email' | 'messaging' | 'social' | 'trading-platforms';
  title: string;
  lead: string;
  platforms: readonly Platform[];
  features: readonly string[];
  /** The category's page in the documentation. */
  documentation: `/documentation/${string}`;
  /** A mark beside the title of a feature that not every plan has. */
  badge?: { feature: string; label: string };
};

const EVERY_PLAN = 'Every plan';
const SOCIAL = 'Social Media add-on, $99/mo; Enterprise';

export const integrations = {
  title: 'Integrations',
  description: `Where ${siteConfig.name} delivers: email, messaging apps, social media and trading platforms, with what each one gets, its limits and the plan that includes it.`,
  headline: 'Where an alert can go',
  lead: 'Bellwire rewrites each alert for every channel, with the right length, picture and format.',
};

export const categories: readonly Category[] = [
  {
    id: 'email',
    title: 'Email Platforms',
    lead: 'Alerts leave through an SMTP server, so any provider that speaks SMTP will do.',
    platforms: [
      {
        name: 'Your own mail server',
        mark: 'email',
        sends: 'HTML and plain text, in your brand',
        text: 'No limit',
        pictures: 'The chart, in the email',
        plans: EVERY_PLAN,
      },
      {
        name: 'Amazon SES, Mailgun, Postmark, SendGrid',
        mark: 'email',
        sends: 'The same, by the provider’s SMTP endpoint',
        text: 'No limit',
        pictures: 'The chart, in the email',
        plans: EVERY_PLAN,
      },
    ],
    features: [
      'Sent under your brand’s name, in its colors',
      'A plain-text part that says the same as the HTML',
      'If a mail server defers an email, we retry after 1, 5, 30 and 120 minutes',
      'Addresses that bounce permanently are suppressed',
    ],
    documentation: '/documentation/email',
  },
  {
    id: 'messaging',
    title: 'Messaging Apps',
    lead: 'For readers who check chats before email.',
    platforms: [
      {
        name: 'Telegram',
        kind: 'telegram',
        sends: 'Text with bold figures; chart as a photo',
        text: '4,096; 1,024 under a photo',
        pictures: 'To 10 MB',
        plans: 'Pro, as its messaging platform; add-on, $49/mo; Enterprise',
      },
      {
        name: 'Slack',
        kind: 'slack',
        sends: 'Text in blocks; chart as a file',
        text: '4,000 advised; 3,000 a section',
        pictures: 'As an uploaded file',
        plans: 'Pro, as its messaging platform; add-on, $49/mo; Enterprise',
      },
      {
        name: 'Discord',
        kind: 'discord',
        sends: 'Text; card as an embed; chart as a file',
        text: '2,000; 6,000 in embeds',
        pictures: 'To 10 MiB each',
        plans: 'Pro, as its messaging platform; Enterprise',
      },
      {
        name: 'Microsoft Teams',
        kind: 'teams',
        sends: 'A card with the figures in a table; a button to the evidence',
        text: 'About 28 kB a card',
        pictures: 'None: words and figures',
        plans: 'Pro, as its messaging platform; Enterprise',
      },
      {
        name: 'WhatsApp',
        kind: 'whatsapp',
        sends: 'A template that Meta has approved, filled in',
        text: '1,024',
        pictures: 'JPEG or PNG to 5 MB',
        plans: 'Pro, as its messaging platform; Enterprise',
      },
      {
        name: 'Web push',
        kind: 'web-push',
        sends: 'A notification of the browser, with your logo',
        text: '2,200 bytes',
        pictures: 'The chart, where the device shows it',
        plans: 'Pro and Enterprise',
      },
    ],
    features: [
      'The pace of each app is kept: Telegram takes one message a second in a chat, Slack about one in a channel',
      'WhatsApp readers must have agreed first, and its policy restricts some trading content: ask before you plan with it',
      'No alert pings a whole Discord server: mentions are switched off',
    ],
    documentation: '/documentation/messaging',
  },
  {
    id: 'social',
    title: 'Social Media',
    lead: 'Public posts from your own account or page.',
    platforms: [
      {
        name: 'Twitter (X)',
        kind: 'x',
        sends: 'Short text; card or chart',
        text: '280; a link counts as 23',
        pictures: '4, to 5 MB each',
        plans: SOCIAL,
      },
      {
        name: 'LinkedIn',
        kind: 'linkedin',
        sends: 'Text; card or chart',
        text: '3,000',
        pictures: 'One with the post',
        plans: SOCIAL,
      },
      {
        name: 'Facebook',
        kind: 'facebook',
        sends: 'Text on your page; card or chart',
        text: '63,206',
        pictures: 'To 10, about 4 MB each',
        plans: SOCIAL,
      },
      {
        name: 'Your hosted page, RSS and JSON Feed',
        kind: 'hosted-page',
        sends: 'Words, figures, chart; a page for each alert',
        text: 'No limit',
        pictures: 'The chart; a card in link previews',
        plans: 'Pro and Enterprise',
      },
    ],
    features: [
      'You connect it with keys of your own app or page; we never see a password',
      'Tokens are renewed before they expire. If one can’t be, we notify you',
      'Twitter and LinkedIn refuse a text they have just had: every post carries its date and figures',
    ],
    documentation: '/documentation/social',
  },
  {
    id: 'trading-platforms',
    title: 'Trading Platforms',
    lead: 'Alerts as data, for the screen on which your clients trade.',
    platforms: [
      {
        name: 'Your platform, by webhook',
        kind: 'webhook',
        sends: 'JSON: words, figures, evidence',
        text: 'No limit',
        pictures: 'As an address in the JSON',
        plans: 'Enterprise',
      },
      {
        name: 'Your programs, by API',
        mark: 'webhook',
        sends: 'JSON on request; HTML and JSON export',
        text: 'No limit',
        pictures: 'None: words and figures',
        plans: 'Pro and Enterprise',
        available: 'now',
      },
      {
        name: 'TradingView, inbound',
        mark: 'tradingview',
        sends: 'Nothing: its alerts come in and become yours',
        text: 'JSON or plain text',
        pictures: 'None',
        plans: EVERY_PLAN,
        available: 'now',
      },
    ],
    features: [
      'Every call is signed after the Standard Webhooks specification, so that you can tell ours from a forgery',
      'Tried again over 27 hours and a half: after 5 seconds, 5 and 30 minutes, then 2, 5, 10 and 10 hours',
      'White-label: our name appears in nothing that your readers see',
    ],
    badge: { feature: 'White-label', label: 'Pro+' },
    documentation: '/documentation/trading-platforms',
  },
];
