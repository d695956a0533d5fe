import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { activity, contactImportChanges } from '#src/db/schema.ts';

type Person = {
  workspaceId: string;
  /** Of the contact and of those that became part of it. */
  ids: readonly string[];
  addresses: readonly string[];
  /** And external IDs. */
  names: readonly string[];
};

/** What identifies an erased person outside of their own rows: in logs, files, stored answers and what servers said. */
export async function forgetTraces(tx: Tx, person: Person): Promise<void> {
  await forgetInActivity(tx, person);
  await forgetInStoredAnswers(tx, person);
  await forgetInImports(tx, person);
  for (const address of person.addresses) await forgetInServerAnswers(tx, person, address);
}

/** What was done to the person stays in the log, without who it was. */
async function forgetInActivity(tx: Tx, { workspaceId, ids, addresses, names }: Person): Promise<void> {
  await tx
    .update(activity)
    .set({
      subject: 'an erased person',
      detail: sql`case when ${activity.detail} ? 'reason'
        then jsonb_set(${activity.detail}, '{reason}', '"erased with the person"') else ${activity.detail} end`,
    })
    .where(
      and(
        eq(activity.workspaceId, workspaceId),
        sql`(${activity.action} like 'contact.%' or ${activity.action} like 'suppression.%')`,
        or(
          inArray(activity.subjectId, [...ids]),
          // Suppressions name an address. Entries from before there were ids name the contact; those of a namesake have one.
          inArray(sql`lower(${activity.subject})`, addresses.map(lower)),
          and(isNull(activity.subjectId), inArray(sql`lower(${activity.subject})`, names.map(lower))),
        ),
      ),
    );
}

/**
 * A repeated request is told that it was carried out, and no more. A name counts where an answer has a contact's name or
 * external ID, or a cell of a file: names like “email” are in nearly every answer.
 */
async function forgetInStoredAnswers(tx: Tx, { workspaceId, ids, addresses, names }: Person): Promise<void> {
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
  const values = names.map((name) => `"${inJson(name)}"`);
  const fields = values.flatMap((value) => [`"name":${value}`, `"externalId":${value}`]);
  const parts = [...ids, ...addresses.map(inJson), ...fields].map(lower);
  await tx.execute(sql`
    update idempotency_keys set body = null
     where workspace_id = ${workspaceId}::uuid and body is not null
       and (${hasAny(sql`body`, parts)}
            or route like '%/contact-imports%' and ${hasAny(sql`body`, values.map(lower))})`);
}

/** Files that were imported keep a sample of their rows, and what each row changed. */
async function forgetInImports(tx: Tx, { workspaceId, ids, addresses, names }: Person): Promise<void> {
  await tx
    .delete(contactImportChanges)
    .where(
      and(
        eq(contactImportChanges.workspaceId, workspaceId),
        inArray(contactImportChanges.contactId, [...ids]),
      ),
    );
  const cells = sql.param([...addresses, ...names].map(lower));
  const hasCell = (rows: SQL): SQL => sql`exists (
    select from jsonb_array_elements_text(${rows}) cell where lower(trim(cell)) = any(${cells}::text[]))`;
  await tx.execute(sql`
    update contact_imports i
       -- A file without a header has a person in its place.
       set sample = '[]', faults = '[]', body = null, header = coalesce((select jsonb_agg(''::text) from jsonb_array_elements(header)), '[]'),
           state = case when state in ('uploaded', 'checked') then 'failed' else state end,
           problem = case when state in ('uploaded', 'checked')
             then 'A person in this file was erased. Remove their row and upload the file again.' else problem end
     where workspace_id = ${workspaceId}::uuid and state in ('uploaded', 'checked', 'imported', 'undone', 'failed')
       and (${hasAny(sql`coalesce(body, '') || sample::text || faults::text || header::text`, addresses.map(lower))}
            or ${hasAny(
              sql`faults::text`,
              names.map((name) => `“${lower(name)}”`),
            )}
            or ${hasCell(sql`header`)}
            or exists (select from jsonb_array_elements(sample) line where ${hasCell(sql`line`)}))`);
}

/** Servers' answers, which name the address in letters of their own case. */
async function forgetInServerAnswers(tx: Tx, { workspaceId, ids }: Person, address: string): Promise<void> {
  const list = sql.param([...ids]);
  const pattern = address.replaceAll(/[.*+?^${}()|[\]\\]/g, (sign) => `\\${sign}`);
  const without = (column: SQL): SQL => sql`regexp_replace(${column}, ${pattern}, '…', 'gi')`;
  await tx.execute(sql`
    update attempts a set detail = ${without(sql`a.detail`)}
      from deliveries d
     where d.workspace_id = ${workspaceId}::uuid and d.contact_id = any(${list}::uuid[])
       and a.workspace_id = d.workspace_id and a.alert_id = d.alert_id and a.delivery_id = d.id
       and a.event_month = d.event_month and a.detail ~* ${pattern}`);
  await tx.execute(sql`
    update deliveries set reason = ${without(sql`reason`)}
     where workspace_id = ${workspaceId}::uuid and contact_id = any(${list}::uuid[]) and reason ~* ${pattern}`);
  for (const [table, column] of ANSWERS) {
    const said = sql.identifier(column);
    await tx.execute(sql`
      update ${sql.identifier(table)} set ${said} = ${without(sql`${said}`)}
       where workspace_id = ${workspaceId}::uuid and ${said} ~* ${pattern}`);
  }
}

/** Where the last answer of a server is shown, and what a provider reported of a message. */
const ANSWERS = [
  ['receipts', 'detail'],
  ['connections', 'problem'],
  ['connections', 'call_problem'],
  ['mail_reporters', 'problem'],
] as const;

const lower = (text: string): string => text.toLowerCase();

/** Whether a text contains any of some, which are in small letters. */
const hasAny = (text: SQL, parts: readonly string[]): SQL => sql`exists (
  select from unnest(${sql.param([...parts])}::text[]) part where position(part in lower(${text})) > 0)`;
