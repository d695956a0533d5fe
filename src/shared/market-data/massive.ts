import type { ProviderDescription } from './description.ts';

export const massive: ProviderDescription = {
  title: 'Massive (Polygon.io)',
  covers: 'US stocks and ETFs',
  assets: 'stocks',
  keysUrl: 'https://massive.com/dashboard/keys',
  steps: 'Open an account at Massive, formerly Polygon.io. Your API key is on its dashboard, under Keys.',
  fields: [{ name: 'secret', label: 'API key', isSecret: true }],
  plans: [
    {
      id: 'developer',
      title: 'Stocks Developer (15 minutes late)',
      says: 'All US trades, 15 minutes after they were made. Stocks Basic and Starter don’t include trades.',
      delayMinutes: 15,
      symbols: null,
    },
    {
      id: 'advanced',
      title: 'Stocks Advanced or Business (real time)',
      says: 'All US trades in real time, and trading halts of Nasdaq stocks.',
      delayMinutes: null,
      symbols: null,
    },
  ],
  hasExtended: true,
  license:
    'Your agreement with Massive applies. Its individual plans are for personal, non-business use; sending prices to other people takes a business plan, and may take an agreement with the exchanges.',
  licenseUrl: 'https://massive.com/terms',
};
