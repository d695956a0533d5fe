import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { brands, connections, senders, sendingDomains } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { type Sender, type SenderForm, type SendingDomain, UNALIGNED_MAX } from '#src/shared/senders.ts';
import type { By } from '../changed-by.ts';
import type { Channel } from '../channels/channel.ts';
import { channels, findChannel } from '../channels/registry.ts';
import { type DomainFacts, lookAtRecords, recordsOf, type Resolver } from './dns-records.ts';
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
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export const domainAt = ({ workspaceId, id }: Pick<Domain, 'workspaceId' | 'id'>) => ({
  workspaceId,
  table: 'sending_domains',
  id,
});

/** Who sends for each brand, and the domains they send from. */
export function createSenders(deps: SendersDeps) {
  const { app, clock } = deps;
  const own = (): string => domainOf(deps.mailFrom);

  const factsOf = (domain: Domain, sender: Row): DomainFacts => {
    const { bounceAddress } = settingsOf(sender);
    return {
      ...domain,
      sentBy: sender.connectionId === null ? own() : null,
      bounceDomain: bounceAddress
        ? domainOf(bounceAddress)
        : sender.connectionId === null
          ? own()
          : domain.domain,
    };
  };
  const shownDomain = (domain: Domain, sender: Row): SendingDomain => ({
    id: domain.id,
    domain: domain.domain,
    aligned: domain.alignedAt !== null,
    checkedAt: domain.checkedAt?.toISOString() ?? null,
    records: recordsOf(factsOf(domain, sender), domain.found),
  });
  const shown = (
    brand: { id: string; name: string },
    channel: Channel,
    row: Row | null,
    domain: Domain | null,
  ): Sender => ({
    brandId: brand.id,
    brandName: brand.name,
    channel: channel.kind,
    connectionId: row?.connectionId ?? null,
    settings: row ? settingsOf(row) : {},
    domain: row && domain ? shownDomain(domain, row) : null,
    reaches: reachOf(domain),
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
      .selectDistinct({ channel: connections.channel })
      .from(connections)
      .where(isNull(connections.deletedAt));
    // Without an account of ours there is nothing to choose before one is connected.
    const isThere = ({ kind, hasOwnAccount }: Channel): boolean =>
      hasOwnAccount || [...connected, ...rows].some(({ channel }) => channel === kind);
    return ofBrands.flatMap((brand) =>
      channels()
        .filter((channel) => channel.senderFields.length > 0 && isThere(channel))
        .map((channel) => {
          const row = rows.find((each) => each.brandId === brand.id && each.channel === channel.kind) ?? null;
          const name = row && channel.senderDomain(settingsOf(row));
          return shown(brand, channel, row, domains.find(({ domain }) => domain === name) ?? null);
        }),
    );
  }

  return {
    list: (workspaceId: string): Promise<Sender[]> => withTenant(app, workspaceId, read),

    /** A new domain gets its DKIM key here. */
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
      return withTenant(app, workspaceId, async (tx) => {
        const [brand] = await tx.select().from(brands).where(eq(brands.id, form.brandId));
        if (!brand) throw new AppError('not_found', 'There is no such brand.');
        await assertConnection(tx, form);
        const at = clock();
        if (name !== null && pair) await addDomain(tx, { deps, workspaceId, name, pair, at });
        const change = { connectionId: form.connectionId, settings, updatedAt: at };
        await tx
          .insert(senders)
          .values({ workspaceId, brandId: brand.id, channel: channel.kind, createdAt: at, ...change })
          .onConflictDoUpdate({
            target: [senders.workspaceId, senders.brandId, senders.channel],
            set: change,
          });
        await recordActivity(tx, {
          ...by,
          action: 'sender.set',
          subject: brand.name,
          detail: { channel: channel.title },
          at,
        });
        const made = (await read(tx)).find(
          (each) => each.brandId === brand.id && each.channel === channel.kind,
        );
        if (!made) throw new AppError('not_found', 'There is no such brand.');
        await by.keepAnswer?.(tx, 200, made);
        return made;
      });
    },

    /** Asks the DNS for the records of a domain now. */
    checkDomain: async (by: By, id: string): Promise<SendingDomain> => {
      const { workspaceId } = by;
      const { domain, sender } = await withTenant(app, workspaceId, async (tx) => {
        const [row] = await tx.select().from(sendingDomains).where(eq(sendingDomains.id, id));
        const uses = (await tx.select().from(senders)).find(
          (each) => findChannel(each.channel)?.senderDomain(settingsOf(each)) === row?.domain,
        );
        if (!row || !uses) throw new AppError('not_found', 'No sender uses this domain.');
        return { domain: row, sender: uses };
      });
      const { found, aligned } = await lookAtRecords(deps.dns, factsOf(domain, sender));
      return withTenant(app, workspaceId, async (tx) => {
        const at = clock();
        const [row] = await tx
          .update(sendingDomains)
          .set({
            found,
            checkedAt: at,
            signsAt: found.dkim ? (domain.signsAt ?? at) : null,
            alignedAt: aligned ? (domain.alignedAt ?? at) : null,
          })
          .where(eq(sendingDomains.id, id))
          .returning();
        if (!row) throw new AppError('not_found', 'No sender uses this domain.');
        return shownDomain(row, sender);
      });
    },
  };
}

/** How many people a message of a brand with this domain may reach. */
export const reachOf = (domain: Pick<Domain, 'alignedAt'> | null): number | null =>
  domain === null || domain.alignedAt !== null ? null : UNALIGNED_MAX;

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
