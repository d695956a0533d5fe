import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { accountEvents, authFactors, limits, sessions, users } from '#src/db/schema.ts';
import { onCounted } from '#src/platform/limits/count.ts';
import { userColumns } from './deps.ts';

/**
 * The two statements that a sign-in costs beside its hash. Built once and planned once per connection: building them
 * anew costs more than running them.
 */
type SignInQueries = { ask: ReturnType<typeof prepareAsk>; open: ReturnType<typeof prepareOpen> };

const prepared = new WeakMap<Database, SignInQueries>();

export function signInQueries(db: Database): SignInQueries {
  const known = prepared.get(db) ?? { ask: prepareAsk(db), open: prepareOpen(db) };
  prepared.set(db, known);
  return known;
}

const given = sql.placeholder;
const now = sql`${given('now')}::timestamptz`;

/**
 * Counts the try and says whose address it is. `keys`, `resets` and `most` are what is counted here, each with the end
 * of its window and how often it may be; where one of them is used up the answer is `refused`, and the try is not
 * counted at `anywhere`, so that what is refused here makes nobody else's answer later. One row for each second factor,
 * oldest first, and one without any or anybody.
 */
const prepareAsk = (db: Database) => {
  const counted = db.$with('counted').as(
    db
      .insert(limits)
      .select(
        sql`select here.key, 1, here.ends::timestamptz
          from unnest(${given('keys')}::text[], ${given('resets')}::text[]) as here (key, ends)`,
      )
      .onConflictDoUpdate(onCounted(now))
      .returning({ key: limits.key, used: limits.used }),
  );
  const refused = sql<boolean>`exists (
    select from counted join unnest(${given('keys')}::text[], ${given('most')}::int[]) as here (key, most) using (key)
    where counted.used > here.most)`;
  const everywhere = db.$with('everywhere').as(
    db
      .insert(limits)
      .select(
        sql`select ${given('anywhere')}::text, 1, ${given('anywhereResets')}::timestamptz where not ${refused}`,
      )
      .onConflictDoUpdate(onCounted(now))
      .returning({ used: limits.used }),
  );
  return db
    .with(counted, everywhere)
    .select({
      refused: refused.as('refused'),
      // Of what is counted a server that dies may forget the last moment: nobody waits for its disk to write it down.
      later: sql<string>`set_config('synchronous_commit', 'off', true)`.as('later'),
      used: sql<number>`coalesce((select used from everywhere), 0)`.as('used_everywhere'),
      user: users,
      factor: authFactors,
    })
    .from(sql`(select) as one`)
    .leftJoin(users, eq(users.email, given('email')))
    .leftJoin(authFactors, eq(authFactors.userId, users.id))
    .orderBy(asc(authFactors.createdAt), asc(authFactors.id))
    .prepare('sign_in_ask');
};

/**
 * All that a correct password changes, in one statement. Only if it is still the current password (`hash`): a change in
 * between has shut out everyone who knows the old one. The counts under `keys` are deleted.
 */
const prepareOpen = (db: Database) => {
  const who = db.$with('who').as(
    db
      .update(users)
      .set({ lastSignInAt: now, updatedAt: now, passwordHash: sql`${given('better')}::text` })
      .where(
        and(
          eq(users.id, given('userId')),
          sql`${users.passwordHash} is not distinct from ${given('hash')}::text`,
          sql`not coalesce(${users.bannedUntil} > ${now}, false)`,
        ),
      )
      .returning(userColumns),
  );
  // Nobody's where there is none: such a row is refused, and everything with it.
  const userId = sql<string>`(select id from who)`;
  const opened = db.$with('opened').as(
    db
      .insert(sessions)
      .values({
        id: given('sessionId'),
        userId,
        // What a session begins with besides is the table's default.
        amr: given('amr'),
        userAgent: given('userAgent'),
        ip: given('ip'),
        createdAt: given('at'),
        refreshedAt: given('at'),
      })
      .returning({ openedId: sessions.id }),
  );
  const noted = db.$with('noted').as(
    db
      .insert(accountEvents)
      .values({
        id: given('eventId'),
        userId,
        event: given('event'),
        ip: given('ip'),
        userAgent: given('userAgent'),
        at: given('at'),
      })
      .returning({ notedId: accountEvents.id }),
  );
  const forgiven = db.$with('forgiven').as(
    db
      .delete(limits)
      // In the order in which they are counted: two who sign in at once never wait for each other in a circle.
      .where(
        sql`${limits.key} in (select l.key from ${limits} l where l.key = any(${given('keys')}::text[])
          order by array_position(${given('keys')}::text[], l.key) for update)`,
      )
      .returning({ key: limits.key }),
  );
  return db.with(who, opened, noted, forgiven).select().from(who).prepare('sign_in_open');
};
