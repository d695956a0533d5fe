import type { FeedService } from '#src/engine/feeds/feed-service.ts';
import { FOUND_SYMBOLS_MAX, QUARANTINE_PAGE_MAX, quarantineReasonSchema } from '#src/shared/feeds.ts';
import { changerOf, here } from '../actor.ts';
import { cursorOf, invalid, limitOf, wordsOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { FEEDS } from './contract.ts';

/** Market data: how feeds are, which symbols are watched, what was not believed. */
export function addFeedRoutes(route: Route, { feeds }: { feeds: FeedService }): void {
  route(FEEDS.list, async (c) => c.json(await feeds.feeds(here(c))));

  route(FEEDS.watches, async (c) => c.json({ items: await feeds.watches(here(c)) }));

  route(FEEDS.search, async (c) => {
    const { words = '' } = wordsOf(c.req.query('q'));
    const limit = limitOf(c.req.query('limit') ?? null, FOUND_SYMBOLS_MAX);
    return c.json(await feeds.search(here(c), words, limit));
  });

  route(FEEDS.watch, async (c, body) => {
    return c.json(await feeds.watch(changerOf(c), await body()), 201);
  });

  route(FEEDS.unwatch, async (c) => {
    const id = idOf(c, { sentence: 'That symbol is not watched.' });
    await feeds.unwatch(changerOf(c), id);
    return c.body(null, 204);
  });

  route(FEEDS.quarantine, async (c) => {
    const text = c.req.query('reason') ?? null;
    const reason = text === null ? null : quarantineReasonSchema.safeParse(text);
    if (reason && !reason.success)
      throw invalid('reason', text ?? '', quarantineReasonSchema.options.join(', '));
    const page = await feeds.quarantine(here(c), {
      feed: c.req.query('feed') ?? null,
      reason: reason?.data ?? null,
      after: cursorOf(c.req.query('cursor') ?? null),
      limit: limitOf(c.req.query('limit') ?? null, QUARANTINE_PAGE_MAX),
    });
    return c.json(page);
  });
}
