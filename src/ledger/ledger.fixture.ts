import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { keepBytes, keepJson } from './bytes.ts';
import { recordDecision } from './decision.ts';
import type { RebuiltDelivery } from './deliveries.ts';
import { readLedger, type Stretch } from './from-database.ts';
import { ledgerSigner } from './head.ts';
import type { LedgerRecord } from './record.ts';
import { RENDITION_TYPE } from './rendition.ts';
import { createVerifier, type Report } from './verify.ts';
import { recordWindow, type SettledDelivery } from './window.ts';
import { writeChains } from './writer.ts';

export const signer = ledgerSigner(Buffer.alloc(32, 7));
export const NOW = new Date('2026-11-23T12:00:00.000Z');

export type Approved = { workspaceId: string; alertId: string; revision: string; rendition: string };

/** An alert with a picture, whose only revision a policy approves. */
export async function approved(
  db: TestDatabase,
  workspaceId: string,
  options: { text?: string; at?: Date; by?: Parameters<typeof recordDecision>[1]['by'] } = {},
): Promise<Approved> {
  const alertId = newId();
  const at = options.at ?? NOW;
  return withTenant(db.app, workspaceId, async (tx) => {
    const picture = await keepBytes(tx, Buffer.from(`picture of ${alertId}`), 'image/png');
    const prepared = {
      title: 'SPX falls 11.98 %',
      text: options.text ?? `The S&P 500 fell. ${alertId}`,
      html: null,
      media: [{ name: 'chart.png', type: 'image/png', hash: picture, alt: 'The last 60 days.' }],
    };
    const rendition = await keepJson(tx, prepared, RENDITION_TYPE);
    const content = { headline: prepared.title, alertId };
    const kept = await keepJson(tx, content, 'application/json');
    const revision = hashOf(content);
    await recordDecision(tx, {
      workspaceId,
      alertId,
      at,
      decision: 'approved',
      revision,
      bytes: [kept, rendition],
      by: options.by ?? { policy: 'auto 1' },
      reason: null,
    });
    return { workspaceId, alertId, revision, rendition };
  });
}

export const settledTo = (
  rendition: string,
  to: { person: string | null; address: string },
): SettledDelivery => ({
  delivery: newId(),
  attempt: 1,
  fanOut: newId(),
  channel: 'email',
  purpose: 'first',
  send: 1,
  rendition,
  outcome: 'sent',
  providerMessageId: '<1@bellwire.example>',
  startedAt: NOW.toISOString(),
  finishedAt: NOW.toISOString(),
  person: to.person,
  own: {
    to: to.address,
    reason: null,
    params: { unsubscribe: `https://x.example/u/${to.address}`, timeZone: 'Europe/Berlin' },
  },
});

export const settle = (db: TestDatabase, alert: Approved, deliveries: SettledDelivery[], at = NOW) =>
  withTenant(db.app, alert.workspaceId, (tx) => recordWindow(tx, { ...alert, at, about: {}, deliveries }));

export const chain = (db: TestDatabase, now = NOW) =>
  writeChains({ app: db.app, system: db.system, clock: () => now, signer });

/** A chain with a few approvals and windows, signed. */
export async function someLedger(
  db: TestDatabase,
  workspaceId: string,
  alerts = 3,
  at = NOW,
): Promise<Approved[]> {
  const made: Approved[] = [];
  for (let n = 0; n < alerts; n += 1) {
    const alert = await approved(db, workspaceId, { at });
    const people = Array.from({ length: 5 }, (_, i) => ({
      person: newId(),
      address: `reader${i}@x.example`,
    }));
    await settle(
      db,
      alert,
      [...people, { person: null, address: '@channel' }].map((to) => settledTo(alert.rendition, to)),
      at,
    );
    await chain(db, at);
    made.push(alert);
  }
  await chain(db, new Date(at.getTime() + 3_600_000));
  return made;
}

export async function readAll(
  db: TestDatabase,
  workspaceId: string,
  stretch: Partial<Stretch> = {},
): Promise<LedgerRecord[]> {
  const records: LedgerRecord[] = [];
  for await (const record of readLedger(db.admin, { workspaceId, period: null, people: false, ...stretch }))
    records.push(record);
  return records;
}

export function verify(records: readonly LedgerRecord[]): Report & { rebuiltDeliveries: RebuiltDelivery[] } {
  const rebuiltDeliveries: RebuiltDelivery[] = [];
  const verifier = createVerifier({
    trusted: signer.publicKey,
    onDelivery: (each) => rebuiltDeliveries.push(each),
  });
  for (const record of records) verifier.take(record);
  return { ...verifier.finish(), rebuiltDeliveries };
}
