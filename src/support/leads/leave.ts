import { sql } from 'drizzle-orm';
import { ANON, becomeVisitor } from '#src/db/visitor.ts';
import { isFirstIn, takeAllIn, UsedUp } from '#src/platform/limits/count.ts';
import { type LeadForm, leadRow } from '#src/shared/leads.ts';
import type { LeadsDeps } from './deps.ts';
import { hashOf, tooMany } from './notify.ts';
import { leadRowLimits } from './quotas.ts';

/**
 * Saves a lead whose form was posted without script, with the rights of a visitor. The same content within a minute
 * is one lead: such a form has no button that a script could have disabled.
 * @throws AppError over_request_rate_limit
 */
export async function leaveLead(
  deps: LeadsDeps,
  form: LeadForm,
  clientAddress: string | null,
): Promise<void> {
  const same = { scope: 'one lead', key: hashOf(form).toString('hex'), seconds: 60 };
  const saved = deps.db.transaction(async (tx) => {
    if (!(await isFirstIn(tx, deps, same))) return;
    await takeAllIn(tx, deps, leadRowLimits(clientAddress, 1));
    await becomeVisitor(tx, ANON);
    const row = leadRow(form);
    await tx.execute(
      sql`insert into leads (company_name, contact_email, message_volume, branded_emails, platforms)
          values (${row.company_name}, ${row.contact_email}, ${row.message_volume}, ${row.branded_emails},
                  ${sql.param(row.platforms)})`,
    );
  });
  await saved.catch((error: unknown) => {
    throw error instanceof UsedUp ? tooMany(error.seconds) : error;
  });
}
