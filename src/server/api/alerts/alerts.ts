import type { Context } from 'hono';
import { z } from 'zod';
import type { Database, Tx } from '#src/db/database.ts';
import { alertChoices } from '#src/db/queries/alert-choices.ts';
import { alertDetail } from '#src/db/queries/alert-detail.ts';
import { listAlerts } from '#src/db/queries/alert-list.ts';
import { alertBars, alertDeliveries, alertRecord, type AskChannels } from '#src/db/queries/alert-record.ts';
import { deliveryLog } from '#src/db/queries/delivery-log.ts';
import { alertFanOuts } from '#src/db/queries/fan-outs.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { alertReactions } from '#src/db/queries/reaction-figures.ts';
import { recentAlerts } from '#src/db/queries/recent-alerts.ts';
import { withTenant } from '#src/db/tenant.ts';
import { reachAhead } from '#src/engine/alerts/reach.ts';
import { findChannel } from '#src/engine/channels/registry.ts';
import { withPictures } from '#src/engine/content/with-pictures.ts';
import type { AlertReach } from '#src/shared/alert-reach.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Clock } from '#src/shared/clock.ts';
import { ALERT_PAGE_MAX, readAlertFilter } from '#src/shared/alert-list.ts';
import { DELIVERY_LOG_MAX, LOGGED_STATES, loggedStateSchema } from '#src/shared/delivery-log.ts';
import { AppError } from '#src/shared/errors.ts';
import { cursorOf, invalid, limitOf } from '../paging.ts';
import type { ApiEnv } from '../actor.ts';
import type { Route } from '../route.ts';
import { ALERTS } from './contract.ts';
import { maskFor } from './masked.ts';
import { addPictureRoutes, type PictureRouteDeps } from './pictures.ts';

const RECENT = 20;
const DELIVERIES_PAGE = 100;
const BARS_BEFORE = 90;
const BARS_AFTER = 20;
const idSchema = z.uuid();

type Ctx = Context<ApiEnv>;

const ASK: AskChannels = {
  preflight: (kind, prepared) => {
    const channel = findChannel(kind);
    return channel && preflight(prepared, channel.limits);
  },
  hasCaptions: (kind) => (findChannel(kind)?.limits.textWithPicture ?? null) !== null,
  readsBack: (kind) => findChannel(kind)?.readBack !== undefined,
};

/** The record with the pictures of each message in it, so that it can be shown and kept as it was sent. */
async function wholeRecord(tx: Tx, alertId: string) {
  const record = await alertRecord(tx, alertId, ASK);
  if (!record) return null;
  const variants = [];
  for (const variant of record.variants)
    variants.push({ ...variant, html: await withPictures(variant.html, (hash) => pictureOf(tx, hash)) });
  return { ...record, variants };
}

type AlertRouteDeps = PictureRouteDeps & { app: Database; clock: Clock };

/** Everything that is asked about alerts. */
export function addAlertRoutes(route: Route, deps: AlertRouteDeps): void {
  addPictureRoutes(route, deps);
  const inTenant = <T>(c: Ctx, work: (tx: Tx, workspaceId: string) => Promise<T>): Promise<T> => {
    const { workspaceId } = c.get('membership');
    return withTenant(deps.app, workspaceId, (tx) => work(tx, workspaceId));
  };

  route(ALERTS.list, async (c) => {
    const query = new URL(c.req.url).searchParams;
    const read = readAlertFilter(query);
    if (!read.ok) throw invalid(read.name, query.getAll(read.name).join(', '));
    const limit = limitOf(query.get('limit'), ALERT_PAGE_MAX);
    const after = cursorOf(query.get('cursor'));
    const page = await inTenant(c, (tx, workspaceId) =>
      listAlerts(tx, { workspaceId, filter: read.filter, after, limit }),
    );
    return c.json({ ...page, items: maskFor(c).reasons(page.items) });
  });

  route(ALERTS.choices, async (c) => c.json(await inTenant(c, alertChoices)));

  route(ALERTS.recent, async (c) =>
    c.json({ items: maskFor(c).reasons(await inTenant(c, (tx) => recentAlerts(tx, RECENT))) }),
  );

  route(ALERTS.one, async (c) => c.json(await found(c, alertDetail)));
  route(ALERTS.record, async (c) => {
    const record = await found(c, wholeRecord);
    const steps = maskFor(c).reasons(record.steps);
    return c.json({ ...record, steps });
  });
  route(ALERTS.reach, async (c) =>
    c.json(
      await found(c, async (tx, alertId): Promise<AlertReach | null> => {
        const gone = await alertFanOuts(tx, alertId);
        if (!gone) return null;
        return {
          ...gone,
          ahead: gone.fanOuts.length > 0 ? null : await reachAhead(tx, alertId, deps.clock()),
        };
      }),
    ),
  );
  route(ALERTS.reactions, async (c) => c.json(await found(c, alertReactions)));
  route(ALERTS.bars, async (c) =>
    c.json(
      await found(c, (tx, alertId) => alertBars(tx, { alertId, before: BARS_BEFORE, after: BARS_AFTER })),
    ),
  );

  route(ALERTS.deliveries, async (c) => {
    const after = c.req.query('cursor') ?? null;
    if (after !== null && !idSchema.safeParse(after).success) throw invalid('cursor', after);
    const items = await found(c, async (tx, alertId) =>
      (await alertDetail(tx, alertId))
        ? alertDeliveries(tx, { alertId, after, limit: DELIVERIES_PAGE + 1, ...ASK })
        : null,
    );
    const page = items.slice(0, DELIVERIES_PAGE);
    return c.json({
      items: page.map(maskFor(c).delivery),
      next: items.length > DELIVERIES_PAGE ? (page.at(-1)?.id ?? null) : null,
    });
  });

  route(ALERTS.log, async (c) => {
    const query = new URL(c.req.url).searchParams;
    const states = query.getAll('state').map((text) => {
      const state = loggedStateSchema.safeParse(text);
      if (!state.success) throw invalid('state', text, LOGGED_STATES.join(', '));
      return state.data;
    });
    const after = query.get('cursor');
    if (after !== null && !idSchema.safeParse(after).success) throw invalid('cursor', after);
    const limit = limitOf(query.get('limit'), DELIVERY_LOG_MAX);
    const page = await inTenant(c, (tx) => deliveryLog(tx, { states, after, limit }));
    return c.json({ ...page, items: page.items.map(maskFor(c).logged) });
  });

  /** @throws AppError not_found for an alert of another workspace as for one that never was */
  async function found<T>(c: Ctx, read: (tx: Tx, alertId: string) => Promise<T | null>): Promise<T> {
    const id = idSchema.safeParse(c.req.param('id'));
    const answer = id.success ? await inTenant(c, (tx) => read(tx, id.data)) : null;
    if (answer === null) throw new AppError('not_found', 'There is no such alert in this workspace.');
    return answer;
  }
}
