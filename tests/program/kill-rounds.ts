import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import { parseDetector } from '#src/engine/detectors/parse.ts';
import { findRecorded, replayRecorded } from '#src/engine/market/csv/recorded.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { inspect } from '#tests/support/inspect.ts';
import { type ProgramEnv, startProgram, stopProgram } from '#tests/support/program.ts';

/** The replay makes alerts and delivers them: nobody looks at them in a browser. */
const ROLES = 'engine,delivery';
/** Of the whole recorded series, so that the kills are spread over it. */
const BARS = 5_000;
const MEAN_LIFE_S = 0.6;
/** A killed job waits for its heartbeat, its retry and the sweep, which finds a stranded delivery after a minute. */
const SETTLED_MS = 180_000;

/**
 * Kills the program `rounds` times at moments it does not choose, then lets it finish.
 * @returns which deliveries were sent, and which are in doubt
 */
export async function killAndFinish(
  given: ProgramEnv,
  rounds: number,
): Promise<{ sent: string[]; unknown: string[] }> {
  const pace = Math.ceil(BARS / (rounds * MEAN_LIFE_S));
  const env = { ...given, ROLES, DEMO_PACE: String(pace) };
  for (let round = 0; round < rounds; round += 1) {
    const program = await startProgram(env);
    await sleep(150 + ((round * 379) % 900));
    program.process.kill('SIGKILL');
    await program.exited;
  }
  const last = await startProgram(env);
  await inspect(env, async (client) => {
    await expect
      .poll(() => progress(client), { timeout: SETTLED_MS, interval: 250 })
      .toEqual({ replay: 'done', unfinished: 0 });
  });
  const stopped = await stopProgram(last);
  expect(stopped.code, last.output()).toBe(0);
  return inspect(env, checkLedger);
}

/** How far the replay is, and how many alerts are still on their way. */
async function progress(client: pg.Client): Promise<{ replay?: string; unfinished: number } | undefined> {
  const { rows } = await client.query<{ replay: string; unfinished: number }>(
    `select (select state from feed_runs) as replay, count(*)::int as unfinished
       from alerts where workspace_id <> $1 and state in ('drafted', 'approved', 'sending')`,
    [DEMO_WORKSPACE_ID],
  );
  return rows[0];
}

async function checkLedger(client: pg.Client): Promise<{ sent: string[]; unknown: string[] }> {
  const events = await client.query<{ line: string }>(
    `select detector || ' ' || to_char(bar_ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || to_char(value, 'FM9990.000000') as line
       from events where workspace_id <> '${DEMO_WORKSPACE_ID}' order by 1`,
  );
  const ours = events.rows.map((row) => row.line).sort();
  const expected = await expectedRun();
  expect(ours).toEqual(expected.events);
  const feed = await client.query('select state, bars_seen::int from feed_runs');
  expect(feed.rows).toEqual([{ state: 'done', bars_seen: expected.bars }]);
  const alerts = await client.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from alerts
      where workspace_id <> '${DEMO_WORKSPACE_ID}' group by state`,
  );
  expect(alerts.rows.filter((row) => row.state !== 'sent' && row.state !== 'unknown')).toEqual([]);
  expect(alerts.rows.reduce((sum, row) => sum + row.count, 0)).toBe(ours.length);
  // However often it was killed, each was handed over once.
  const twice = await client.query(
    `select id, attempts from deliveries where attempts <> 1 and workspace_id <> '${DEMO_WORKSPACE_ID}'`,
  );
  expect(twice.rows).toEqual([]);
  const deliveries = await client.query<{ id: string; state: string }>(
    `select id, state from deliveries where workspace_id <> '${DEMO_WORKSPACE_ID}'`,
  );
  const of = (state: string) => deliveries.rows.filter((row) => row.state === state).map((row) => row.id);
  expect(of('sent').length + of('unknown').length).toBe(ours.length);
  // A kill leaves at most what was under way in doubt; nearly all went out, and are known to have.
  expect(of('sent').length).toBeGreaterThan(ours.length / 2);
  return { sent: of('sent'), unknown: of('unknown') };
}

/** What the demo's two rules find in the recorded series, computed without the program. */
async function expectedRun(): Promise<{ events: string[]; bars: number }> {
  const series = findRecorded('sp500');
  if (!series) throw new Error('The recorded series is missing.');
  const found: string[] = [];
  const detectors = ['big_move:min_pct=5', 'gap:min_pct=2'].map((text) => parseDetector(text).start());
  let bars = 0;
  for await (const bar of replayRecorded(series, 'dist/recorded').bars) {
    bars += 1;
    for (const feed of detectors) {
      const detection = feed(bar);
      if (detection)
        found.push(
          `${detection.detector} ${new Date(detection.time).toISOString()} ${detection.value.toFixed(6)}`,
        );
    }
  }
  return { events: found.sort(), bars };
}
