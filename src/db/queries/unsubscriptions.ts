import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { DIGEST, type Topic, TOPIC_NAMES, TOPICS } from '#src/shared/topics.ts';
import type { Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { addresses, consents, unsubscriptions } from '../schema.ts';

type Unsubscription = typeof unsubscriptions.$inferSelect;

/** What is left: null is every brand, channel or topic. */
export type Scope = { brandId: string | null; channel: ChannelKind | null; topic: Topic | null };

/** The topic of what is sent, by the column with its detector: as `topicOf` says (src/shared/topics.ts). */
export const topicSql = (detector: SQL): SQL =>
  sql`(case ${sql.join(
    [
      detector,
      sql`when ${sql.raw(`'${DIGEST}'`)} then null`,
      ...TOPIC_NAMES.flatMap((topic) =>
        TOPICS[topic].detectors.map(
          (name) => sql`when ${sql.raw(`'${name}'`)} then ${sql.raw(`'${topic}'`)}`,
        ),
      ),
    ],
    sql` `,
  )} else 'other' end)`;

/** Whether the person of an address has left what an alert is. Beside a query of `addresses`. */
export const unsubscribed = (alert: { brandId: SQL; detector: SQL }): SQL<boolean> =>
  sql<boolean>`exists (select from unsubscriptions u
    where u.workspace_id = ${addresses.workspaceId} and u.contact_id = ${addresses.contactId} and u.ended_at is null
      and (u.brand_id is null or u.brand_id = ${alert.brandId})
      and (u.channel is null or u.channel = ${addresses.channel})
      and (u.topic is null or u.topic = ${topicSql(alert.detector)}))`;

/** The same for an alert by its id. */
export const unsubscribedFrom = (alertId: string): SQL<boolean> =>
  sql<boolean>`exists (select from alerts left_alert where left_alert.id = ${alertId}::uuid and ${unsubscribed(
    {
      brandId: sql`left_alert.brand_id`,
      detector: sql`left_alert.detector`,
    },
  )})`;

type Person = { workspaceId: string; contactId: string };

/** What a person has left and not come back to. */
export const leftBy = (tx: Tx, { workspaceId, contactId }: Person): Promise<Unsubscription[]> =>
  tx
    .select()
    .from(unsubscriptions)
    .where(
      and(
        eq(unsubscriptions.workspaceId, workspaceId),
        eq(unsubscriptions.contactId, contactId),
        isNull(unsubscriptions.endedAt),
      ),
    );

/** What a person has left, or come back to: for the ledger, in the same transaction (src/ledger/choices.ts). */
export type Choice = Person &
  Scope & {
    kind: 'given' | 'withdrawn';
    source: string;
    at: Date;
    /** What the person agreed to, if a team member recorded it. */
    wording?: string;
  };

/**
 * Doing it again changes nothing. Whoever leaves more than a topic takes their consent back.
 * @returns what the ledger has to record; nothing where nothing changed
 */
export async function leave(
  tx: Tx,
  person: Person,
  left: Scope & { source: Unsubscription['source']; at: Date },
): Promise<Choice[]> {
  const { workspaceId, contactId } = person;
  const { brandId, channel, topic, source, at } = left;
  const [written] = await tx
    .insert(unsubscriptions)
    .values({ workspaceId, contactId, id: newId(), brandId, channel, topic, source, at })
    .onConflictDoNothing()
    .returning({ id: unsubscriptions.id });
  if (!written) return [];
  const choice: Choice = { workspaceId, contactId, brandId, channel, topic, kind: 'withdrawn', source, at };
  if (topic === null) await tx.insert(consents).values({ ...choice, id: newId() });
  return [choice];
}

/**
 * Ends what was left, by ids. Whoever comes back to more than a topic consents again.
 * @returns what the ledger has to record
 */
export async function comeBack(
  tx: Tx,
  { workspaceId, contactId }: Person,
  back: {
    ids: readonly string[];
    source: NonNullable<Unsubscription['endedSource']>;
    at: Date;
    /** What replaces the rows is narrower, and is no consent. */
    narrowed?: true;
    wording?: string;
  },
): Promise<Choice[]> {
  if (back.ids.length === 0) return [];
  const ended = await tx
    .update(unsubscriptions)
    .set({ endedAt: back.at, endedSource: back.source })
    .where(
      and(
        eq(unsubscriptions.workspaceId, workspaceId),
        eq(unsubscriptions.contactId, contactId),
        inArray(unsubscriptions.id, [...back.ids]),
        isNull(unsubscriptions.endedAt),
      ),
    )
    .returning();
  if (back.narrowed) return [];
  const { source, at } = back;
  const choices = ended.map(({ brandId, channel, topic }): Choice => ({
    workspaceId,
    contactId,
    brandId,
    channel,
    topic,
    kind: 'given',
    source,
    at,
    ...(back.wording === undefined || topic !== null ? {} : { wording: back.wording }),
  }));
  for (const choice of choices)
    if (choice.topic === null) await tx.insert(consents).values({ ...choice, id: newId() });
  return choices;
}

/** Of what was left, the rows that keep every alert of a channel from the person, in one brand or in all. */
export const wholeChannel = (rows: readonly Unsubscription[], channel: ChannelKind): Unsubscription[] =>
  rows.filter((row) => row.topic === null && (row.channel === null || row.channel === channel));

/** Of the person that a member is. */
export const contactOfUser = async (
  tx: Tx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<string | null> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from contacts where workspace_id = ${workspaceId}::uuid and user_id = ${userId}::uuid`,
  );
  return rows[0]?.id ?? null;
};
