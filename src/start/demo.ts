import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { ensureFeedRun } from '#src/db/queries/feed-runs.ts';
import { brands, feedRuns, instruments, rules, subscriptions, users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { STATUS } from '#src/shared/standing.ts';
import { RECORDED_SERIES } from '#src/engine/market/csv/recorded.ts';

const DEMO_EMAIL = 'demo@bellwire.example';
const DEMO_BRAND = { name: 'Northgate Markets', color: '#14535c' };
const DEMO_RULES = [
  { name: 'S&P 500 moves 5% or more in a day', condition: 'big_move(5)' },
  { name: 'S&P 500 opens 2% or more away from its close', condition: 'gap(2)' },
] as const;

type DemoDeps = {
  app: Database;
  system: Database;
  dataDir: string;
  /** Bars per second; 0 is full speed. */
  pace: number;
  now: Date;
  /** Makes a confirmed account with its workspace; `furnish` runs in the same transaction, in that workspace. */
  createAccount: (
    account: { email: string; password: string; firstName: string; lastName: string; companyName: string },
    furnish: (tx: Tx, workspaceId: string) => Promise<void>,
  ) => Promise<void>;
};

/**
 * Makes the demo account at the first start (its password is random, and kept under the data folder for the next
 * starts to print) and puts the recorded S&P 500 to work as a replay.
 * @returns what to print; the password is null where the account was made on another data folder
 */
export async function seedDemo(
  deps: DemoDeps,
): Promise<{ email: string; password: string | null; replay: string }> {
  const file = join(deps.dataDir, 'secrets', 'demo-password');
  const there = await deps.app.query.users.findFirst({ where: eq(users.email, DEMO_EMAIL) });
  let password = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
  if (!there) {
    // Written before the account is made: a start that is killed in between finds it again.
    password ??= await keepPassword(deps.dataDir, file);
    await deps
      .createAccount(
        { email: DEMO_EMAIL, password, firstName: 'Dana', lastName: 'Demo', companyName: DEMO_BRAND.name },
        (tx, workspaceId) => furnish(tx, workspaceId, deps.now),
      )
      .catch((error: unknown) => {
        // Another program that starts at the same moment was quicker.
        if (!(error instanceof AppError && error.code === 'user_already_exists')) throw error;
      });
  }
  for (const series of RECORDED_SERIES) {
    await ensureFeedRun(deps.system, {
      feed: 'replay',
      source: series.id,
      symbol: series.symbol,
      timeframe: series.timeframe,
      params: { pace: deps.pace },
      now: deps.now,
    });
  }
  return { email: DEMO_EMAIL, password, replay: await replayLine(deps) };
}

/** Alerts of the demo arrive while its series is replayed; the banner says for how long. */
async function replayLine(deps: DemoDeps): Promise<string> {
  const [series] = RECORDED_SERIES;
  const run = await deps.system.query.feedRuns.findFirst({ where: eq(feedRuns.source, series?.id ?? '') });
  const what = `${series?.name ?? ''}, recorded daily bars`;
  if (run?.state !== 'running') return `${what}, all replayed`;
  const pace = Number(run.params['pace'] ?? 0);
  return `${what}, replayed ${pace > 0 ? `at ${pace} a second` : 'at full speed'} from now on`;
}

async function keepPassword(dataDir: string, file: string): Promise<string> {
  const password = randomBytes(9).toString('base64url');
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  const draft = `${file}.${password}`;
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true });
  // The first of two programs wins, and both use what is there then.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readFile(file, 'utf8')).trim();
}

/** The demo's own brand, its rules switched on, and no end to its plan: a replay makes more alerts than a month has. */
async function furnish(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await tx.update(brands).set(DEMO_BRAND).where(eq(brands.workspaceId, workspaceId));
  await tx
    .update(subscriptions)
    .set({ planId: 'enterprise', plan: 'Enterprise Plan', status: STATUS.active, trialEndsAt: null })
    .where(eq(subscriptions.workspaceId, workspaceId));
  await tx.delete(rules).where(eq(rules.workspaceId, workspaceId));
  const [instrument] = await tx
    .select()
    .from(instruments)
    .where(and(eq(instruments.symbol, 'SPX'), eq(instruments.owned, false)));
  if (!instrument) throw new Error('The instrument of the demo is missing.');
  await tx.insert(rules).values(
    DEMO_RULES.map((rule) => ({
      workspaceId,
      id: newId(),
      ...rule,
      instrumentId: instrument.id,
      timeframe: '1d' as const,
      state: 'active' as const,
      createdAt: now,
      updatedAt: now,
    })),
  );
}
