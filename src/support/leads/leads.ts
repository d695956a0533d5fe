import type { Tx } from '#src/db/database.ts';
import { isFirstIn, takeAll } from '#src/platform/limits/count.ts';
import type { LeadForm } from '#src/shared/leads.ts';
import type { LeadsDeps } from './deps.ts';
import { leaveLead } from './leave.ts';
import { notifyOfLead } from './notify.ts';
import { leadRequest, leadRowLimits } from './quotas.ts';
import { type Sender, sendTestMail, type TestMail, type TestMailDeps } from './test-mail.ts';

/** What lead intake offers to the rest of the program. */
export function createLeads(
  /** `sleep` must not keep a program alive. `waitMs`: how long a notice waits for its mail to be taken. */
  deps: LeadsDeps & TestMailDeps & { waitMs?: number },
) {
  return {
    /** Counts rows before they are inserted. @returns 0, or the seconds after which more are taken */
    admit: (clientAddress: string | null, rows: number): Promise<number> =>
      takeAll(deps, leadRowLimits(clientAddress, rows)),
    /** Whether a request that names itself (Idempotency-Key) comes for the first time within a day. */
    isFirst: (tx: Tx, request: string): Promise<boolean> => isFirstIn(tx, deps, leadRequest(request)),
    /** Saves a lead as its visitor would over /rest/v1. @throws AppError over_request_rate_limit */
    leave: (form: LeadForm, clientAddress: string | null) => leaveLead(deps, form, clientAddress),
    notify: (form: LeadForm, clientAddress: string | null) =>
      notifyOfLead(deps, form, { clientAddress, waitMs: deps.waitMs ?? 8_000, sleep: deps.sleep }),
    sendTestMail: (mail: TestMail, from: { sender: Sender | null; clientAddress: string | null }) =>
      sendTestMail(deps, mail, from),
  };
}
export type Leads = ReturnType<typeof createLeads>;
