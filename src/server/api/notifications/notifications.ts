import type { Context } from 'hono';
import type { Database, Tx } from '#src/db/database.ts';
import { chooseMail, choosePush, mailChoices, pushChoices } from '#src/db/queries/notification-choices.ts';
import { countUnread, listNotifications, markRead } from '#src/db/queries/notifications.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { NOTIFICATION_PAGE_MAX } from '#src/shared/notifications.ts';
import type { MemberDevices } from '#src/workspaces/devices/devices.ts';
import type { Announce } from '../changes.ts';
import { cursorOf, limitOf } from '../paging.ts';
import { type ApiEnv, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { NOTIFICATIONS } from './contract.ts';

/** Browsers that show members' notifications. */
export type MemberBrowsers = {
  devices: MemberDevices;
  /** What a browser subscribes with. */
  key: () => Promise<string>;
  /** Whether there is a practice browser. */
  practice: boolean;
};

type NotificationDeps = {
  app: Database;
  memberDevices: MemberBrowsers;
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

  route(NOTIFICATIONS.pushChoices, async (c) => c.json({ items: await asOneself(c, pushChoices) }));

  route(NOTIFICATIONS.choosePush, async (c, body) => {
    const choice = await body();
    await asOneself(c, (tx, mine) => choosePush(tx, mine, choice));
    return c.body(null, 204);
  });

  const { devices, key, practice } = deps.memberDevices;
  const mineOf = (c: Context<ApiEnv>) => ({
    workspaceId: c.get('membership').workspaceId,
    userId: personOf(c).id,
  });

  route(NOTIFICATIONS.devices, async (c) =>
    c.json({ items: await devices.list(mineOf(c)), key: await key(), practice }),
  );

  route(NOTIFICATIONS.addDevice, async (c, body) => {
    const { subscription, approves = false } = await body();
    const agent = (c.req.header('user-agent') ?? '').slice(0, 1_000);
    const mine = { ...mineOf(c), sessionId: sessionOf(c) };
    return c.json(await devices.register(mine, { given: subscription, agent, approves }), 201);
  });

  route(NOTIFICATIONS.changeDevice, async (c, body) =>
    c.json(await devices.change(mineOf(c), idOf(c), await body())),
  );

  route(NOTIFICATIONS.removeDevice, async (c) => {
    await devices.remove(mineOf(c), idOf(c));
    return c.body(null, 204);
  });

  route(NOTIFICATIONS.markRead, async (c, body) => {
    const { ids } = await body();
    await asOneself(c, (tx, mine) => markRead(tx, mine, ids, deps.clock()));
    deps.announce(c.get('membership').workspaceId, 'notifications');
    return c.body(null, 204);
  });
}

/** The session that a browser is turned on in. @throws AppError session_only in the demo, which has none */
function sessionOf(c: Context<ApiEnv>): string {
  const actor = c.get('actor');
  if (actor.kind !== 'session') throw new AppError('session_only');
  return actor.sessionId;
}
