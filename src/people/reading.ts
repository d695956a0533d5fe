import { sql } from 'drizzle-orm';
import { findAudience } from '#src/db/queries/audiences.ts';
import { overPlan } from '#src/db/queries/contacts/over-plan.ts';
import { contactConsents } from '#src/db/queries/contacts/consents.ts';
import { contactsAsRows } from '#src/db/queries/contacts/export.ts';
import { findContact } from '#src/db/queries/contacts/detail.ts';
import { contactHistory } from '#src/db/queries/contacts/history.ts';
import { type ContactQuery, listContacts } from '#src/db/queries/contacts/list.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import type { Tx } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type {
  ContactConsents,
  ContactDetail,
  ContactHistory,
  ContactPage,
  ContactSummary,
} from '#src/shared/contacts.ts';
import { AppError } from '#src/shared/errors.ts';
import { NO_CONTACT } from './contacts.ts';
import type { AddressForms, PeopleDeps } from './deps.ts';
import { countContacts } from './room.ts';

const TAGS_SHOWN = 200;

type Asked = Omit<ContactQuery, 'audience'> & { audience?: string };

/** What screens and programs read of contacts. */
export function createReading({ app, clock, addressForms }: PeopleDeps) {
  return {
    list: (workspaceId: string, asked: Asked): Promise<ContactPage> =>
      withTenant(app, workspaceId, async (tx) => listContacts(tx, await queryOf(tx, asked), clock())),

    one: (workspaceId: string, id: string): Promise<ContactDetail> =>
      withTenant(app, workspaceId, async (tx) => {
        const contact = await findContact(tx, id);
        if (!contact) throw new AppError('not_found', NO_CONTACT);
        return contact;
      }),

    history: (
      workspaceId: string,
      ask: { contactId: string; after: string | null; limit: number },
    ): Promise<ContactHistory> =>
      withTenant(app, workspaceId, async (tx) => {
        if (!(await findContact(tx, ask.contactId))) throw new AppError('not_found', NO_CONTACT);
        return contactHistory(tx, ask);
      }),

    consents: (workspaceId: string, contactId: string): Promise<ContactConsents> =>
      withTenant(app, workspaceId, async (tx) => {
        if (!(await findContact(tx, contactId))) throw new AppError('not_found', NO_CONTACT);
        return contactConsents(tx, contactId);
      }),

    summary: (workspaceId: string): Promise<ContactSummary> =>
      withTenant(app, workspaceId, async (tx) => {
        const { entitlements } = await workspacePlan(tx, clock());
        const tags = await tx.execute<{ tag: string; contacts: number }>(sql`
          select tag, contacts from contact_tag_counts where contacts > 0
           order by contacts desc, tag limit ${TAGS_SHOWN}`);
        return {
          total: await countContacts(tx),
          allowed: entitlements.contacts,
          limitedFrom: (await overPlan(tx, clock()))?.limitedFrom.toISOString() ?? null,
          tags: tags.rows,
          channels: facesOf(addressForms),
        };
      }),

    /** The file's lines, some at a time: however many contacts there are, a few are in memory. */
    exported: async function* (workspaceId: string, asked: Pick<Asked, 'words' | 'tag' | 'audience'>) {
      const forms = addressForms();
      let after: string | null = null;
      let first = true;
      while (first || after !== null) {
        const { text, next }: { text: string; next: string | null } = await withTenant(
          app,
          workspaceId,
          async (tx) =>
            contactsAsRows(tx, {
              ...(await queryOf(tx, { ...asked, after, limit: 2_000 })),
              forms,
              header: first,
              now: clock(),
            }),
        );
        yield text;
        after = next;
        first = false;
      }
    },
  };
}

async function queryOf(tx: Tx, { audience, ...asked }: Asked): Promise<ContactQuery> {
  if (audience === undefined) return asked;
  const found = await findAudience(tx, audience);
  if (!found) throw new AppError('not_found', 'There is no such audience.');
  return { ...asked, audience: found };
}

const facesOf = (forms: AddressForms) =>
  forms().flatMap(({ kind, title, label, placeholder, issued }) =>
    issued ? [] : [{ kind, title, label, placeholder }],
  );
