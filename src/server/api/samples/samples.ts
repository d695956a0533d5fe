import { eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { alerts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { authorsOf, readAbout } from '#src/engine/alerts/reviewed.ts';
import { judgeSample } from '#src/engine/alerts/sampling/judge.ts';
import { listSamples } from '#src/engine/alerts/sampling/list-samples.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { SAMPLES_MAX } from '#src/shared/samples.ts';
import { byOf, changerOf, here, personOf } from '../actor.ts';
import { invalid, limitOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { SAMPLES } from './contract.ts';

const NONE = { sentence: 'There is no such alert.' };

/** Checks of alerts that went out without a review. */
export function addSampleRoutes(route: Route, { app, clock }: { app: Database; clock: Clock }): void {
  route(SAMPLES.list, async (c) => {
    const state = c.req.query('state') ?? 'waiting';
    if (state !== 'waiting' && state !== 'judged') throw invalid('state', state, 'waiting or judged');
    const limit = limitOf(c.req.query('limit') ?? null, SAMPLES_MAX);
    const workspaceId = here(c);
    const { userId } = changerOf(c).actor;
    return c.json(
      await withTenant(app, workspaceId, (tx) =>
        listSamples(tx, { workspaceId, judged: state === 'judged', limit, userId }),
      ),
    );
  });

  route(SAMPLES.judge, async (c, body) => {
    const alertId = idOf(c, NONE);
    const form = await body();
    const person = personOf(c);
    const { workspaceId, actor, keepAnswer } = byOf(c);
    await withTenant(app, workspaceId, async (tx) => {
      if ((await tx.$count(alerts, eq(alerts.id, alertId))) === 0)
        throw new AppError('not_found', NONE.sentence);
      const about = await readAbout(tx, alertId);
      await keepAnswer?.(tx, 204, null);
      await judgeSample(tx, {
        workspaceId,
        alertId,
        form,
        actor,
        by: { userId: person.id, name: nameOfUser(person), email: person.email },
        authors: await authorsOf(tx, about),
        title: about.alert.title ?? '',
        brandId: about.alert.brandId,
        now: clock(),
      });
    });
    return c.body(null, 204);
  });
}
