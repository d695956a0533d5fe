import type { Tx } from '#src/db/database.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { MuteKind } from '#src/shared/mutes.ts';
import { appendEntry } from './append.ts';
import { stopperIn, type StopperOnRecord } from './stop.ts';

/** Records that something was muted or unmuted, in its transaction, of which it is the last step: see `appendEntry`. */
export async function recordMute(
  tx: Tx,
  entry: {
    workspaceId: string;
    muteId: string;
    act: 'muted' | 'unmuted';
    kind: MuteKind;
    /** The id of the rule, the instrument or the brand, and its name at that time. */
    target: string;
    name: string;
    until: Date | null;
    reason: string | null;
    /** The product itself suspends rules. */
    by: StopperOnRecord | 'system';
    at: Date;
  },
): Promise<void> {
  const { workspaceId, muteId, act, kind, target, name, reason, at } = entry;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const by = entry.by === 'system' ? { system: true } : await stopperIn(tx, workspaceId, entry.by);
  const until = entry.until?.toISOString() ?? null;
  await appendEntry(tx, {
    kind: 'mute',
    subject: muteId,
    at,
    body: { act, kind, target, name, until, by, reason },
  });
}
