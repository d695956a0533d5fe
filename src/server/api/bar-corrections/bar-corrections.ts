import { eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { listBarCorrections, waitingBarCorrections } from '#src/db/queries/bar-corrections.ts';
import { alerts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { dismissCorrection } from '#src/engine/alerts/corrections/dismiss.ts';
import type { Announce, EngineEnqueue } from '#src/engine/enqueue.ts';
import { BAR_CORRECTIONS } from '#src/shared/bar-corrections.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { byOf, here, personOf } from '../actor.ts';
import { limitOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { BAR_CORRECTION_ENDPOINTS } from './contract.ts';

const NO_ALERT = { sentence: 'There is no such alert in this workspace.' };
const NONE = { sentence: 'There is no such correction of this alert’s bars.', name: 'correction' };

/** Alerts whose bars were corrected after they were written. */
export function addBarCorrectionRoutes(
  route: Route,
  deps: { app: Database; clock: Clock; enqueue: EngineEnqueue; announce: Announce },
): void {
  const { app } = deps;
  route(BAR_CORRECTION_ENDPOINTS.list, async (c) => {
    const alertId = idOf(c, NO_ALERT);
    const items = await withTenant(app, here(c), async (tx) => {
      if ((await tx.$count(alerts, eq(alerts.id, alertId))) === 0)
        throw new AppError('not_found', NO_ALERT.sentence);
      return listBarCorrections(tx, alertId);
    });
    return c.json({ items });
  });

  route(BAR_CORRECTION_ENDPOINTS.waiting, async (c) => {
    const limit = limitOf(c.req.query('limit') ?? null, BAR_CORRECTIONS.listMax);
    return c.json(await withTenant(app, here(c), (tx) => waitingBarCorrections(tx, limit)));
  });

  route(BAR_CORRECTION_ENDPOINTS.dismiss, async (c, body) => {
    const [alertId, id] = [idOf(c, NO_ALERT), idOf(c, NONE)];
    const form = await body();
    const person = personOf(c);
    const by = { userId: person.id, email: person.email, name: nameOfUser(person) };
    return c.json(await dismissCorrection(deps, { ...byOf(c), alertId, id, form, by }));
  });
}
