import type { ProviderDescription } from './description.ts';

export const alpaca: ProviderDescription = {
  title: 'Alpaca',
  covers: 'US stocks and ETFs',
  assets: 'stocks',
  keysUrl: 'https://app.alpaca.markets',
  steps: 'Open a free account at Alpaca. On its home page, under API Keys, generate a key.',
  fields: [
    { name: 'keyId', label: 'Key ID', isSecret: false },
    { name: 'secret', label: 'Secret key', isSecret: true },
  ],
  plans: [
    {
      id: 'iex',
      title: 'IEX (free)',
      says: 'Trades on the exchange IEX only, a few percent of all US trades, in real time. Prices are near those of the whole market; volume is much smaller.',
      delayMinutes: null,
      symbols: 30,
    },
    {
      id: 'delayed_sip',
      title: 'All exchanges, 15 minutes late (free)',
      says: 'All US trades (SIP), 15 minutes after they were made.',
      delayMinutes: 15,
      symbols: 30,
    },
    {
      id: 'sip',
      title: 'All exchanges (Algo Trader Plus)',
      says: 'All US trades (SIP), in real time. It takes a paid plan at Alpaca.',
      delayMinutes: null,
      symbols: null,
    },
  ],
  hasExtended: true,
  license:
    'Your agreement with Alpaca applies. Prices of US exchanges are licensed to you; sending them to other people may take an agreement with the exchanges.',
  licenseUrl: 'https://alpaca.markets/disclosures',
};
