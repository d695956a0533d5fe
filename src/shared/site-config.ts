/**
 * Who runs this site. An operator re-brands every page and account mail by editing this one file.
 */
export const siteConfig = {
  name: 'Bellwire',
  tagline: 'Market events, turned into instant engagement.',
  description:
    'Bellwire watches the markets, writes each alert in your brand and delivers it to the channels your traders read.',
  legalEntity: 'Bellwire Ltd',
  address: 'Makariou III Avenue 1, 3105 Limassol, Cyprus',
  phone: '+357 25 000 000',
  email: {
    support: 'support@bellwire.example',
    sales: 'sales@bellwire.example',
    noreply: 'alerts@bellwire.example',
  },
  /** Where the account area's Documentation leads: a path of this site, or another address. */
  documentation: '/documentation',
  supportHours: 'Monday to Friday, 9am to 6pm ET',
  /** The same for programs: ISO days (1 is Monday), hours of the day in an IANA zone, and what people call that zone. */
  support: { days: [1, 2, 3, 4, 5], from: 9, until: 18, timeZone: 'America/New_York', zoneName: 'ET' },
  /** Within how many of these hours support promises an answer: with priority support, and without. */
  answerWithin: { priority: 2, standard: 9 },
  social: {
    x: 'https://x.example/bellwire',
    linkedin: 'https://linkedin.example/company/bellwire',
    facebook: 'https://facebook.example/bellwire',
  },
} as const;
