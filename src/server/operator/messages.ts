import { newId } from '#src/db/ids.ts';
import {
  handleMessage,
  operatorAccounts,
  operatorMessages,
  recordOperator,
} from '#src/db/queries/operator.ts';
import { contactMessages } from '#src/db/schema.ts';
import { enterMember } from '#src/db/tenant.ts';
import { CONTACT_MAX } from '#src/shared/contact.ts';
import { AppError } from '#src/shared/errors.ts';
import { handledFormSchema, operatorEmailSchema, type OperatorMessage } from '#src/shared/operator.ts';
import { type Promised, promiseOf } from '#src/support/queue/promise.ts';
import { readPayload } from '../functions/body.ts';
import { iso, nameFrom, pageAsked } from './page.ts';
import type { OperatorDeps } from './deps.ts';
import { idOf } from '../api/path-id.ts';
import { OPERATOR } from './contract.ts';
import type { OperatorRoute } from './route.ts';

/** Accounts are looked for by a part of their address: one in which it is all of it comes among these. */
const ALIKE = 50;
const { name: NAME_MAX } = CONTACT_MAX;

/** Messages to the team, and whether they are handled. */
export function addMessageRoutes(route: OperatorRoute, deps: Pick<OperatorDeps, 'app' | 'clock'>): void {
  route(OPERATOR.messages, async (c) => {
    const onlyOpen = c.req.query('state') !== 'all';
    const { rows, next } = await operatorMessages(deps.app, c.get('session'), { ...pageAsked(c), onlyOpen });
    const items = rows.map((row): OperatorMessage => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      email: row.email,
      subject: row.subject,
      message: row.message,
      workspaceId: row.workspace_id,
      mailedAt: iso(row.mailed_at),
      handledAt: iso(row.handled_at),
      handledBy: row.handled_by,
      createdAt: row.created_at.toISOString(),
      priority: row.priority,
      answerBy: iso(row.answer_by),
    }));
    return c.json({ items, next });
  });

  route(OPERATOR.addEmail, async (c) => {
    const { email, subject, message } = await readPayload(c, operatorEmailSchema);
    const session = c.get('session');
    const at = deps.clock();
    const id = newId();
    await deps.app.transaction(async (tx) => {
      const alike = await operatorAccounts(tx, session, email, ALIKE);
      const theirs = alike.flatMap((each) =>
        each.email === email.toLowerCase() && each.workspace_id !== null
          ? [{ ...each, userId: each.user_id, workspaceId: each.workspace_id }]
          : [],
      );
      let account: (typeof theirs)[number] | undefined;
      let promise: Promised | undefined;
      for (const each of theirs) {
        await enterMember(tx, each);
        const promised = await promiseOf(tx, at);
        if (promise && promised.answerBy >= promise.answerBy) continue;
        [account, promise] = [each, promised];
      }
      if (!account || !promise)
        throw new AppError('validation_failed', 'No account with a workspace has this address.', {
          details: { field: 'email' },
        });
      const whose = { userId: account.userId, workspaceId: account.workspaceId };
      await enterMember(tx, whose);
      await tx.insert(contactMessages).values({
        ...whose,
        ...promise,
        id,
        kind: 'mailed',
        name: nameFrom(account).slice(0, NAME_MAX),
        email: account.email,
        subject,
        message,
        createdAt: at,
      });
      await recordOperator(tx, session, {
        action: 'message.added',
        subject: account.email,
        detail: { message: id },
        at,
      });
    });
    return c.json({ id }, 201);
  });

  // Marked twice is marked once: the second finds it so, and nothing is written down again.
  route(OPERATOR.handleMessage, async (c) => {
    const id = idOf(c);
    const { handled } = await readPayload(c, handledFormSchema);
    const session = c.get('session');
    const at = deps.clock();
    await deps.app.transaction(async (tx) => {
      const subject = await handleMessage(tx, session, { id, handled, at });
      if (subject === undefined) return;
      const action = handled ? 'message.handled' : 'message.reopened';
      await recordOperator(tx, session, { action, subject, detail: { message: id }, at });
    });
    return c.body(null, 204);
  });
}
