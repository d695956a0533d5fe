import fc from 'fast-check';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alertAssessments, alerts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { DRY_RUN_ALERTS, type PolicyContent, policyContentSchema, REASONS } from '#src/shared/approval.ts';
import { type ApprovalInputs, approvalInputsSchema } from '#src/shared/approval-inputs.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { drill } from '#tests/support/drill.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { assess } from './assess.ts';
import { keepAssessment, storedAssessment } from './assessments.ts';
import { strictest } from './chosen.ts';
import { dryRun } from './dry-run.ts';

/*
 * A decision is replayed from what is stored, and a dry run says what the policy then does: both only if nothing that
 * decides is lost on the way through the database, whatever the inputs and the policy.
 */
const DECISIONS = drill(120, 5_000);
const NOW = new Date('2026-11-26T12:00:00Z');

const share = fc.double({ min: 0, max: 1, noNaN: true });
const count = fc.oneof(fc.constantFrom(0, 1, 4, 5, 100, 10_000), fc.nat({ max: 20_000 }));
const time = fc
  .date({ min: new Date('2026-01-01'), max: NOW, noInvalidDate: true })
  .map((at) => at.toISOString());
const inputs: fc.Arbitrary<ApprovalInputs> = fc
  .record({
    version: fc.constant(1 as const),
    at: time,
    ago: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.nat({ max: 100_000 })),
    kind: fc.constantFrom('market', 'news', 'calendar', 'webhook', 'composed'),
    move: fc.option(
      fc.record({ changePercent: fc.double({ min: -90, max: 900, noNaN: true }), rank: share, bars: count }),
    ),
    claims: fc.record({ ownWords: fc.boolean(), action: fc.option(fc.constantFrom('buy', 'sell “now”')) }),
    data: fc.record({ quarantined: count }),
    sent: fc.record({ brand: count, rule: count, template: fc.option(count) }),
    writer: fc.record({ model: fc.option(fc.constant('small-1')), refused: fc.nat({ max: 3 }) }),
    audience: fc.record({ people: count, destinations: fc.nat({ max: 3 }) }),
    local: fc.record({
      timeZone: fc.constantFrom('UTC', 'America/New_York'),
      weekday: fc.integer({ min: 1, max: 7 }),
      time: fc.constantFrom('00:00', '05:59', '06:00', '12:30', '21:59', '22:00'),
    }),
    history: fc.record({
      reviewed: fc.nat({ max: 20 }),
      rejected: fc.nat({ max: 5 }),
      edited: fc.nat({ max: 5 }),
    }),
  })
  .map(({ ago, ...rest }) => ({
    ...rest,
    eventAt: new Date(Date.parse(rest.at) - ago * 60_000).toISOString(),
  }));
const policy: fc.Arbitrary<PolicyContent> = fc
  .record({
    mode: fc.constantFrom('smart', 'smart', 'smart', 'auto', 'auto', 'human'),
    asksFrom: fc.integer({ min: 30, max: 100 }),
    weights: fc.dictionary(fc.constantFrom(...REASONS), fc.nat({ max: 40 }), { noNullPrototype: true }),
    needs: fc.constantFrom(1, 2),
    hours: fc.option(
      fc.record({
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        from: fc.constantFrom('00:00', '08:30'),
        to: fc.constantFrom('12:00', '23:59'),
        timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
      }),
      { freq: 1 },
    ),
  })
  .map((content) => policyContentSchema.parse(content));

let db: TestDatabase;
let workspaceId: string;
let ids: string[];
beforeAll(async () => {
  db = await testDatabase();
  workspaceId = (await newWorkspace(db)).workspaceId;
  await fillWithAlerts(db.admin, { workspaceId, count: DECISIONS, until: NOW });
  const rows = await withTenant(db.app, workspaceId, (tx) =>
    tx
      .select({ id: alerts.id })
      .from(alerts)
      .where(eq(alerts.workspaceId, workspaceId))
      .orderBy(desc(alerts.createdAt), desc(alerts.id)),
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => db.drop());

const named = (content: PolicyContent) => ({ id: null, name: 'Drawn', version: 1, content });

it(`replays ${DECISIONS} decisions from what is stored, and a dry run says what the policy then does`, async () => {
  const seed = 20_261_126;
  const drawn = fc.sample(fc.record({ inputs, policy }), { numRuns: DECISIONS, seed });
  expect(ids).toHaveLength(DECISIONS);
  const answers = await withTenant(db.app, workspaceId, async (tx) => {
    const given = new Map<string, ReturnType<typeof assess>>();
    for (const [at, alertId] of ids.entries()) {
      const { inputs: known, policy: content } = drawn[at]!;
      const judged = strictest([named(content)], approvalInputsSchema.parse(known));
      await keepAssessment(tx, { workspaceId, alertId, now: NOW }, judged, known);
      given.set(alertId, judged.assessed);
    }
    return given;
  });
  const outcomes = [...answers.values()].map(({ outcome }) => outcome);
  // Both are drawn often enough to tell.
  for (const outcome of ['send', 'review'])
    expect(outcomes.filter((each) => each === outcome).length).toBeGreaterThan(DECISIONS / 10);

  await withTenant(db.app, workspaceId, async (tx) => {
    for (const [alertId, answer] of answers) {
      const row = await storedAssessment(tx, alertId);
      expect(row && assess(row.policyContent, row.inputs)).toEqual(answer);
      expect(row).toMatchObject({ outcome: answer.outcome, score: answer.score });
    }
  });

  for (const content of fc.sample(policy, { numRuns: drill(3, 20), seed })) {
    await withTenant(db.app, workspaceId, async (tx) => {
      const said = await dryRun(tx, content);
      const looked = await tx
        .select({ id: alerts.id, was: alertAssessments })
        .from(alerts)
        .innerJoin(alertAssessments, eq(alertAssessments.alertId, alerts.id))
        .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.trial, false)))
        .orderBy(desc(alerts.createdAt), desc(alerts.id))
        .limit(DRY_RUN_ALERTS);
      const changed: string[] = [];
      let review = 0;
      for (const { id: alertId, was } of looked) {
        await keepAssessment(
          tx,
          { workspaceId, alertId, now: NOW },
          strictest([named(content)], was.inputs),
          was.inputs,
        );
        const then = await storedAssessment(tx, alertId);
        if (then?.outcome === 'review') review += 1;
        if (then?.outcome !== was.outcome) changed.push(alertId);
      }
      expect(said).toMatchObject({ alerts: looked.length, unknown: 0, review, send: looked.length - review });
      expect(said.differences.map(({ alertId }) => alertId)).toEqual(changed);
    });
  }
});
