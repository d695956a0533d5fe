import { setImmediate as breathe } from 'node:timers/promises';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { ledgerChains, ledgerEntries, ledgerWindows } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { sha256 } from '#src/platform/json/canonical.ts';
import { appendEntries } from './append.ts';
import { keepTexts } from './bytes.ts';
import { readDecision } from './decision.ts';
import { signHead, type Signer } from './head.ts';
import { leafOf, LEAVES_TYPE, writeLeaves } from './leaf.ts';
import { peopleOf } from './people.ts';
import type { LedgerPerson } from './pseudonym.ts';
import { readWindow, type SettledWindow } from './window.ts';

export type WriterDeps = { app: Database; system: Database; clock: Clock; signer: Signer };

const PER_TRANSACTION = 16;
const PER_PASS = 200;
/** An entry waits no longer than this, and one pass, for a signature. */
const SIGN_EVERY_MS = 10_000;

/**
 * Chains what the lanes have settled, and signs the chains that have grown. Any number of processes may run it at once:
 * a chain has one writer at a time. Named cross-tenant queries find the work.
 * @returns how many windows were chained
 */
export async function writeChains(deps: WriterDeps): Promise<number> {
  const { rows } = await deps.system.execute<{ workspace_id: string }>(
    sql`select distinct workspace_id from ledger_windows limit ${PER_PASS}`,
  );
  let chained = 0;
  for (const { workspace_id: workspaceId } of rows) chained += await chainAll(deps, workspaceId);
  await signGrown(deps);
  return chained;
}

const EVERY_MS = 500;

/** Writes the chains for as long as the process runs, a pass after the other. */
export function keepChaining(deps: WriterDeps & { onError: (error: unknown) => void }): {
  stop: () => Promise<void>;
} {
  let timer: NodeJS.Timeout;
  let pass: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const next = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      pass = writeChains(deps).catch(deps.onError).finally(next);
    }, EVERY_MS);
  };
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await pass;
    },
  };
}

async function chainAll(deps: WriterDeps, workspaceId: string): Promise<number> {
  for (let chained = 0; ;) {
    const some = await withTenant(deps.app, workspaceId, (tx) => chainWindows(tx, workspaceId));
    chained += some;
    if (some < PER_TRANSACTION) return chained;
  }
}

/** Chains some of the workspace's windows, unless another process is at it. @returns how many */
async function chainWindows(tx: Tx, workspaceId: string): Promise<number> {
  const { rows: locks } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`ledger writer ${workspaceId}`}, 0)) as mine`,
  );
  if (!locks[0]?.mine) return 0;
  const rows = await tx.select().from(ledgerWindows).orderBy(asc(ledgerWindows.id)).limit(PER_TRANSACTION);
  if (rows.length === 0) return 0;
  const windows = rows.map((row) => ({ ...row, ...readWindow(row.body) }));
  const ids = windows.flatMap(({ deliveries }) => deliveries.flatMap(({ person }) => person ?? []));
  const people = await peopleOf(tx, workspaceId, ids);
  const approvals = await approvalsOf(
    tx,
    windows.map(({ alertId }) => alertId),
  );
  const made: ReturnType<typeof entryOf>[] = [];
  for (const window of windows) {
    made.push(entryOf(window, people));
    // Sealing takes milliseconds: sends of the same process go on between windows.
    await breathe();
  }
  await keepTexts(
    tx,
    made.map(({ leaves }) => ({ text: leaves, type: LEAVES_TYPE })),
  );
  await tx.delete(ledgerWindows).where(
    inArray(
      ledgerWindows.id,
      rows.map(({ id }) => id),
    ),
  );
  // Last: from here on the chain is locked.
  await appendEntries(
    tx,
    made.map(({ body }, n) => {
      const { alertId = '', at = new Date(0), revision = '' } = windows[n] ?? {};
      const decision = approvals.get(`${alertId} ${revision}`) ?? null;
      return { kind: 'deliveries', subject: alertId, at, body: { ...body, decision } };
    }),
  );
  return rows.length;
}

function entryOf({ about, revision, deliveries }: SettledWindow, people: ReadonlyMap<string, LedgerPerson>) {
  const { text: leaves, root } = writeLeaves(deliveries.map((each) => leafOf(each, people)));
  const hash = sha256(leaves).toString('hex');
  const renditions = [...new Set(deliveries.map(({ rendition }) => rendition))].sort();
  const body = {
    about,
    revision,
    count: deliveries.length,
    root,
    leaves: hash,
    bytes: [hash, ...renditions],
  };
  return { leaves, body };
}

/** The newest approval of each alert's revisions, by alert and revision. */
async function approvalsOf(tx: Tx, alertIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ sequence: ledgerEntries.sequence, subject: ledgerEntries.subject, body: ledgerEntries.body })
    .from(ledgerEntries)
    .where(
      sql`${inArray(ledgerEntries.subject, [...new Set(alertIds)])} and ${eq(ledgerEntries.kind, 'decision')}`,
    )
    .orderBy(asc(ledgerEntries.sequence));
  const found = new Map<string, number>();
  for (const { sequence, subject, body } of rows) {
    const decision = readDecision(body);
    if (decision?.decision === 'approved') found.set(`${subject} ${decision.revision}`, sequence);
  }
  return found;
}

async function signGrown({ app, system, clock, signer }: WriterDeps): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - SIGN_EVERY_MS).toISOString();
  const { rows } = await system.execute<{ workspace_id: string }>(sql`
    select workspace_id from ledger_chains where signed_sequence < sequence
       and (signed_at is null or signed_at <= ${before}::timestamptz or signed_at > ${now.toISOString()}::timestamptz)
     limit ${PER_PASS}`);
  for (const { workspace_id: workspaceId } of rows)
    await withTenant(app, workspaceId, (tx) => signChain(tx, { workspaceId, signer, now }));
}

/** Signs the workspace's chain up to where it ends now. */
export async function signChain(
  tx: Tx,
  { workspaceId, signer, now }: { workspaceId: string; signer: Signer; now: Date },
): Promise<void> {
  const [end] = await tx
    .select({ sequence: ledgerChains.sequence, hash: ledgerChains.hash })
    .from(ledgerChains)
    .where(eq(ledgerChains.workspaceId, workspaceId));
  if (!end || end.sequence === 0) return;
  const hash = end.hash.toString('hex');
  const head = signHead(signer, {
    workspace: workspaceId,
    sequence: end.sequence,
    hash,
    at: now.toISOString(),
  });
  await tx.execute(
    sql`select keep_ledger_head(${end.sequence}, ${end.hash}, ${head.at}::timestamptz,
          ${Buffer.from(head.publicKey, 'base64')}, ${Buffer.from(head.signature, 'base64')})`,
  );
}
