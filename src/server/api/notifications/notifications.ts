import type { Context } from 'hono';
import type { Database, Tx } from '#src/db/database.ts';
import { chooseMail, mailChoices } from '#src/db/queries/notification-choices.ts';
import { countUnread, listNotifications, markRead } from '#src/db/queries/notifications.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import type { Clock } from '#src/shared/clock.ts';
import { NOTIFICATION_PAGE_MAX } from '#src/shared/notifications.ts';
import type { Announce } from '../changes.ts';
import { cursorOf, limitOf } from '../paging.ts';
import { type ApiEnv, personOf } from '../actor.ts';
import type { Route } from '../route.ts';
import { NOTIFICATIONS } from './contract.ts';

type NotificationDeps = {
  app: Database;
  clock: Clock;
  announce: Announce;
};

/** What happened that the person who asks should know of. Others' are never in sight. */
export function addNotificationRoutes(route: Route, deps: NotificationDeps): void {
  const asOneself = <T>(
    c: Context<ApiEnv>,
    work: (tx: Tx, mine: { workspaceId: string; userId: string }) => Promise<T>,
  ): Promise<T> => {
    const { workspaceId } = c.get('membership');
    return withTenant(deps.app, workspaceId, (tx) => work(tx, { workspaceId, userId: personOf(c).id }));
  };

  route(NOTIFICATIONS.list, async (c) => {
    const limit = limitOf(c.req.query('limit') ?? null, NOTIFICATION_PAGE_MAX);
    const after = cursorOf(c.req.query('cursor') ?? null);
    return c.json(await asOneself(c, (tx, mine) => listNotifications(tx, mine, { after, limit })));
  });

  route(NOTIFICATIONS.unread, async (c) => c.json({ unread: await asOneself(c, countUnread) }));

  route(NOTIFICATIONS.emailChoices, async (c) => c.json({ items: await asOneself(c, mailChoices) }));

  route(NOTIFICATIONS.chooseEmail, async (c, body) => {
    const choice = await body();
    await asOneself(c, async (tx, mine) =>
      recordChoices(tx, mine.workspaceId, await chooseMail(tx, mine, choice, deps.clock())),
    );
    return c.body(null, 204);
  });

  route(NOTIFICATIONS.markRead, async (c, body) => {
    const { ids } = await body();
    await asOneself(c, (tx, mine) => markRead(tx, mine, ids, deps.clock()));
    deps.announce(c.get('membership').workspaceId, 'notifications');
    return c.body(null, 204);
  });
}
