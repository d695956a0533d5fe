import { createRequire } from 'node:module';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alerts, brands, events, rules, variants } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { marketEvent, newWorkspace } from '#tests/support/workspace.ts';
import { composeAlert } from '../alerts/compose.ts';
import type { ClaimedDelivery } from '../delivery/claim.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { createSlots } from '../delivery/slots.ts';
import { RECORDED_SERIES, replayRecorded } from '../feeds/replay/recorded.ts';
import { requestTrialRun, runTrial } from './trial-run.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** The series that ships with the product, as its package has it. */
const recorded = join(createRequire(import.meta.url).resolve('vega-datasets'), '..', '..', 'data');
const clock = () => new Date();

type Brand = { name: string; color: string };

/** Asks for a trial run of the workspace's rule and carries it out, as the program does: to the mail that went out. */
async function trial(who: { workspaceId: string; userId: string }, brand: Brand, condition: string) {
  const { workspaceId } = who;
  const trialRunId = await withTenant(db.app, workspaceId, async (tx) => {
    await tx.update(brands).set(brand).where(eq(brands.workspaceId, workspaceId));
    await tx
      .update(rules)
      .set({ condition, name: `When ${condition}` })
      .where(eq(rules.workspaceId, workspaceId));
    return requestTrialRun(tx, { ...who, now: clock() });
  });
  const mails: ClaimedDelivery[] = [];
  const deps = {
    app: db.app,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock,
    instanceId: '00000000-0000-7000-8000-000000000002',
    publicUrl: 'http://localhost:3000',
    log: { warn: () => undefined },
    slots: createSlots(2),
    send: async (delivery: ClaimedDelivery) => {
      mails.push(delivery);
      return { outcome: 'sent', providerMessageId: '<trial@test>' } as const;
    },
    recordedBars: (symbol: string) => {
      const series = RECORDED_SERIES.find((each) => each.symbol === symbol);
      return series ? replayRecorded(series, recorded).bars : null;
    },
  };
  await runTrial(deps, { workspaceId, trialRunId });
  const [made] = await withTenant(db.app, workspaceId, (tx) =>
    tx
      .select({ alertId: alerts.id, event: events })
      .from(events)
      .innerJoin(alerts, eq(alerts.eventId, events.id))
      .where(eq(events.trialRunId, trialRunId)),
  );
  const { alertId } = made!;
  const event = marketEvent(made!.event);
  await composeAlert(deps, { workspaceId, alertId });
  await deliverAlert(deps, { workspaceId, alertId });
  const [variant] = await withTenant(db.app, workspaceId, (tx) =>
    tx.select().from(variants).where(eq(variants.alertId, alertId)),
  );
  expect(mails).toHaveLength(1);
  const mail = mails[0]!;
  // What went out is what is kept.
  expect(mail).toMatchObject({
    subject: variant?.subject,
    text: variant?.bodyText,
    html: variant?.bodyHtml,
    brandName: brand.name,
  });
  return { mail, event };
}

const HARBOUR: Brand = { name: 'Harbour & Sons', color: '#0f4c5c' };
const MERIDIAN: Brand = { name: 'Meridian Desk', color: '#7a1f3d' };
const MOVE = 'big_move(5)';
const HIGH = 'new_high(252, 20)';

it('another brand and another rule: another mail, other evidence', async () => {
  const who = await newWorkspace(db);
  const first = await trial(who, HARBOUR, MOVE);
  const second = await trial(who, MERIDIAN, HIGH);

  // The first speaks of a day's move, in its brand's name and colour.
  expect(first.mail.subject).toMatch(/^Trial run: .*\d+\.\d\d%/);
  expect(first.mail.text).toContain('Harbour & Sons');
  expect(first.mail.html).toContain('Harbour &amp; Sons');
  expect(first.mail.html.toLowerCase()).toContain(HARBOUR.color);
  expect(first.event).toMatchObject({ detector: 'big_move', evidence: { params: { min_pct: 5 } } });
  expect(Object.keys(first.event.evidence.figures).sort()).toEqual(['change_pct', 'close', 'previous_close']);

  // The second of a high, in the other's; nothing of the first is left in it.
  expect(second.mail.subject).toMatch(/^Trial run: .*high/i);
  expect(second.mail.text).toContain('252');
  for (const part of [second.mail.subject, second.mail.text, second.mail.html]) {
    expect(part).not.toContain('Harbour');
    expect(part.toLowerCase()).not.toContain(HARBOUR.color);
  }
  expect(second.mail.text).toContain('Meridian Desk');
  expect(second.mail.html.toLowerCase()).toContain(MERIDIAN.color);
  expect(second.event).toMatchObject({
    detector: 'new_high',
    evidence: { params: { window: 252, quiet: 20 } },
  });
  expect(second.event.evidence.figures).toHaveProperty('previous_high');
  expect(second.event.barTs).not.toEqual(first.event.barTs);
  expect(second.event.evidence.bars).not.toEqual(first.event.evidence.bars);
});

it('the brand alone changes how it is said, and the rule alone what is said', async () => {
  const who = await newWorkspace(db);
  const plain = await trial(who, HARBOUR, MOVE);
  const branded = await trial(who, MERIDIAN, MOVE);
  expect(branded.event.evidence).toEqual(plain.event.evidence);
  expect(branded.event.value).toBe(plain.event.value);
  expect(branded.mail.html).not.toBe(plain.mail.html);
  expect(branded.mail.text.replaceAll(MERIDIAN.name, HARBOUR.name)).toBe(
    plain.mail.text.replace(/alerts\/[0-9a-f-]{36}/, () => linkOf(branded.mail.text)),
  );

  const stricter = await trial(who, MERIDIAN, 'big_move(9)');
  expect(Math.abs(stricter.event.value)).toBeGreaterThanOrEqual(9);
  expect(Math.abs(plain.event.value)).toBeLessThan(9);
  expect(stricter.event.evidence.params).toEqual({ min_pct: 9 });
  expect(stricter.mail.text).toContain('9%');
  expect(stricter.mail.subject).not.toBe(branded.mail.subject);
});

const linkOf = (text: string): string => /alerts\/[0-9a-f-]{36}/.exec(text)?.[0] ?? '';
