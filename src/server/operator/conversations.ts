import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Tx } from '#src/db/database.ts';
import { listMessages } from '#src/db/queries/chat.ts';
import { operatorConversation, operatorConversations, recordOperator } from '#src/db/queries/operator.ts';
import { conversations } from '#src/db/schema.ts';
import { enterMember } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  doneFormSchema,
  type OperatorConversation,
  type OperatorThread,
  replyFormSchema,
} from '#src/shared/operator.ts';
import { readPayload } from '../functions/body.ts';
import type { OperatorEnv } from './guard.ts';
import { iso, nameFrom, pageAsked } from './page.ts';
import type { OperatorDeps } from './deps.ts';
import { idOf } from '../api/path-id.ts';
import { OPERATOR } from './contract.ts';
import type { OperatorRoute } from './route.ts';

const UNNAMED = 'Support';

/** Live Chat from the team's side. The database says whose a conversation is; then the program steps into that one. */
export function addConversationRoutes(
  route: OperatorRoute,
  deps: Pick<OperatorDeps, 'app' | 'clock' | 'chat'>,
): void {
  type Found = NonNullable<Awaited<ReturnType<typeof operatorConversation>>>;
  const inside = <T>(
    c: Context<OperatorEnv>,
    work: (tx: Tx, found: Found, whose: { workspaceId: string; userId: string }) => Promise<T>,
  ): Promise<T> => {
    const id = idOf(c);
    return deps.app.transaction(async (tx) => {
      const found = await operatorConversation(tx, c.get('session'), id);
      if (!found) throw new AppError('not_found');
      const whose = { workspaceId: found.workspace_id, userId: found.user_id };
      await enterMember(tx, whose);
      return work(tx, found, whose);
    });
  };

  route(OPERATOR.conversations, async (c) => {
    const onlyWaiting = c.req.query('state') !== 'all';
    const page = { ...pageAsked(c), onlyWaiting };
    const { rows, next } = await operatorConversations(deps.app, c.get('session'), page);
    const items = rows.map((row): OperatorConversation => ({
      id: row.id,
      email: row.email,
      name: nameFrom(row),
      workspaceId: row.workspace_id,
      workspace: row.workspace_name,
      lastAt: row.last_at.toISOString(),
      lastAuthor: row.last_author,
      waiting: row.waiting,
      excerpt: row.excerpt ?? '',
      priority: row.priority,
      answerBy: iso(row.answer_by),
    }));
    return c.json({ items, next });
  });

  route(OPERATOR.conversation, async (c) => {
    const page = pageAsked(c);
    return c.json(
      await inside(c, async (tx, found): Promise<OperatorThread> => ({
        id: found.id,
        email: found.email,
        name: nameFrom(found),
        workspaceId: found.workspace_id,
        workspace: found.workspace_name,
        waiting: found.waiting,
        priority: found.priority,
        answerBy: iso(found.answer_by),
        ...(await listMessages(tx, page)),
      })),
    );
  });

  route(OPERATOR.answer, async (c) => {
    const form = await readPayload(c, replyFormSchema);
    const name = c.get('operator').first_name?.trim().slice(0, 200) || UNNAMED;
    const { message, workspaceId } = await inside(c, async (tx, found, whose) => {
      const { message: stored, added } = await deps.chat.answerIn(tx, whose, name, form);
      const { email: subject, id: conversation } = found;
      const act = { action: 'chat.answered', subject, detail: { conversation }, at: deps.clock() };
      if (added) await recordOperator(tx, c.get('session'), act);
      return { message: stored, workspaceId: whose.workspaceId };
    });
    deps.chat.told(workspaceId);
    return c.json(message, 201);
  });

  route(OPERATOR.done, async (c) => {
    const { done } = await readPayload(c, doneFormSchema);
    await inside(c, async (tx, { id, email: subject, waiting }) => {
      if (waiting !== done) return;
      const at = deps.clock();
      await tx
        .update(conversations)
        .set({ doneAt: done ? at : null })
        .where(eq(conversations.id, id));
      const action = done ? 'chat.done' : 'chat.reopened';
      await recordOperator(tx, c.get('session'), { action, subject, detail: { conversation: id }, at });
    });
    return c.body(null, 204);
  });
}
