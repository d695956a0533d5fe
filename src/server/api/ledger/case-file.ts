import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type pg from 'pg';
import type { Database } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { runsOn, withTenant } from '#src/db/tenant.ts';
import { CaseTooLarge, writeCase } from '#src/ledger/case/case-file.ts';
import { readLedger } from '#src/ledger/from-database.ts';
import type { Signer } from '#src/ledger/head.ts';
import { collectFound } from '#src/ledger/search-file.ts';
import { eachFound, type RecordSearch } from '#src/ledger/search.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { RECORD_PAGE_MAX } from '#src/shared/ledger-search.ts';
import { type ApiEnv, byOf, here, may } from '../actor.ts';
import { invalid } from '../paging.ts';
import type { Route } from '../route.ts';
import { LEDGER } from './contract.ts';
import { alertOf, DAY_MS, dayOf, searchOf, searchWords } from './query.ts';

/** So many deliveries a request may take; the command line takes any number. */
const DELIVERIES_MAX = 100_000;

/** The command line takes any number of these as well. A case about few alerts has the hashes of all entries in between. */
const ENTRIES_MAX = 200_000;

type Search = Omit<RecordSearch, 'before' | 'limit'>;
type Asked = {
  alert: string | null;
  period: { from: Date; to: Date } | null;
  search: Search | null;
  people: boolean;
};

/** A case about an alert, a period or what a search finds, as a file. */
export function addCaseFileRoute(
  route: Route,
  { app, clock, ledgerSigner: signer }: { app: Database; clock: Clock; ledgerSigner: Signer },
): void {
  route(LEDGER.caseFile, (c) => answer(c, askedOf(c)));
  route(LEDGER.searchCase, (c) => {
    const people = namesPeople(c);
    return answer(c, { alert: null, period: null, search: searchOf(c), people });
  });

  async function answer(c: Context<ApiEnv>, asked: Asked): Promise<Response> {
    const now = clock();
    const name = asked.search ? `case-${now.toISOString().slice(0, 10)}.zip` : nameOf(asked);
    const folder = await mkdtemp(join(tmpdir(), 'bellwire-case-file-'));
    const file = join(folder, name);
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      await inSnapshot(app, here(c), (client) =>
        write(client, { file, workspaceId: here(c), asked, now, signer }),
      );
      const by = byOf(c);
      await withTenant(app, by.workspaceId, (tx) =>
        recordActivity(tx, {
          ...by,
          action: 'ledger.case_made',
          subject: asked.search ? `a search: ${searchWords(c)}` : aboutOf(asked),
          at: now,
        }),
      );
    } catch (error) {
      await remove();
      throw error;
    }
    const stream = createReadStream(file);
    stream.once('close', () => void remove());
    return c.body(Readable.toWeb(stream) as ReadableStream, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  }
}

type Job = {
  file: string;
  workspaceId: string;
  asked: Asked;
  now: Date;
  signer: Signer;
};

/** @throws AppError not_found, case_file_too_large, search_too_large */
async function write(client: pg.PoolClient, { file, workspaceId, asked, now, signer }: Job): Promise<void> {
  const { alert, period, search, people } = asked;
  const alerts = search ? await foundBy(client, search) : null;
  const about = alerts ?? (alert === null ? null : [alert]);
  const { rows } = await client.query<{ entries: number; span: number; deliveries: number }>(
    `select count(*)::int as entries, coalesce(max(sequence) - min(sequence), 0)::int as span,
            coalesce(sum((body::jsonb ->> 'count')::int) filter (where kind = 'deliveries'), 0)::int as deliveries
       from ledger_entries where workspace_id = $1 and ($2::text[] is null or subject = any($2))
        and at >= coalesce($3::timestamptz, '-infinity') and at < coalesce($4::timestamptz, 'infinity')`,
    [workspaceId, about, period?.from ?? null, period?.to ?? null],
  );
  const [found] = rows;
  if (alert !== null && !found?.entries)
    throw new AppError('not_found', 'The ledger has no entry of such an alert.');
  const isWide = about !== null && (found?.span ?? 0) > ENTRIES_MAX;
  if (isWide || (found?.deliveries ?? 0) > DELIVERIES_MAX) throw new AppError('case_file_too_large');
  const several = alerts ? { alerts } : {};
  const stretch = { workspaceId, period, people, ...(alert === null ? {} : { alert }), ...several };
  try {
    await writeCase(file, readLedger(client, stretch), { signer, now, alert, people, ...several });
  } catch (error) {
    if (error instanceof CaseTooLarge) throw new AppError('case_file_too_large');
    throw error;
  }
}

/** @throws AppError search_too_large */
async function foundBy(client: pg.PoolClient, search: Search): Promise<string[]> {
  const found = await collectFound(eachFound(runsOn(client), { ...search, limit: RECORD_PAGE_MAX }));
  if (found === null) throw new AppError('search_too_large');
  return found;
}

/** Everything is read as of one moment, in the workspace and in no other. */
async function inSnapshot(
  app: Database,
  workspaceId: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await app.$client.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`select set_config('app.workspace_id', $1, true)`, [workspaceId]);
    await work(client);
  } finally {
    await client.query('rollback').catch((lost: Error) => (broken = lost));
    client.release(broken);
  }
}

/** @throws AppError validation_failed, forbidden */
function askedOf(c: Context<ApiEnv>): Asked {
  const alert = alertOf(c.req.query('alert') ?? null);
  const from = dayOf('from', c.req.query('from'));
  const to = dayOf('to', c.req.query('to'));
  const people = namesPeople(c);
  const period = from && to ? { from, to: new Date(to.getTime() + DAY_MS) } : null;
  if ((alert === null) === (period === null) || (alert !== null && (from ?? to)))
    throw new AppError('validation_failed', 'Name an alert, or the first and last day of a period.');
  return { alert, period, search: null, people };
}

/** @throws AppError validation_failed, forbidden */
function namesPeople(c: Context<ApiEnv>): boolean {
  const people = c.req.query('people') ?? 'false';
  if (people !== 'true' && people !== 'false') throw invalid('people', people, 'true or false');
  if (people === 'true' && !may(c, 'contacts:read')) throw new AppError('forbidden');
  return people === 'true';
}

const lastDay = (to: Date): string => new Date(to.getTime() - DAY_MS).toISOString().slice(0, 10);
const firstDay = (from: Date): string => from.toISOString().slice(0, 10);

const nameOf = ({ alert, period }: Asked): string =>
  period ? `case-${firstDay(period.from)}-${lastDay(period.to)}.zip` : `case-${alert}.zip`;
const aboutOf = ({ alert, period }: Asked): string =>
  period ? `${firstDay(period.from)} to ${lastDay(period.to)}` : `the alert ${alert}`;
