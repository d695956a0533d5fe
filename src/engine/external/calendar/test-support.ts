import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { alerts, calendarEntries, events, renditions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createFetchPage } from '#src/platform/net/fetch-page.ts';
import type { CalendarRule } from '#src/shared/calendar/rule.ts';
import { type FakeNews, startFakeNews } from '#tests/fakes/news.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { composeAlert } from '../../alerts/compose.ts';
import { createExternalRules } from '../external-rules.ts';
import { claimDue } from '../claim-due.ts';
import { type CalendarDeps, pollSource, TO_READ } from './poll.ts';
import { readCalendar } from './read-calendar.ts';
import { createCalendarSources } from './sources.ts';
import { takeTurn, TO_TURN } from './turn.ts';

/** Asynchronous, as a thread is: it refuses by a promise. */
const readHere: CalendarDeps['read'] = async (text, as, now) => readCalendar(text, as, now);

export const HEAD = 'id,date,time,country,event,importance,forecast,previous,actual\n';
/** 08:30 in New York is 13:30 UTC. */
export const CPI = '1,2026-12-10,08:30,US,CPI y/y,high,3.1%,3.0%,\n';

/**
 * For each test a workspace, a publisher on loopback, and a clock that stands at noon UTC until it is turned. Calendars
 * are read in this thread: starting one of their own for each takes a quarter of a second.
 */
export function calendarWorld() {
  let db: TestDatabase;
  let fake: FakeNews;
  let now: Date;
  let who: { workspaceId: string; userId: string };
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.drop());
  beforeEach(async () => {
    now = new Date('2026-12-10T12:00:00Z');
    fake = await startFakeNews();
    who = await newWorkspace(db);
  });
  afterEach(async () => {
    await db.admin.query('delete from workspaces where id = $1', [who.workspaceId]);
    await fake.stop();
  });

  const clock = () => now;
  const by = () => ({
    workspaceId: who.workspaceId,
    actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
  });
  const deps = () => ({
    app: db.app,
    system: db.system,
    clock,
    enqueue: db.enqueue,
    announce: () => undefined,
    fetchPage: createFetchPage({ allowPrivate: true, agent: 'test' }),
    read: readHere,
  });
  const sources = (more: { app?: TestDatabase['app']; allowPrivate?: boolean } = {}) =>
    createCalendarSources({ app: db.app, clock, allowPrivate: true, announce: () => undefined, ...more });
  const made = () =>
    withTenant(db.app, who.workspaceId, async (tx) => ({
      events: await tx.select().from(events).orderBy(events.createdAt),
      alerts: await tx.select().from(alerts),
      entries: await tx.select().from(calendarEntries).orderBy(calendarEntries.at),
      variants: await tx.select().from(renditions),
    }));
  const rules = () => createExternalRules({ app: db.app, clock, publicUrl: '' });

  return {
    db: () => db,
    fake: () => fake,
    now: () => now,
    later: (minutes: number): void => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    setClock: (iso: string): void => {
      now = new Date(iso);
    },
    by,
    deps,
    sources,
    made,
    listed: () => sources().list(who.workspaceId),
    add: (more = {}) =>
      sources().add(by(), {
        name: 'Releases',
        url: `${fake.url}/calendar.csv`,
        timeZone: 'America/New_York',
        ...more,
      }),
    rule: (id: string) => rules().one(who.workspaceId, id),
    listen: (asked: Partial<CalendarRule>) =>
      rules().make(by(), {
        name: 'Inflation',
        outside: { kind: 'calendar', kinds: [], places: [], symbols: [], words: [], sources: [], ...asked },
      }),
    /** What the publisher tells from now on, with an ETag that is taken at its word. */
    tell: (...lines: string[]): void => {
      const body = HEAD + lines.join('');
      const etag = `"${Buffer.from(body).toString('base64').slice(-150)}"`;
      const answer: RequestListener = (request, response) => {
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else response.writeHead(200, { 'Content-Type': 'text/csv', ETag: etag }).end(body);
      };
      fake.page('/calendar.csv', answer);
    },
    read: async (): Promise<number> => {
      const due = await claimDue(deps(), TO_READ, 10);
      for (const source of due) await pollSource(deps(), source, new AbortController().signal);
      return due.length;
    },
    turn: async (): Promise<number> => {
      const due = await claimDue(deps(), TO_TURN, 10);
      for (const source of due) await takeTurn(deps(), source);
      return due.length;
    },
    count: async (): Promise<number> => (await made()).events.length,
    /** Writes the alerts that there are. @returns their subjects, sorted */
    write: async (): Promise<string[]> => {
      for (const { id } of (await made()).alerts)
        await composeAlert(
          {
            ...deps(),
            log: { warn: ({ reason }: { reason?: string }) => expect.unreachable(reason) },
          },
          { workspaceId: who.workspaceId, alertId: id },
        );
      return (await made()).variants.map(({ prepared }) => prepared.title ?? '').toSorted();
    },
  };
}
