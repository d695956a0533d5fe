import type { ProviderDescription } from './description.ts';

export const oanda: ProviderDescription = {
  title: 'OANDA',
  covers: 'Currency pairs, gold and other metals',
  assets: 'currencies',
  keysUrl: 'https://www.oanda.com/account/tpa/personal_token',
  steps:
    'Open an account at OANDA; practice accounts are free. Generate an API token under Manage API Access, and copy the ID of your v20 account.',
  fields: [
    { name: 'keyId', label: 'Account ID', isSecret: false },
    { name: 'secret', label: 'API token', isSecret: true },
  ],
  plans: [
    {
      id: 'practice',
      title: 'Practice account (free)',
      says: 'OANDA’s prices in real time: the middle of bid and ask, at most four a second for each pair. Prices have no volume.',
      delayMinutes: null,
      symbols: null,
    },
    {
      id: 'live',
      title: 'Live account',
      says: 'OANDA’s prices in real time: the middle of bid and ask, at most four a second for each pair. Prices have no volume.',
      delayMinutes: null,
      symbols: null,
    },
  ],
  hasExtended: false,
  license:
    'Your agreement with OANDA applies. Its prices are OANDA’s own, for trading with it; sending them to other people takes an agreement with OANDA.',
  licenseUrl: 'https://www.oanda.com/us-en/legal/',
};
