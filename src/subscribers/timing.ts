import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { contacts, deliveries, digestItems, preferences } from '#src/db/schema.ts';
import { DIGEST_HOUR, type QuietHours, type Timing } from '#src/shared/timing.ts';

type Who = { workspaceId: string; contactId: string; brandId: string };

/** What a person wants of a brand beside channels and topics. */
export type Choices = Timing & {
  quietDays: readonly number[];
  /** BCP 47; null is the sender's. */
  language: string | null;
  /** Ids; null is every symbol. */
  instruments: readonly string[] | null;
  /** Whether the brand may count what they open and follow. */
  tracked: boolean;
};

/** What holds now: theirs for the brand, or else the contact's. */
export async function readTiming(tx: Tx, { workspaceId, contactId, brandId }: Who): Promise<Choices> {
  const [row] = await tx
    .select({ own: preferences, timeZone: contacts.timeZone, language: contacts.language })
    .from(contacts)
    .leftJoin(
      preferences,
      and(
        eq(preferences.workspaceId, contacts.workspaceId),
        eq(preferences.contactId, contacts.id),
        eq(preferences.brandId, brandId),
      ),
    )
    .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.id, contactId)));
  const own = row?.own ?? null;
  return {
    timeZone: own?.timeZone ?? row?.timeZone ?? 'UTC',
    language: own?.language ?? row?.language ?? null,
    quiet: quietOf(own),
    quietDays: own?.quietDays ?? [],
    cadence: own?.cadence ?? 'instant',
    digestHour: own?.digestHour ?? DIGEST_HOUR,
    instruments: own?.instruments ?? null,
    tracked: own?.tracked ?? true,
  };
}

const quietOf = (own: typeof preferences.$inferSelect | null): QuietHours | null =>
  own && own.quietFrom !== null && own.quietTo !== null ? { from: own.quietFrom, to: own.quietTo } : null;

/**
 * Holds for what is claimed next. What is held for the person, and what waits for their digest, is looked at again at
 * once: it may go now, or later than it would have.
 */
export async function saveTiming(tx: Tx, who: Who, wanted: Choices, at: Date): Promise<void> {
  const { workspaceId, contactId, brandId } = who;
  const set = {
    timeZone: wanted.timeZone,
    language: wanted.language,
    quietFrom: wanted.quiet?.from ?? null,
    quietTo: wanted.quiet?.to ?? null,
    quietDays: [...wanted.quietDays],
    cadence: wanted.cadence,
    digestHour: wanted.digestHour,
    instruments: wanted.instruments && [...wanted.instruments],
    tracked: wanted.tracked,
    updatedAt: at,
  };
  await tx
    .insert(preferences)
    .values({ ...who, ...set })
    .onConflictDoUpdate({
      target: [preferences.workspaceId, preferences.contactId, preferences.brandId],
      set,
    });
  await tx
    .update(deliveries)
    .set({ nextAttemptAt: at })
    .where(
      and(
        eq(deliveries.workspaceId, workspaceId),
        eq(deliveries.contactId, contactId),
        eq(deliveries.state, 'held'),
        isNotNull(deliveries.nextAttemptAt),
      ),
    );
  await tx
    .update(digestItems)
    .set({ dueAt: sql`least(${digestItems.dueAt}, ${at.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(digestItems.workspaceId, workspaceId),
        eq(digestItems.contactId, contactId),
        eq(digestItems.brandId, brandId),
        isNull(digestItems.digestId),
        isNull(digestItems.ended),
      ),
    );
}
