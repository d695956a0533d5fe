import * as z from 'zod/mini';
import type { ProviderDescription, ProviderPlan } from './market-data/description.ts';
import { PROVIDERS } from './market-data/providers.ts';

export type ProviderId = keyof typeof PROVIDERS;
const PROVIDER_IDS = Object.keys(PROVIDERS) as [ProviderId, ...ProviderId[]];
export const providerIdSchema = z.enum(PROVIDER_IDS);

export type MarketDataProvider = ProviderDescription & { id: ProviderId };

/** The sources of market data that take a key. */
export const MARKET_DATA: readonly MarketDataProvider[] = PROVIDER_IDS.map((id) => ({
  id,
  ...PROVIDERS[id],
}));

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
