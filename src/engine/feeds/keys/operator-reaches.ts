import { eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { instruments } from '#src/db/schema.ts';
import type { Exchange, Message } from '#src/engine/exchanges/live/exchange.ts';
import { reachKeyed } from '#src/engine/exchanges/reach-keyed.ts';
import type { FeedAddresses, Reach } from '#src/engine/exchanges/reach.ts';
import { findMarketData, MARKET_DATA } from '#src/shared/market-data.ts';
import { fingerprintOf } from './sealed-key.ts';

/** A key of the operator, as the configuration has it: `parts` are the key ID, where there is one, and the key. */
export type OperatorKey = { source: string; plan: string; extended: boolean; parts: readonly string[] };

/** @throws Error that says what is wrong, without the key */
function read({ source, plan, parts }: OperatorKey) {
  const provider = MARKET_DATA.find(({ id }) => id === source);
  if (!provider)
    throw new Error(
      `there is no source '${source}'; there are ${MARKET_DATA.map(({ id }) => id).join(', ')}`,
    );
  if (!provider.plans.some(({ id }) => id === plan))
    throw new Error(
      `${source} has no plan '${plan}'; it has ${provider.plans.map(({ id }) => id).join(', ')}`,
    );
  if (parts.length !== provider.fields.length)
    throw new Error(
      `the key of ${source} is ${provider.fields.map(({ label }) => label).join(' and ')}, with a space between`,
    );
  return { id: provider.id, keyId: parts.length > 1 ? (parts[0] ?? '') : '', secret: parts.at(-1) ?? '' };
}

/** What a refusal says to the operator, who doesn't replace the key in a form. */
const toOperator = (message: Message): Message =>
  message.kind === 'denied' ? { ...message, problem: operatorSentence(message.problem) } : message;
const operatorSentence = (problem: string): string =>
  `The operator’s key needs attention. ${problem.replace('replace the key here', 'change FEED_KEYS')}`;

/**
 * The feeds that the operator's keys open: shared by all workspaces, like public ones. Feeds in `inPublic` are licensed to
 * be shown to anyone.
 * @throws Error that names what is wrong, without a key
 */
export function operatorReaches(
  keys: readonly OperatorKey[],
  inPublic: readonly string[],
  options: { addresses: FeedAddresses; now: () => number; signal: AbortSignal },
): Reach[] {
  const twice = keys.find(({ source }, place) => keys.findIndex((each) => each.source === source) !== place);
  if (twice) throw new Error(`${twice.source} has two keys; it takes one`);
  const missing = inPublic.find((name) => !keys.some(({ source }) => source === name));
  if (missing !== undefined) throw new Error(`FEED_KEYS_PUBLIC names ${missing}, which has no key`);
  return keys.map((key) => {
    const { id, ...credentials } = read(key);
    const { plan, extended } = key;
    const reach = reachKeyed(id, credentials, { name: id, plan, extended, ...options });
    const { read: readMessages, denialOf } = reach.exchange;
    const exchange: Exchange = {
      ...reach.exchange,
      operatorKey: { inPublic: inPublic.includes(id), license: findMarketData(id).license },
      read: (text) => readMessages(text).map(toOperator),
      ...(denialOf && {
        denialOf: (status) => {
          const denial = denialOf(status);
          return denial && { ...denial, problem: operatorSentence(denial.problem) };
        },
      }),
    };
    return { ...reach, exchange };
  });
}

/** Whether a workspace's key is one of the operator's: a source allows one connection for each. */
export const isOperatorKey = (
  keys: readonly OperatorKey[],
  encryptionKey: Buffer,
): ((fingerprint: string) => boolean) => {
  const known = new Set(
    keys.map((key) => {
      const { id, ...credentials } = read(key);
      return fingerprintOf(encryptionKey, id, credentials);
    }),
  );
  return (fingerprint) => known.has(fingerprint);
};

/** Instruments made before may have other rights than the configuration gives them now. */
export async function applyPublicRights(
  system: Database,
  reached: readonly Pick<Reach, 'exchange'>[],
): Promise<void> {
  for (const { exchange } of reached)
    if (exchange.operatorKey)
      await system
        .update(instruments)
        .set({ publicPrices: exchange.operatorKey.inPublic })
        .where(eq(instruments.feed, exchange.name));
}
