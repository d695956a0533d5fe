import { and, asc, count as counted, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { liftSuppression } from '#src/db/queries/suppressions.ts';
import { addresses, brands, consents, contacts, suppressions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import { recordConsent } from '#src/ledger/consent.ts';
import { detachAddresses } from '#src/people/detach.ts';
import { type LimitDeps, takeAll } from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { PlanClass } from '#src/shared/channels.ts';
import type { Clock } from '#src/shared/clock.ts';
import { ADDRESSES_MAX } from '#src/shared/contacts.ts';
import { carriedChannels } from '#src/shared/entitlements.ts';
import { packIds, unpackIds } from '../packed-ids.ts';
import type { Known } from '../people.ts';
import { comeBackToBrand } from '../preferences.ts';
import { sealDevice } from './sealed.ts';
import type { SenderKeys } from './sender-keys.ts';

/** The channel whose addresses are devices, as far as readers meet it. */
export type DeviceChannel = {
  kind: ChannelKind;
  planClass: PlanClass;
  devices: {
    read: (
      given: unknown,
      agent: string,
      publicKey: string,
    ) => { address: string; mark: string; registered: string } | null;
  };
};

export type DevicesDeps = {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  keys: () => Promise<SenderKeys>;
  channel: DeviceChannel;
  limits: LimitDeps;
};

/** A person may have so many devices for alerts, whatever has become of others. */
export const DEVICES_MAX = 10;
const PER_NETWORK = { scope: 'device-network', max: 60, seconds: 3_600 };

/** What becomes of a registration, as the page says it. */
export type Registering = 'on' | 'invalid' | 'full' | 'off';
/** A device that a person gets alerts on. `brand`: where it isn't the one whose page this is. */
export type OwnDevice = { id: string; name: string; brand: string | null; since: Date };
type Said = { given: unknown; agent: string; wording: string; ip: string | null };

/** Devices of readers that show a brand's alerts. A reader's preferences link registers and removes their own. */
export function createDevices({ app, clock, encryptionKey, keys, channel, limits }: DevicesDeps) {
  const { kind } = channel;
  const readGiven = async (given: unknown, agent: string) =>
    channel.devices.read(given, agent, (await keys()).publicKey);

  const isCarried = async (tx: Tx): Promise<boolean> => {
    const plan = await workspacePlan(tx, clock());
    return plan.standing !== 'read_only' && carriedChannels(plan, [channel]).has(kind);
  };

  const isDevice = (workspaceId: string) =>
    and(eq(addresses.workspaceId, workspaceId), eq(addresses.channel, kind), isNotNull(addresses.brandId));

  /** By its mark: a browser's name changes with an update, or with the desktop version of a page. */
  const find = async (tx: Tx, workspaceId: string, mark: string) => {
    const [row] = await tx
      .select()
      .from(addresses)
      .where(and(isDevice(workspaceId), eq(sql`split_part(${addresses.address}, ' · ', 2)`, mark)))
      .for('update');
    return row;
  };

  /** The record of what was sent to it stays. `ip`: of the person who withdraws consent; null if consent isn't withdrawn. */
  const take = async (
    tx: Tx,
    { workspaceId, contactId, shownBrandId }: Known,
    row: { id: string; brandId: string | null },
    withdrawn: { ip: string | null } | null,
  ): Promise<void> => {
    const at = clock();
    await tx.update(addresses).set({ sealed: null }).where(isAddress(workspaceId, row.id));
    await detachAddresses(tx, { workspaceId, now: at, addresses: [row.id] });
    if (!withdrawn) return;
    const consent = {
      workspaceId,
      contactId,
      brandId: row.brandId ?? shownBrandId,
      channel: kind,
      kind: 'withdrawn',
      source: 'device',
      wording: '',
      ip: withdrawn.ip,
      at,
    } as const;
    await tx.insert(consents).values({ ...consent, id: newId() });
    await recordConsent(tx, consent);
  };

  return {
    kind,

    /** What a page needs to offer it; null where the brand's plan doesn't have it. `key`: where the brand's worker is. */
    offer: async (
      known: Pick<Known, 'workspaceId' | 'shownBrandId'>,
    ): Promise<{ key: string; publicKey: string } | null> => {
      const { workspaceId, shownBrandId } = known;
      if (!(await withTenant(app, workspaceId, isCarried))) return null;
      return { key: packIds(workspaceId, shownBrandId), publicKey: (await keys()).publicKey };
    },

    /** Whether a key is that of the person's page. */
    isOf: (key: string, { workspaceId, shownBrandId }: Known): boolean => {
      const [workspace, brand] = unpackIds(key, 2) ?? [];
      return workspace === workspaceId && brand === shownBrandId;
    },

    /** @returns 0, or the seconds until the network may ask again */
    waitFor: async (ip: string | null): Promise<number> => {
      const network = networkOf(ip);
      return network === null ? 0 : takeAll(limits, [{ ...PER_NETWORK, key: network }]);
    },

    /** Whether the brand's alerts come to this device for this person. */
    isOn: async (known: Known, given: unknown, agent: string): Promise<boolean> => {
      const read = await readGiven(given, agent);
      if (!read) return false;
      const row = await withTenant(app, known.workspaceId, (tx) => find(tx, known.workspaceId, read.mark));
      return row?.contactId === known.contactId && row.suppressedAt === null && row.sealed !== null;
    },

    /**
     * Registers a device, or the same anew: the person who does has it. Their brand's alerts come to it from the next
     * delivery on, with consent and what it ends on record.
     */
    register: async (known: Known, { given, agent, wording, ip }: Said): Promise<Registering> => {
      const read = await readGiven(given, agent);
      if (!read) return 'invalid';
      const { workspaceId, contactId, shownBrandId: brandId } = known;
      return withTenant(app, workspaceId, async (tx) => {
        if (!(await isCarried(tx))) return 'off';
        const at = clock();
        const [living] = await tx
          .select({ receives: contacts.receives })
          .from(contacts)
          .where(
            and(
              eq(contacts.workspaceId, workspaceId),
              eq(contacts.id, contactId),
              isNull(contacts.deletedAt),
            ),
          )
          .for('update');
        if (!living || living.receives === 'nothing') return 'off';
        const there = await find(tx, workspaceId, read.mark);
        const isTheirs = there?.contactId === contactId;
        if (!isTheirs && (await isFull(tx, { workspaceId, contactId, kind, at }))) return 'full';
        const id = there?.id ?? newId();
        const own = {
          contactId,
          brandId,
          sealed: sealDevice(encryptionKey, { workspaceId, id }, read.registered),
          confirmedAt: at,
          updatedAt: at,
        };
        if (there) await tx.update(addresses).set(own).where(isAddress(workspaceId, id));
        else
          await tx
            .insert(addresses)
            .values({ workspaceId, id, channel: kind, address: read.address, createdAt: at, ...own });
        if (there?.suppressedAt) await lift(tx, { workspaceId, kind, address: there.address, at });
        const back = await comeBackToBrand(
          tx,
          { workspaceId, contactId },
          { brandId, channel: kind, source: 'preferences', at },
        );
        const consent = {
          workspaceId,
          contactId,
          brandId,
          channel: kind,
          kind: 'given',
          source: 'device',
          wording,
          ip,
          at,
        } as const;
        await tx.insert(consents).values({ ...consent, id: newId() });
        // Last: the workspace's chain is locked from here on.
        await recordChoices(tx, workspaceId, back);
        await recordConsent(tx, consent);
        return 'on';
      });
    },

    /** What they get the workspace's alerts on, oldest first: each takes one of their places. */
    list: async ({ workspaceId, contactId, shownBrandId }: Known): Promise<OwnDevice[]> => {
      const found = await withTenant(app, workspaceId, (tx) =>
        tx
          .select({
            id: addresses.id,
            address: addresses.address,
            brandId: addresses.brandId,
            brand: brands.name,
            since: addresses.confirmedAt,
            createdAt: addresses.createdAt,
          })
          .from(addresses)
          .innerJoin(
            brands,
            and(eq(brands.workspaceId, addresses.workspaceId), eq(brands.id, addresses.brandId)),
          )
          .where(
            and(isDevice(workspaceId), eq(addresses.contactId, contactId), isNull(addresses.suppressedAt)),
          )
          .orderBy(asc(addresses.createdAt), asc(addresses.id)),
      );
      return found.map(({ id, address, brandId, brand, since, createdAt }) => ({
        id,
        name: address.split(' · ')[0] ?? address,
        brand: brandId === shownBrandId ? null : brand,
        since: since ?? createdAt,
      }));
    },

    /** Takes any of their devices from the person: one that is lost can't do it itself. */
    turnOff: async (known: Known, id: string, ip: string | null): Promise<void> => {
      const { workspaceId, contactId } = known;
      await withTenant(app, workspaceId, async (tx) => {
        const [row] = await tx
          .select({ id: addresses.id, brandId: addresses.brandId })
          .from(addresses)
          .where(and(isDevice(workspaceId), eq(addresses.id, id), eq(addresses.contactId, contactId)))
          .for('update');
        if (row) await take(tx, known, row, { ip });
      });
    },

    /**
     * Takes a device from the person, for that device. `isReplaced`: it is the same device under another address, so
     * consent isn't withdrawn.
     */
    remove: async (
      known: Known,
      { given, agent, ip, isReplaced = false }: Omit<Said, 'wording'> & { isReplaced?: boolean },
    ): Promise<void> => {
      const read = await readGiven(given, agent);
      if (!read) return;
      await withTenant(app, known.workspaceId, async (tx) => {
        const row = await find(tx, known.workspaceId, read.mark);
        if (row?.contactId === known.contactId) await take(tx, known, row, isReplaced ? null : { ip });
      });
    },
  };
}
export type ReaderDevices = ReturnType<typeof createDevices>;

const isAddress = (workspaceId: string, id: string) =>
  and(eq(addresses.workspaceId, workspaceId), eq(addresses.id, id));

/** A device that is gone takes no place: its browser has another one by now. */
async function isFull(
  tx: Tx,
  {
    workspaceId,
    contactId,
    kind,
    at,
  }: { workspaceId: string; contactId: string; kind: ChannelKind; at: Date },
): Promise<boolean> {
  const ofContact = and(eq(addresses.workspaceId, workspaceId), eq(addresses.contactId, contactId));
  const [all] = await tx.select({ n: counted() }).from(addresses).where(ofContact);
  const [live] = await tx
    .select({ n: counted() })
    .from(addresses)
    .where(and(ofContact, eq(addresses.channel, kind), isNull(addresses.suppressedAt)));
  if ((live?.n ?? 0) >= DEVICES_MAX) return true;
  if ((all?.n ?? 0) < ADDRESSES_MAX) return false;
  const [gone] = await tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(ofContact, eq(addresses.channel, kind), isNotNull(addresses.suppressedAt)))
    .orderBy(addresses.suppressedAt)
    .limit(1);
  if (!gone) return true;
  await detachAddresses(tx, { workspaceId, now: at, addresses: [gone.id] });
  return false;
}

/** What a push service once said ends where the browser itself is back; what the team said stays. */
async function lift(
  tx: Tx,
  { workspaceId, kind, address, at }: { workspaceId: string; kind: ChannelKind; address: string; at: Date },
): Promise<void> {
  const [row] = await tx
    .select({ id: suppressions.id, cause: suppressions.cause })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, workspaceId),
        eq(suppressions.channel, kind),
        eq(suppressions.address, address),
      ),
    );
  if (!row || row.cause !== 'hard_bounce') return;
  const lifted = { reason: 'Registered again on the device', source: 'device', by: '', at };
  await liftSuppression(tx, { workspaceId, id: row.id }, lifted);
}
