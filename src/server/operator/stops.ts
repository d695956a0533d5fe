import { recordOperator } from '#src/db/queries/operator.ts';
import { allowSending, operatorStops, stopSending } from '#src/db/queries/sending-stops.ts';
import { channels, findChannel } from '#src/engine/channels/registry.ts';
import { AppError } from '#src/shared/errors.ts';
import { type OperatorStop, stopFormSchema } from '#src/shared/operator.ts';
import { readPayload } from '../functions/body.ts';
import type { OperatorDeps } from './deps.ts';
import { idOf } from '../api/path-id.ts';
import { OPERATOR } from './contract.ts';
import type { OperatorRoute } from './route.ts';

type Stopped = { scope: OperatorStop['scope']; name: string };

/** As the trail calls it. */
const subjectOf = ({ scope, name }: Stopped): string =>
  scope === 'all' ? 'every alert' : scope === 'channel' ? `alerts by ${name}` : name;

/** What may not be sent: what is stopped here is claimed by no worker from then on, and waits. */
export function addStopRoutes(
  route: OperatorRoute,
  deps: Pick<OperatorDeps, 'app' | 'clock' | 'announce'>,
): void {
  route(OPERATOR.stops, async (c) => {
    const rows = await operatorStops(deps.app, c.get('session'));
    const items = rows.map(({ since, operator_name: by, ...row }): OperatorStop => ({
      ...row,
      by,
      since: since.toISOString(),
    }));
    return c.json({ items, next: null });
  });

  route(OPERATOR.stopSending, async (c) => {
    const form = await readPayload(c, stopFormSchema);
    const at = deps.clock();
    if (form.scope === 'channel' && !findChannel(form.target)) {
      const kinds = channels().map(({ kind }) => kind);
      throw new AppError('validation_failed', `target is one of ${kinds.join(', ')}`);
    }
    const target = form.scope === 'all' ? '' : form.target.toLowerCase();
    await deps.app.transaction(async (tx) => {
      const { scope, reason } = form;
      const name = await stopSending(tx, c.get('session'), { scope, target, reason, at });
      if (name === null)
        throw new AppError('validation_failed', 'It’s already stopped, or there is no such workspace.');
      const subject = subjectOf({ scope, name });
      await recordOperator(tx, c.get('session'), {
        action: 'sending.stopped',
        subject,
        detail: { reason },
        at,
      });
    });
    if (form.scope === 'workspace') deps.announce(target, 'account');
    return c.body(null, 204);
  });

  route(OPERATOR.allowSending, async (c) => {
    const id = idOf(c);
    const stop = await deps.app.transaction(async (tx) => {
      const allowed = await allowSending(tx, c.get('session'), id);
      if (!allowed) throw new AppError('not_found', 'This is no longer stopped.');
      const subject = subjectOf(allowed);
      await recordOperator(tx, c.get('session'), { action: 'sending.allowed', subject, at: deps.clock() });
      return allowed;
    });
    if (stop.scope === 'workspace') deps.announce(stop.target, 'account');
    return c.body(null, 204);
  });
}
