import type { Context, Hono } from 'hono';
import type { Database, Tx } from '#src/db/database.ts';
import { chooseMail, mailChoices } from '#src/db/queries/notification-choices.ts';
import { countUnread, listNotifications, markRead } from '#src/db/queries/notifications.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { LiveTopic } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import {
  NOTIFICATION_PAGE_MAX,
  notificationMailSchema,
  notificationsReadSchema,
} from '#src/shared/notifications.ts';
import { readPayload } from '../functions/body.ts';
import { cursorOf, limitOf } from './paging.ts';
import { type ApiEnv, personOf } from './actor.ts';

export type NotificationDeps = {
  app: Database;
  clock: Clock;
  /** Tells the other tabs and devices. Whoever has none leaves it out. */
  announce?: (workspaceId: string, topic: LiveTopic) => void;
};

/** What happened that the person who asks should know of. Others' are never in sight. */
export function addNotificationRoutes(api: Hono<ApiEnv>, deps: NotificationDeps): void {
  const asOneself = <T>(
    c: Context<ApiEnv>,
    work: (tx: Tx, mine: { workspaceId: string; userId: string }) => Promise<T>,
  ): Promise<T> => {
    const { workspaceId } = c.get('membership');
    return withTenant(deps.app, workspaceId, (tx) => work(tx, { workspaceId, userId: personOf(c).id }));
  };

  api.get('/notifications', async (c) => {
    const limit = limitOf(c.req.query('limit') ?? null, NOTIFICATION_PAGE_MAX);
    const after = cursorOf(c.req.query('cursor') ?? null);
    return c.json(await asOneself(c, (tx, mine) => listNotifications(tx, mine, { after, limit })));
  });

  api.get('/notifications/unread', async (c) => c.json({ unread: await asOneself(c, countUnread) }));

  api.get('/notifications/mail', async (c) => c.json({ items: await asOneself(c, mailChoices) }));

  api.post('/notifications/mail', async (c) => {
    const choice = await readPayload(c, notificationMailSchema);
    await asOneself(c, (tx, mine) => chooseMail(tx, mine, choice));
    return c.body(null, 204);
  });

  api.post('/notifications/read', async (c) => {
    const { ids } = await readPayload(c, notificationsReadSchema);
    await asOneself(c, (tx, mine) => markRead(tx, mine, ids, deps.clock()));
    deps.announce?.(c.get('membership').workspaceId, 'notifications');
    return c.body(null, 204);
  });
}
