import * as z from 'zod/mini';

/** What an account at a source includes. */
export type ProviderPlan = {
  id: string;
  title: string;
  says: string;
  /** Prices come this much later than they were paid; null: at once. */
  delayMinutes: number | null;
  /** How many symbols at a time; null: no limit of the source. */
  symbols: number | null;
};

export type MarketDataProvider = {
  id: ProviderId;
  title: string;
  covers: string;
  /** Where keys are made. */
  keysUrl: string;
  steps: string;
  /** What its keys are made of. What isn't secret names the key. */
  fields: readonly { name: 'keyId' | 'secret'; label: string; isSecret: boolean }[];
  plans: readonly [ProviderPlan, ...ProviderPlan[]];
  /** It has prices of before the open and after the close. */
  hasExtended: boolean;
  /** What its data may be used for. */
  license: string;
  licenseUrl: string;
};

const PROVIDER_IDS = ['alpaca'] as const;
export const providerIdSchema = z.enum(PROVIDER_IDS);
export type ProviderId = z.infer<typeof providerIdSchema>;

/** The sources of market data that take a key. */
export const MARKET_DATA: readonly MarketDataProvider[] = [
  {
    id: 'alpaca',
    title: 'Alpaca',
    covers: 'US stocks and ETFs',
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
  },
];

export const findMarketData = (id: ProviderId): MarketDataProvider => {
  const found = MARKET_DATA.find((each) => each.id === id);
  if (!found) throw new Error(`There is no source ${id}.`);
  return found;
};

/** The plan of that name, else the first. */
export const planOf = (provider: MarketDataProvider, id: string): ProviderPlan =>
  provider.plans.find((plan) => plan.id === id) ?? provider.plans[0];

const text = (most: number, missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(most));

export const feedKeyFormSchema = z.object({
  provider: providerIdSchema,
  /** What names the key; sources whose keys are one text have none. */
  keyId: z.optional(text(200, 'Enter the key ID')),
  secret: text(400, 'Enter the key'),
  plan: z.optional(text(20, 'Choose a plan')),
  extended: z.optional(z.boolean()),
});
export type FeedKeyForm = z.infer<typeof feedKeyFormSchema>;

export const feedKeySchema = z.object({
  provider: providerIdSchema,
  title: z.string(),
  feed: z.string(),
  hint: z.string(),
  plan: z.string(),
  extended: z.boolean(),
  delayMinutes: z.nullable(z.int()),
  symbols: z.object({ used: z.int(), limit: z.nullable(z.int()) }),
  license: z.string(),
  connectedAt: z.iso.datetime(),
  checkedAt: z.iso.datetime(),
});
export type FeedKey = z.infer<typeof feedKeySchema>;
export const feedKeysSchema = z.object({ items: z.array(feedKeySchema) });

export const feedKeyCheckSchema = z.object({ works: z.boolean(), says: z.string() });
export type FeedKeyCheck = z.infer<typeof feedKeyCheckSchema>;

/** The feed of a workspace's own key, as the engine names it. */
export const ownFeedOf = (provider: ProviderId, workspaceId: string): string =>
  `${provider}.own.${workspaceId}`;
/** As the workspace names it. */
export const shownFeed = (feed: string): string => feed.replace(/\.own\..*$/, '.own');
