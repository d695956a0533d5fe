import { eq } from 'drizzle-orm';
import { alerts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { decideAlert } from '#src/engine/alerts/decide.ts';
import { editAlert, type EditDeps } from '#src/engine/alerts/edit/edit-alert.ts';
import { reviewOf } from '#src/engine/alerts/review.ts';
import { waitingAlerts } from '#src/engine/alerts/waiting.ts';
import { AppError } from '#src/shared/errors.ts';
import { REVIEWS_MAX } from '#src/shared/review.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { byOf, changerOf, here, personOf } from '../actor.ts';
import { limitOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { REVIEW } from './contract.ts';
import { decideTogether, type TogetherDeps } from './decide-together.ts';

const NONE = { sentence: 'There is no such alert.' };

/** Editing, approving and rejecting alerts that wait for a review. */
export function addReviewRoutes(
  route: Route,
  { app, clock, enqueue, recordedBars, log }: EditDeps & TogetherDeps,
): void {
  route(REVIEW.list, async (c) => {
    const limit = limitOf(c.req.query('limit') ?? null, REVIEWS_MAX);
    const workspaceId = here(c);
    return c.json(await withTenant(app, workspaceId, (tx) => waitingAlerts(tx, workspaceId, limit)));
  });

  route(REVIEW.one, async (c) => {
    const id = idOf(c, NONE);
    const waiting = await withTenant(app, here(c), async (tx) => {
      if ((await tx.$count(alerts, eq(alerts.id, id))) === 0) throw new AppError('not_found', NONE.sentence);
      return reviewOf(tx, id, changerOf(c).actor.userId);
    });
    return c.json({ waiting });
  });

  route(REVIEW.edit, async (c, body) => {
    const alertId = idOf(c, NONE);
    const form = await body();
    const person = personOf(c);
    const by = { userId: person.id, name: nameOfUser(person), email: person.email };
    return c.json(
      await editAlert({ app, clock, enqueue, recordedBars }, { ...byOf(c), alertId, form, by }),
      201,
    );
  });

  route(REVIEW.decide, async (c, body) => {
    const alertId = idOf(c, NONE);
    const form = await body();
    const person = personOf(c);
    const { workspaceId, actor, keepAnswer } = byOf(c);
    const answer = await withTenant(app, workspaceId, async (tx) => {
      const state = await decideAlert(tx, enqueue, {
        ...form,
        workspaceId,
        alertId,
        actor,
        by: { userId: person.id, name: nameOfUser(person), email: person.email },
        way: 'account area',
        now: clock(),
      });
      await keepAnswer?.(tx, 200, { state });
      return { state };
    });
    return c.json(answer);
  });

  route(REVIEW.decideTogether, async (c, body) => {
    const form = await body();
    const person = personOf(c);
    const by = { userId: person.id, name: nameOfUser(person), email: person.email };
    return c.json(await decideTogether({ app, clock, enqueue, log }, { ...changerOf(c), by }, form));
  });
}
