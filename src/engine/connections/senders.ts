import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { brands, connections, senders, sendingDomains } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  limitedFrom,
  type Sender,
  type SenderForm,
  type SendingDomain,
  UNALIGNED_MAX,
} from '#src/shared/senders.ts';
import type { EndWarmUpForm } from '#src/shared/warm-up.ts';
import type { By } from '../changed-by.ts';
import type { Channel } from '../channels/channel.ts';
import { channels, findChannel } from '../channels/registry.ts';
import { fromInstallation, isAligned, limitOf } from '../delivery/sender-limit.ts';
import { warmUpNow } from '../delivery/warm-up.ts';
import { recordsOf, type Resolver } from './dns-records.ts';
import { domainAt } from './domain-at.ts';
import { domainOfSender, factsOf, forgetAlignment } from './domain-facts.ts';
import { createDomainChecks } from './domain-checks.ts';
import { readFields } from './fields.ts';
import { settingsOf } from '../channels/settings.ts';
import { sealSecrets } from './secrets.ts';

export type SendersDeps = {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  dns: Resolver;
  /** The address that the installation's own server sends from. */
  mailFrom: string;
};

type Domain = typeof sendingDomains.$inferSelect;
type Row = typeof senders.$inferSelect;
const makePair = promisify(generateKeyPair);

/** Who sends for each brand, and the domains they send from. */
export function createSenders(deps: SendersDeps) {
  const { app, clock, mailFrom } = deps;
  const checks = createDomainChecks(deps);

  const shownDomain = async (
    tx: Tx,
    domain: Domain,
    sender: Row,
    host: string | null,
  ): Promise<SendingDomain> => ({
    id: domain.id,
    domain: domain.domain,
    aligned: isAligned(domain, clock()),
    limitedFrom: domain.lostAt && limitedFrom(domain.lostAt).toISOString(),
    checkedAt: domain.checkedAt?.toISOString() ?? null,
    records: recordsOf(factsOf(domain, sender, { host, mailFrom }), domain.found),
    warmUp:
      domain.warmUpBeganAt && !domain.warmUpEndedAt
        ? await warmUpNow(tx, { ...domain, domainId: domain.id }, clock())
        : null,
    warmUpEnd:
      domain.warmUpBeganAt && domain.warmUpEndedAt
        ? {
            at: domain.warmUpEndedAt.toISOString(),
            by: domain.warmUpEndedBy,
            reason: domain.warmUpEndReason,
          }
        : null,
  });

  async function read(tx: Tx): Promise<Sender[]> {
    const ofBrands = await tx
      .select({ id: brands.id, name: brands.name })
      .from(brands)
      .where(isNull(brands.archivedAt))
      .orderBy(asc(brands.createdAt), asc(brands.id));
    const rows = await tx.select().from(senders);
    const domains = await tx.select().from(sendingDomains);
    const connected = await tx
      .select({ id: connections.id, channel: connections.channel, settings: connections.settings })
      .from(connections)
      .where(isNull(connections.deletedAt));
    const own = await fromInstallation(tx);
    // Without an account of ours there is nothing to choose before one is connected.
    const isThere = ({ kind, hasOwnAccount }: Channel): boolean =>
      hasOwnAccount || [...connected, ...rows].some(({ channel }) => channel === kind);
    const shown = ofBrands.flatMap((brand) =>
      channels()
        .filter((channel) => channel.senderFields.length > 0 && isThere(channel))
        .map((channel) => async (): Promise<Sender> => {
          const row = rows.find((each) => each.brandId === brand.id && each.channel === channel.kind) ?? null;
          const name = row && domainOfSender(row);
          const domain = domains.find((each) => each.domain === name) ?? null;
          const over = connected.find(({ id }) => id === row?.connectionId);
          const sender = row && { settings: settingsOf(row), connectionId: row.connectionId };
          const limit = limitOf(channel.kind, { fromInstallation: own, sender, domains }, clock());
          return {
            brandId: brand.id,
            brandName: brand.name,
            channel: channel.kind,
            connectionId: row?.connectionId ?? null,
            settings: sender?.settings ?? {},
            domain:
              row && domain
                ? await shownDomain(
                    tx,
                    domain,
                    row,
                    over ? (channel.sendsFromDomain?.hostOf(settingsOf(over)) ?? '') : null,
                  )
                : null,
            reaches: limit && UNALIGNED_MAX,
            limitedBy: limit?.by ?? null,
            hints: (over && row && channel.senderHints?.(settingsOf(row))) ?? [],
          };
        }),
    );
    const all: Sender[] = [];
    for (const show of shown) all.push(await show());
    return all;
  }

  return {
    list: (workspaceId: string): Promise<Sender[]> => withTenant(app, workspaceId, read),

    /** A new domain gets its DKIM key here. One that was aligned is looked at again, as another server may send. */
    set: async (by: By, form: SenderForm): Promise<Sender> => {
      const { workspaceId } = by;
      const channel = findChannel(form.channel);
      if (!channel || channel.senderFields.length === 0)
        throw new AppError('validation_failed', `Nothing is set for who sends on “${form.channel}”.`, {
          details: { field: 'channel' },
        });
      const { settings } = readFields(channel.senderFields, form.fields);
      const name = channel.senderDomain(settings);
      const pair = name === null ? null : await dkimPair();
      const { made, again } = await withTenant(app, workspaceId, async (tx) => {
        const [brand] = await tx.select().from(brands).where(eq(brands.id, form.brandId));
        if (!brand) throw new AppError('not_found', 'There is no such brand.');
        await assertConnection(tx, form);
        const at = clock();
        if (name !== null && pair) await addDomain(tx, { deps, workspaceId, name, pair, at });
        const [before] = await tx
          .select()
          .from(senders)
          .where(and(eq(senders.brandId, brand.id), eq(senders.channel, channel.kind)))
          .for('update');
        // Another domain has a number of its own.
        const change = { connectionId: form.connectionId, settings, heldUntil: null, updatedAt: at };
        await tx
          .insert(senders)
          .values({ workspaceId, brandId: brand.id, channel: channel.kind, createdAt: at, ...change })
          .onConflictDoUpdate({
            target: [senders.workspaceId, senders.brandId, senders.channel],
            set: change,
          });
        const isSame =
          before !== undefined &&
          before.connectionId === form.connectionId &&
          domainOfSender(before) === name &&
          settingsOf(before)['bounceAddress'] === settings['bounceAddress'];
        const forgotten = isSame || name === null ? [] : await forgetAlignment(tx, [name]);
        await recordActivity(tx, {
          ...by,
          action: 'sender.set',
          subject: brand.name,
          detail: { channel: channel.title },
          at,
        });
        const sender = (await read(tx)).find(
          (each) => each.brandId === brand.id && each.channel === channel.kind,
        );
        if (!sender) throw new AppError('not_found', 'There is no such brand.');
        await by.keepAnswer?.(tx, 200, sender);
        return { made: sender, again: forgotten };
      });
      for (const id of again) await checks.check(workspaceId, id);
      return made;
    },

    /** Asks the DNS for the records of a domain now. */
    checkDomain: async ({ workspaceId }: By, id: string): Promise<SendingDomain> => {
      await checks.check(workspaceId, id);
      const all = await withTenant(app, workspaceId, read);
      const found = all.find(({ domain }) => domain?.id === id)?.domain;
      if (!found) throw new AppError('not_found', 'No sender uses this domain.');
      return found;
    },

    /** What waits goes out at once, as far as other limits let it. */
    endWarmUp: (by: By, id: string, { reason }: EndWarmUpForm): Promise<SendingDomain> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const [ended] = await tx
          .update(sendingDomains)
          .set({ warmUpEndedAt: at, warmUpEndedBy: by.actor.name, warmUpEndReason: reason })
          .where(
            and(
              eq(sendingDomains.id, id),
              isNotNull(sendingDomains.warmUpBeganAt),
              isNull(sendingDomains.warmUpEndedAt),
            ),
          )
          .returning();
        if (ended) {
          await tx.update(senders).set({ heldUntil: null }).where(eq(senders.workspaceId, by.workspaceId));
          await recordActivity(tx, {
            ...by,
            action: 'sender.warm_up_ended',
            subject: ended.domain,
            detail: { reason },
            at,
          });
        }
        const found = (await read(tx)).find(({ domain }) => domain?.id === id)?.domain;
        if (!found) throw new AppError('not_found', 'No sender uses this domain.');
        await by.keepAnswer?.(tx, 200, found);
        return found;
      }),
  };
}

async function dkimPair(): Promise<{ publicKey: string; privateKey: string }> {
  const pair = await makePair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey: pair.publicKey.toString('base64'), privateKey: pair.privateKey };
}

async function addDomain(
  tx: Tx,
  {
    deps,
    workspaceId,
    name,
    pair,
    at,
  }: {
    deps: SendersDeps;
    workspaceId: string;
    name: string;
    pair: { publicKey: string; privateKey: string };
    at: Date;
  },
): Promise<void> {
  const id = newId();
  const sealed = sealSecrets(deps.encryptionKey, domainAt({ workspaceId, id }), { dkim: pair.privateKey });
  await tx
    .insert(sendingDomains)
    .values({
      workspaceId,
      id,
      domain: name,
      // Nobody else's key is published under it: a record that holds ours shows whose the domain is.
      selector: `bw${randomBytes(5).toString('hex')}`,
      publicKey: pair.publicKey,
      sealed: sealed ?? '',
      createdAt: at,
    })
    .onConflictDoNothing();
}

async function assertConnection(tx: Tx, form: SenderForm): Promise<void> {
  if (form.connectionId === null) return;
  const [row] = await tx
    .select({ channel: connections.channel })
    .from(connections)
    .where(and(eq(connections.id, form.connectionId), isNull(connections.deletedAt)));
  if (row?.channel !== form.channel)
    throw new AppError('validation_failed', 'Choose a connection of this channel.', {
      details: { field: 'connectionId' },
    });
}
