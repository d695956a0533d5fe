import type { ProviderDescription } from './description.ts';

export const finnhub: ProviderDescription = {
  title: 'Finnhub',
  covers: 'US stocks and ETFs',
  assets: 'stocks',
  keysUrl: 'https://finnhub.io/dashboard',
  steps: 'Open a free account at Finnhub. Your API key is on its dashboard.',
  fields: [{ name: 'secret', label: 'API key', isSecret: true }],
  plans: [
    {
      id: 'free',
      title: 'Free',
      says: 'Trades of US stocks in real time. No history: bars begin when you watch a symbol, and trades missed while disconnected are lost.',
      delayMinutes: null,
      symbols: 50,
    },
    {
      id: 'candles',
      title: 'With stock candles (paid)',
      says: 'Trades of US stocks in real time, and earlier bars when you first watch a symbol. Trades missed while disconnected are lost.',
      delayMinutes: null,
      symbols: null,
    },
  ],
  hasExtended: true,
  license:
    'Your agreement with Finnhub applies. Its free plan is for personal use; business use, and sending its prices to other people, takes an agreement with Finnhub.',
  licenseUrl: 'https://finnhub.io/terms-of-service',
};
