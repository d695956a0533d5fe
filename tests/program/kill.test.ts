import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { parseDetector } from '#src/engine/detectors/parse.ts';
import { findRecorded, replayRecorded } from '#src/engine/feeds/replay/recorded.ts';
import { inspect } from '#tests/support/inspect.ts';
import {
  type ProgramEnv,
  programHome,
  type RunningProgram,
  startProgram,
  stopProgram,
} from '#tests/support/program.ts';

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
      const finding = feed(bar);
      if (finding)
        found.push(`${finding.detector} ${new Date(finding.time).toISOString()} ${finding.value.toFixed(6)}`);
    }
  }
  return { events: found.sort(), bars };
}

/** Kills the program `rounds` times at moments it does not choose, then lets it finish. */
async function killAndFinish(env: ProgramEnv, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const program = await startProgram(env);
    await sleep(150 + ((round * 379) % 900));
    program.process.kill('SIGKILL');
    await program.exited;
  }
  // A job that was killed often enough is given up by the queue, and its delivery found by the sweep a minute later:
  // so the last of them may take that long.
  for (let tries = 0; ; tries += 1) {
    const last = await startProgram(env);
    await settled(last, env);
    if (tries > 0) await sleep(10_000);
    const stopped = await stopProgram(last);
    expect(stopped.code, last.output()).toBe(0);
    if ((await unfinished(env)) === 0 || tries === 12) return;
  }
}

/** Alerts that are still on their way, of all there are. */
const unfinished = (env: ProgramEnv): Promise<number> =>
  inspect(env, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from alerts where workspace_id <> '${DEMO_WORKSPACE_ID}' and state in ('drafted', 'approved', 'sending')`,
    );
    return rows[0]?.count ?? 0;
  });

/** Waits until the replay has ended and no delivery is open, by what anybody signed in to the demo sees. */
async function settled(program: RunningProgram, env: ProgramEnv): Promise<void> {
  const password = readFileSync(join(env['DATA_DIR'] ?? '', 'secrets', 'demo-password'), 'utf8').trim();
  const signIn = await fetch(`${program.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: JSON.stringify({ email: 'demo@bellwire.example', password }),
  });
  const { access_token: token } = (await signIn.json()) as { access_token: string };
  let before = '';
  for (let calm = 0; calm < 8;) {
    const answer = await fetch(`${program.url}/api/v1/alerts/recent`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { items } = (await answer.json()) as { items: { state: string; eventTime: string }[] };
    const now = JSON.stringify(items);
    const open = items.some((item) => ['pending', 'sending', 'retry'].includes(item.state));
    const ended = items.some((item) => item.eventTime.startsWith('2020-04-0'));
    calm = ended && !open && now === before ? calm + 1 : 0;
    before = now;
    await sleep(500);
  }
}

async function checkLedger(env: ProgramEnv): Promise<{ sent: string[]; unknown: string[] }> {
  return inspect(env, async (client) => {
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
  });
}

it(
  'survives kill -9 twenty times during a replay: every event once, every alert sent or unknown, no mail twice',
  { timeout: 600_000 },
  async () => {
    const home = await programHome();
    const env = { ...home.env, DEMO_PACE: '400' };
    await killAndFinish(env, 20);
    const { sent, unknown } = await checkLedger(env);
    const mails = readdirSync(join(home.dataDir, 'outbox'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.eml'))
      .map(
        (name) =>
          /^X-Bellwire-Delivery: (\S+)/im.exec(readFileSync(join(home.dataDir, 'outbox', name), 'utf8'))?.[1],
      );
    expect(new Set(mails).size).toBe(mails.length);
    expect(sent.filter((id) => !mails.includes(id))).toEqual([]);
    expect(mails.filter((id) => !sent.includes(id!) && !unknown.includes(id!))).toEqual([]);
    await home.remove();
  },
);

it(
  'hands nothing over twice to a mail server that keeps everything it is given',
  { timeout: 600_000 },
  async () => {
    const received: string[] = [];
    const sink = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(
            /^X-Bellwire-Delivery: (\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? 'none',
          );
          // A slow answer: most kills fall between handing over and hearing it.
          setTimeout(() => done(null), 120);
        });
      },
    });
    sink.on('error', () => undefined);
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const address = sink.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const home = await programHome();
    const env = { ...home.env, DEMO_PACE: '400', SMTP_URL: `smtp://127.0.0.1:${port}` };
    await killAndFinish(env, 8);
    const { sent, unknown } = await checkLedger(env);
    expect(new Set(received).size).toBe(received.length);
    expect(sent.filter((id) => !received.includes(id))).toEqual([]);
    expect(received.filter((id) => !sent.includes(id) && !unknown.includes(id))).toEqual([]);
    await new Promise<void>((resolve) => sink.close(() => resolve()));
    await home.remove();
  },
);
