import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { brands, instruments } from '#src/db/schema.ts';
import type { CountryPolicy, InstrumentClass } from '#src/shared/countries/policy.ts';
import { type CountryAsk, ELSEWHERE, reviewPlaces, UNKNOWN } from '#src/shared/countries/verdict.ts';

/** Detectors whose alerts say what a person or a program says. */
const RECOMMENDS: readonly string[] = ['composed', 'webhook'];

const CLASSES = {
  crypto: 'crypto',
  fx: 'fx',
  'us-equity': 'stocks',
  'us-equity-extended': 'stocks',
  'us-futures': 'futures',
  london: 'stocks',
  frankfurt: 'stocks',
  tokyo: 'stocks',
  'hong-kong': 'stocks',
} as const satisfies Record<typeof instruments.$inferSelect.session, InstrumentClass>;

/** What a country policy is asked about an alert. */
export const askOf = (
  detector: string,
  instrument: Pick<typeof instruments.$inferSelect, 'session'> | null,
): CountryAsk => ({
  kind: RECOMMENDS.includes(detector) ? 'recommendation' : 'factual',
  instrumentClass: instrument ? CLASSES[instrument.session] : 'none',
});

type About = { brandId: SQL; detector: SQL; instrumentId: SQL };

const classOf = sql.raw(
  `case session ${Object.entries(CLASSES)
    .map(([session, name]) => `when '${session}' then '${name}'`)
    .join(' ')} end`,
);

/** The same as `askKey(askOf(…))`, in a query. */
const keyOf = ({ detector, instrumentId }: About): SQL => sql`
  case when ${detector} in (${sql.raw(RECOMMENDS.map((name) => `'${name}'`).join(', '))})
    then 'recommendation/' else 'factual/' end
  || coalesce((select ${classOf} from instruments where instruments.id = ${instrumentId}), 'none')`;

/**
 * Whether the brand's country policy blocks an alert for a place (`placeOf`). Where the alert is one for the whole query,
 * what is looked up is too.
 */
export const isBlocked = (about: About, place: SQL): SQL<boolean> => sql`(
  with answers as (
    select blocking.blocked -> (${keyOf(about)}) as places from brands blocking
     where blocking.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
       and blocking.id = ${about.brandId} and blocking.blocked <> '{}')
  select coalesce((select coalesce(places ->> ${place}, places ->> ${sql.raw(`'${ELSEWHERE}'`)})::boolean from answers), false))`;

/** A contact's place, beside a query of `contacts`. */
export const contactPlace = sql`coalesce(contacts.country, ${sql.raw(`'${UNKNOWN}'`)})`;

/** The policy of a brand and what it is asked about an alert. */
export async function policyFor(
  tx: Tx,
  alert: { workspaceId: string; brandId: string; detector: string; instrumentId: string | null },
): Promise<{ policy: CountryPolicy; ask: CountryAsk }> {
  const [row] = await tx
    .select({ policy: brands.countries })
    .from(brands)
    .where(and(eq(brands.workspaceId, alert.workspaceId), eq(brands.id, alert.brandId)));
  if (!row) throw new Error(`There is no brand ${alert.brandId}.`);
  const [instrument] =
    alert.instrumentId === null
      ? []
      : await tx
          .select({ session: instruments.session })
          .from(instruments)
          .where(eq(instruments.id, alert.instrumentId));
  return { policy: row.policy, ask: askOf(alert.detector, instrument ?? null) };
}

/** Whether a policy asks for a review of an alert anywhere. */
export async function asksAnywhere(tx: Tx, alert: Parameters<typeof policyFor>[1]): Promise<boolean> {
  const { policy, ask } = await policyFor(tx, alert);
  return reviewPlaces(policy, ask).length > 0;
}
