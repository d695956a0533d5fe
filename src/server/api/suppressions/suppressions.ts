import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import {
  historyOf,
  liftSuppression,
  listSuppressions,
  suppressAddress,
} from '#src/db/queries/suppressions.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { SUPPRESSION_CAUSES, SUPPRESSION_PAGE_MAX, type SuppressionCause } from '#src/shared/suppressions.ts';
import type { MailReporterService } from '#src/subscribers/reporters.ts';
import { byOf, here } from '../actor.ts';
import { cursorOf, invalid, limitOf, wordsOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { SUPPRESSIONS } from './contract.ts';

type Deps = { app: Database; clock: Clock; mailReporters: MailReporterService };

const NONE = { sentence: 'This address is not suppressed.' };

const isCause = (text: string): text is SuppressionCause => Object.hasOwn(SUPPRESSION_CAUSES, text);

/** Addresses that get nothing, and where bounces are reported from. */
export function addSuppressionRoutes(route: Route, deps: Deps): void {
  const { app, clock, mailReporters } = deps;

  route(SUPPRESSIONS.list, async (c) => {
    const cause = c.req.query('cause') ?? '';
    if (cause !== '' && !isCause(cause))
      throw invalid('cause', cause, `one of ${Object.keys(SUPPRESSION_CAUSES).join(', ')}`);
    const asked = {
      workspaceId: here(c),
      ...(cause === '' ? {} : { cause }),
      ...wordsOf(c.req.query('q')),
      after: cursorOf(c.req.query('cursor') ?? null),
      limit: limitOf(c.req.query('limit') ?? null, SUPPRESSION_PAGE_MAX),
    };
    return c.json(await withTenant(app, here(c), (tx) => listSuppressions(tx, asked)));
  });

  route(SUPPRESSIONS.add, async (c, body) => {
    const { channel, address, reason } = await body();
    const { workspaceId, actor, keepAnswer } = byOf(c);
    const at = clock();
    await withTenant(app, workspaceId, async (tx) => {
      const said = { cause: 'manual', detail: reason, source: 'api', by: actor.name, at } as const;
      if (await suppressAddress(tx, { workspaceId, channel, address }, said))
        await recordActivity(tx, {
          workspaceId,
          actor,
          action: 'suppression.added',
          subject: address,
          detail: { reason },
          at,
        });
      await keepAnswer?.(tx, 204, null);
    });
    return c.body(null, 204);
  });

  route(SUPPRESSIONS.history, async (c) => {
    const which = { workspaceId: here(c), id: idOf(c, NONE) };
    const items = await withTenant(app, which.workspaceId, (tx) => historyOf(tx, which));
    if (!items) throw new AppError('not_found', NONE.sentence);
    return c.json({ items });
  });

  route(SUPPRESSIONS.lift, async (c, body) => {
    const { reason } = await body();
    const { workspaceId, actor, keepAnswer } = byOf(c);
    const id = idOf(c, NONE);
    const at = clock();
    await withTenant(app, workspaceId, async (tx) => {
      const lifted = { reason, source: 'api', by: actor.name, at };
      const found = await liftSuppression(tx, { workspaceId, id }, lifted);
      if (!found) throw new AppError('not_found', NONE.sentence);
      await recordActivity(tx, {
        workspaceId,
        actor,
        action: 'suppression.lifted',
        subject: found.address ?? 'an erased person',
        detail: { reason },
        at,
      });
      await keepAnswer?.(tx, 204, null);
    });
    return c.body(null, 204);
  });

  route(SUPPRESSIONS.reporters, async (c) => c.json(await mailReporters.list(here(c))));
  route(SUPPRESSIONS.connect, async (c, body) =>
    c.json(await mailReporters.make(byOf(c), await body()), 201),
  );
  route(SUPPRESSIONS.disconnect, async (c) => {
    await mailReporters.remove(byOf(c), idOf(c, { sentence: 'These bounce reports are not connected.' }));
    return c.body(null, 204);
  });
}
