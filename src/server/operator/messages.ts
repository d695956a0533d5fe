import { handleMessage, operatorMessages, recordOperator } from '#src/db/queries/operator.ts';
import { handledFormSchema, type OperatorMessage } from '#src/shared/operator.ts';
import { readPayload } from '../functions/body.ts';
import { iso, pageAsked } from './page.ts';
import type { OperatorDeps } from './deps.ts';
import { idOf } from '../api/path-id.ts';
import { OPERATOR } from './contract.ts';
import type { OperatorRoute } from './route.ts';

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
    }));
    return c.json({ items, next });
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
