import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { MESSAGE_KINDS } from '#src/shared/contact.ts';
import type { Database, Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { type Cursor, writeCursor } from './cursor.ts';

// Everything here asks functions of the database that ask themselves whether the session is an operator's, every
// time (migration 0016): row security stays as it is for the role that serves requests.

type Db = Database | Tx;
export type Page = { after: Cursor | null; limit: number };
const moment = z.coerce.date();
const text = z.string().nullable();

async function rowsOf<S extends z.ZodType>(db: Db, schema: S, query: SQL): Promise<z.output<S>[]> {
  const { rows } = await db.execute(query);
  return z.array(schema).parse(rows);
}

/** One more than the page is asked for, so that it is known whether there is a next. */
const span = ({ after, limit }: Page): SQL =>
  sql`${after?.at.toISOString() ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${limit + 1}::integer`;

function pageOf<R extends { id: string }>(
  rows: R[],
  { limit }: Page,
  at: (row: R) => Date,
): { rows: R[]; next: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last ? writeCursor({ at: at(last), id: last.id }) : null };
}

const operatorSchema = z.object({
  user_id: z.uuid(),
  email: z.string(),
  first_name: text,
  second_factor: z.boolean(),
});
export type Operator = z.infer<typeof operatorSchema>;

/** The operator of a living session; undefined for anybody else. */
export async function findOperator(db: Db, session: string): Promise<Operator | undefined> {
  return (await rowsOf(db, operatorSchema, sql`select * from operator_of(${session}::uuid)`))[0];
}

const countsSchema = z.object({ messages: z.int(), conversations: z.int(), leads: z.int() });
export async function operatorCounts(db: Db, session: string): Promise<z.infer<typeof countsSchema>> {
  const [counts] = await rowsOf(db, countsSchema, sql`select * from operator_counts(${session}::uuid)`);
  if (!counts) throw new Error('The database did not count.');
  return counts;
}

const leadSchema = z.object({
  id: z.uuid(),
  company_name: z.string(),
  contact_email: z.string(),
  message_volume: z.string(),
  branded_emails: z.string(),
  platforms: z.array(z.string()),
  created_at: moment,
});
export async function operatorLeads(db: Db, session: string, page: Page) {
  const rows = await rowsOf(
    db,
    leadSchema,
    sql`select * from operator_leads(${session}::uuid, ${span(page)})`,
  );
  return pageOf(rows, page, (row) => row.created_at);
}

const messageSchema = z.object({
  id: z.uuid(),
  kind: z.enum(MESSAGE_KINDS),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  workspace_id: z.uuid().nullable(),
  mailed_at: moment.nullable(),
  handled_at: moment.nullable(),
  handled_by: text,
  created_at: moment,
  priority: z.boolean(),
  answer_by: moment.nullable(),
  /** Where it is in the list. */
  listed_at: moment,
});
export async function operatorMessages(db: Db, session: string, page: Page & { onlyOpen: boolean }) {
  const rows = await rowsOf(
    db,
    messageSchema,
    sql`select * from operator_messages(${session}::uuid, ${page.onlyOpen}::boolean, ${span(page)})`,
  );
  return pageOf(rows, page, (row) => row.listed_at);
}

/** @returns the message's subject, or undefined where it was so already or there is none */
export async function handleMessage(
  db: Db,
  session: string,
  message: { id: string; handled: boolean; at: Date },
): Promise<string | undefined> {
  const { id, handled, at } = message;
  const [row] = await rowsOf(
    db,
    z.object({ subject: z.string() }),
    sql`select * from operator_handle_message(${session}::uuid, ${id}::uuid, ${handled}::boolean, ${at.toISOString()}::timestamptz)`,
  );
  return row?.subject;
}

const conversationSchema = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  user_id: z.uuid(),
  email: z.string(),
  first_name: text,
  last_name: text,
  workspace_name: z.string(),
  waiting: z.boolean(),
  priority: z.boolean(),
  answer_by: moment.nullable(),
});
const listedSchema = conversationSchema.extend({
  last_at: moment,
  last_author: z.enum(['person', 'team']),
  excerpt: text,
});
export async function operatorConversations(db: Db, session: string, page: Page & { onlyWaiting: boolean }) {
  const rows = await rowsOf(
    db,
    listedSchema,
    sql`select * from operator_conversations(${session}::uuid, ${page.onlyWaiting}::boolean, ${span(page)})`,
  );
  // Those who wait come by their promise.
  return pageOf(rows, page, (row) => (page.onlyWaiting && row.answer_by) || row.last_at);
}

/** Whose conversation it is: with that the program steps into this one, for one transaction. */
export async function operatorConversation(db: Db, session: string, id: string) {
  return (
    await rowsOf(
      db,
      conversationSchema,
      sql`select * from operator_conversation(${session}::uuid, ${id}::uuid)`,
    )
  )[0];
}

const accountSchema = z.object({
  user_id: z.uuid(),
  email: z.string(),
  first_name: text,
  last_name: text,
  confirmed: z.boolean(),
  second_factor: z.boolean(),
  created_at: moment,
  last_sign_in_at: moment.nullable(),
  workspace_id: z.uuid().nullable(),
  workspace_name: text,
  role: z.enum(['owner', 'admin', 'editor', 'approver', 'viewer']).nullable(),
  plan: text,
  status: text,
  trial_ends_at: moment.nullable(),
  members: z.int().nullable(),
});
export function operatorAccounts(db: Db, session: string, words: string, most: number) {
  return rowsOf(
    db,
    accountSchema,
    sql`select * from operator_accounts(${session}::uuid, ${words}::text, ${most}::integer)`,
  );
}

/** Whether there is such a workspace to step into. */
export async function operatorSeesWorkspace(db: Db, session: string, workspaceId: string): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    z.object({ there: z.boolean() }),
    sql`select operator_workspace(${session}::uuid, ${workspaceId}::uuid) as there`,
  );
  return row?.there ?? false;
}

type OperatorAct = {
  /** What was done, as `plan.set`: two words, the thing first. */
  action: string;
  subject: string;
  detail?: Record<string, string | number | boolean | null>;
  at: Date;
};

/** Records what an operator did, in the same transaction. Records are never changed. */
export async function recordOperator(db: Db, session: string, act: OperatorAct): Promise<void> {
  const { action, subject, detail = {}, at } = act;
  await db.execute(
    sql`select operator_record(${session}::uuid, ${newId()}::uuid, ${action}::text, ${subject}::text,
      ${JSON.stringify(detail)}::jsonb, ${at.toISOString()}::timestamptz)`,
  );
}

const trailSchema = z.object({
  id: z.uuid(),
  operator_name: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at: moment,
});
export async function operatorTrail(db: Db, session: string, page: Page) {
  const rows = await rowsOf(
    db,
    trailSchema,
    sql`select * from operator_trail_page(${session}::uuid, ${span(page)})`,
  );
  return pageOf(rows, page, (row) => row.at);
}
