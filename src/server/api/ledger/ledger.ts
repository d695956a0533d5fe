import type { Database } from '#src/db/database.ts';
import { listLedger } from '#src/db/queries/ledger-list.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Signer } from '#src/ledger/head.ts';
import { LEDGER_KINDS, LEDGER_PAGE_MAX, type LedgerKind } from '#src/shared/ledger.ts';
import type { Clock } from '#src/shared/clock.ts';
import { invalid, limitOf } from '../paging.ts';
import type { Route } from '../route.ts';
import { LEDGER } from './contract.ts';
import { addCaseFileRoute } from './case-file.ts';
import { addKeepingRoutes } from './keeping.ts';
import { alertOf } from './query.ts';
import { addSearchRoute } from './search.ts';

/** The record of what was approved and sent, a page at a time; how long it is kept, case files, and the search. */
export function addLedgerRoutes(
  route: Route,
  deps: { app: Database; clock: Clock; ledgerSigner: Signer },
): void {
  addKeepingRoutes(route, deps);
  addCaseFileRoute(route, deps);
  addSearchRoute(route, deps);
  route(LEDGER.list, async (c) => {
    const { workspaceId } = c.get('membership');
    const asked = {
      workspaceId,
      kind: kindOf(c.req.query('kind') ?? null),
      subject: alertOf(c.req.query('alert') ?? null),
      before: placeOf(c.req.query('before') ?? null),
      limit: limitOf(c.req.query('limit') ?? null, LEDGER_PAGE_MAX),
    };
    return c.json(await withTenant(deps.app, workspaceId, (tx) => listLedger(tx, asked)));
  });
}

function kindOf(text: string | null): LedgerKind | null {
  if (text === null) return null;
  const kind = LEDGER_KINDS.find((each) => each === text);
  if (!kind) throw invalid('kind', text, `one of ${LEDGER_KINDS.join(', ')}`);
  return kind;
}

function placeOf(text: string | null): number | null {
  if (text === null) return null;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw invalid('before', text, 'the `next` of the page before');
  return Number(text);
}
