import { eq } from 'drizzle-orm';
import type { Viewing } from '#src/db/live.ts';
import { alerts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { decideAlert } from '#src/engine/alerts/decide.ts';
import { checkEdit, editAlert, type EditDeps } from '#src/engine/alerts/edit/edit-alert.ts';
import { assertFresh } from '#src/engine/alerts/freshen.ts';
import { reviewOf } from '#src/engine/alerts/review.ts';
import { waitingAlerts } from '#src/engine/alerts/waiting.ts';
import { AppError } from '#src/shared/errors.ts';
import { REVIEWS_MAX } from '#src/shared/review.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { byOf, changerOf, here, personOf, type SignedInUser } from '../actor.ts';
import { limitOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { REVIEW } from './contract.ts';
import { decideTogether, type TogetherDeps } from './decide-together.ts';
import type { Viewers } from './viewers.ts';

const NONE = { sentence: 'There is no such alert.' };

/** `tell`: to all web processes. `viewers`: what this one has been told. */
export type ViewingDeps = { tell: (viewing: Viewing) => Promise<void>; viewers: Pick<Viewers, 'of'> };

/** Editing, approving and rejecting alerts that wait for a review, and who looks at them. */
export function addReviewRoutes(
  route: Route,
  {
    app,
    clock,
    enqueue,
    announce,
    recordedBars,
    log,
    viewing,
  }: EditDeps & TogetherDeps & { viewing: ViewingDeps },
): void {
  route(REVIEW.list, async (c) => {
    const limit = limitOf(c.req.query('limit') ?? null, REVIEWS_MAX);
    const workspaceId = here(c);
    return c.json(await withTenant(app, workspaceId, (tx) => waitingAlerts(tx, workspaceId, limit)));
  });

  route(REVIEW.viewers, (c) => c.json({ items: viewing.viewers.of(here(c), changerOf(c).actor.userId) }));

  route(REVIEW.view, async (c) => {
    const id = idOf(c, NONE);
    const person = personOf(c);
    const [alert] = await withTenant(app, here(c), (tx) =>
      tx.select({ state: alerts.state }).from(alerts).where(eq(alerts.id, id)),
    );
    if (!alert) throw new AppError('not_found', NONE.sentence);
    // Decided a moment ago: no error, which would be one in the browser's console.
    const isThere = alert.state === 'pending_review';
    await viewing.tell({ ...viewerOf(here(c), id, person), isThere });
    return c.body(null, 204);
  });

  route(REVIEW.leave, async (c) => {
    await viewing.tell({ ...viewerOf(here(c), idOf(c, NONE), personOf(c)), isThere: false });
    return c.body(null, 204);
  });

  route(REVIEW.one, async (c) => {
    const id = idOf(c, NONE);
    const waiting = await withTenant(app, here(c), async (tx) => {
      if ((await tx.$count(alerts, eq(alerts.id, id))) === 0) throw new AppError('not_found', NONE.sentence);
      return reviewOf(tx, id, changerOf(c).actor.userId, clock());
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

  route(REVIEW.checkEdit, async (c, body) => {
    const alertId = idOf(c, NONE);
    const form = await body();
    return c.json(await checkEdit({ app, clock }, { workspaceId: here(c), alertId, form }));
  });

  route(REVIEW.decide, async (c, body) => {
    const alertId = idOf(c, NONE);
    const form = await body();
    const person = personOf(c);
    const { workspaceId, actor, keepAnswer } = byOf(c);
    if (form.decision === 'approve')
      await assertFresh({ app, enqueue, clock, announce }, { workspaceId, alertId });
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
    return c.json(
      await decideTogether({ app, clock, enqueue, announce, log }, { ...changerOf(c), by }, form),
    );
  });
}

const viewerOf = (workspaceId: string, alertId: string, person: SignedInUser) => ({
  workspaceId,
  alertId,
  userId: person.id,
  name: nameOfUser(person),
});
