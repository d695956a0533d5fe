import type { Context } from 'hono';
import type { Database, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { ledgerKeeping } from '#src/db/queries/ledger-keeping.ts';
import { withTenant } from '#src/db/tenant.ts';
import { liftHold, listHolds, placeHold } from '#src/ledger/holds.ts';
import type { LedgerActor } from '#src/ledger/people.ts';
import { keepFor, pruneChain } from '#src/ledger/prune.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Hold, LedgerKeeping } from '#src/shared/ledger-keeping.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { type ApiEnv, byOf, here, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { LEDGER } from './contract.ts';

/** How long the ledger is kept, legal holds, and pruning by hand. */
export function addKeepingRoutes(route: Route, { app, clock }: { app: Database; clock: Clock }): void {
  const read = async (tx: Tx, workspaceId: string): Promise<LedgerKeeping> => ({
    ...(await ledgerKeeping(tx, workspaceId)),
    holds: await listHolds(tx),
  });

  route(LEDGER.keeping, async (c) => c.json(await withTenant(app, here(c), (tx) => read(tx, here(c)))));

  route(LEDGER.retain, async (c, body) => {
    const { years } = await body();
    const by = byOf(c);
    return c.json(
      await withTenant(app, by.workspaceId, async (tx) => {
        const before = await ledgerKeeping(tx, by.workspaceId);
        if (before.years !== years) {
          const at = clock();
          await recordActivity(tx, { ...by, action: 'ledger.retention_set', subject: String(years), at });
          const { workspaceId } = by;
          await keepFor(tx, { workspaceId, years, held: before.operatorHold, actor: memberOf(c), at });
        }
        return read(tx, by.workspaceId);
      }),
    );
  });

  route(LEDGER.hold, async (c, body) => {
    const form = await body();
    const by = byOf(c);
    const at = clock();
    const hold = await withTenant(app, by.workspaceId, async (tx) => {
      const id = await placeHold(tx, { ...by, actor: memberOf(c), at }, form);
      const placed = await holdOf(tx, id);
      const detail = { reason: placed.reason };
      await recordActivity(tx, { ...by, action: 'ledger.held', subject: nameOf(placed), detail, at });
      await by.keepAnswer?.(tx, 201, placed);
      return placed;
    });
    return c.json(hold, 201);
  });

  route(LEDGER.lift, async (c, body) => {
    const { reason } = await body();
    const id = idOf(c, { sentence: 'There is no such hold.' });
    const by = byOf(c);
    const at = clock();
    const hold = await withTenant(app, by.workspaceId, async (tx) => {
      await liftHold(tx, { ...by, actor: memberOf(c), at }, { id, reason });
      const lifted = await holdOf(tx, id);
      const subject = nameOf(lifted);
      await recordActivity(tx, { ...by, action: 'ledger.released', subject, detail: { reason }, at });
      await by.keepAnswer?.(tx, 200, lifted);
      return lifted;
    });
    return c.json(hold);
  });

  route(LEDGER.prune, async (c) => {
    const by = byOf(c);
    const now = clock();
    const pruned = await withTenant(app, by.workspaceId, async (tx) => {
      const { workspaceId } = by;
      const done = await pruneChain(tx, { workspaceId, actor: memberOf(c), now });
      if (done.through === null && done.heldThrough !== null) throw new AppError('ledger_held');
      if (done.through !== null) {
        const detail = { entries: done.entries };
        const subject = `entry ${done.through}`;
        await recordActivity(tx, { ...by, action: 'ledger.pruned', subject, detail, at: now });
      }
      await by.keepAnswer?.(tx, 200, done);
      return done;
    });
    return c.json(pruned);
  });
}

/** None of this is done by a program: keys have no scope for it. */
function memberOf(c: Context<ApiEnv>): LedgerActor {
  const user = personOf(c);
  return { userId: user.id, name: nameOfUser(user), email: user.email };
}

async function holdOf(tx: Tx, id: string): Promise<Hold> {
  const hold = (await listHolds(tx)).find((each) => each.id === id);
  if (!hold) throw new AppError('not_found', 'There is no such hold.');
  return hold;
}

const nameOf = ({ scope, name }: Hold): string =>
  scope === 'ledger' ? 'the ledger' : `the ${scope} “${name}”`;
