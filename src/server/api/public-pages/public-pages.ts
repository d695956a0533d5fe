import type { Database } from '#src/db/database.ts';
import { createOwnPosts } from '#src/publishing/own-posts.ts';
import type { Clock } from '#src/shared/clock.ts';
import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { PUBLIC_PAGES } from './contract.ts';

const NONE = { sentence: 'There is no such alert in this workspace.' };

/** An alert on the public pages that it was sent to. */
export function addPublicPageRoutes(
  route: Route,
  deps: { app: Database; clock: Clock; publicUrl: string },
): void {
  const posts = createOwnPosts(deps);
  route(PUBLIC_PAGES.read, async (c) => c.json(await posts.of(here(c), idOf(c, NONE))));
  route(PUBLIC_PAGES.change, async (c, body) => {
    const change = await body();
    return c.json(await posts.change(byOf(c), idOf(c, NONE), change));
  });
}
