import type { Context } from 'hono';
import type { FeedKeys } from '#src/engine/feeds/keys/feed-keys.ts';
import { AppError } from '#src/shared/errors.ts';
import { type ProviderId, providerIdSchema } from '#src/shared/market-data.ts';
import { type ApiEnv, changerOf, here } from '../actor.ts';
import type { Route } from '../route.ts';
import { FEED_KEYS } from './contract.ts';

/** @throws AppError not_found */
function providerOf(c: Context<ApiEnv>): ProviderId {
  const read = providerIdSchema.safeParse(c.req.param('provider'));
  if (!read.success) throw new AppError('not_found', 'There is no such source of market data.');
  return read.data;
}

/** The keys with which the workspace uses sources of market data. */
export function addFeedKeyRoutes(route: Route, { feedKeys }: { feedKeys: FeedKeys }): void {
  route(FEED_KEYS.list, async (c) => c.json({ items: await feedKeys.list(here(c)) }));
  route(FEED_KEYS.connect, async (c, body) =>
    c.json(await feedKeys.connect(changerOf(c), await body()), 201),
  );
  route(FEED_KEYS.check, async (c) => c.json(await feedKeys.check(here(c), providerOf(c))));
  route(FEED_KEYS.remove, async (c) => {
    await feedKeys.remove(changerOf(c), providerOf(c));
    return c.body(null, 204);
  });
}
