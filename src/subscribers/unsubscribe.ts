import type { Database } from '#src/db/database.ts';
import { noteReactions } from '#src/db/queries/reactions.ts';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordChoices } from '#src/ledger/choices.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import { findKnown, type Known } from './people.ts';
import type { Links } from './links.ts';

export const LEAVE_SCOPES = ['brand', 'topic', 'everything'] as const;
/** What to leave: a brand over the channel of the link, one topic of it, or all of the workspace over every channel. */
export type LeaveScope = (typeof LEAVE_SCOPES)[number];

export function createUnsubscribe(deps: {
  app: Database;
  links: Links;
  clock: Clock;
  channelTitle: (kind: ChannelKind) => string;
}) {
  return {
    find: (token: string): Promise<Known | null> => findKnown(deps, token),

    /** Doing it again changes nothing. */
    leave: (known: Known, scope: LeaveScope, source: 'one_click' | 'link' | 'preferences'): Promise<void> => {
      const { workspaceId, contactId, brandId, channel, topic, deliveryId } = known;
      const left = {
        brand: { brandId, channel, topic: null },
        topic: { brandId, channel: null, topic },
        everything: { brandId: null, channel: null, topic: null },
      }[scope];
      return withTenant(deps.app, workspaceId, async (tx) => {
        const at = deps.clock();
        const choices = await leave(tx, { workspaceId, contactId }, { ...left, source, at });
        await recordChoices(tx, workspaceId, choices);
        if (deliveryId !== null && choices.length > 0)
          await noteReactions(tx, workspaceId, [{ deliveryId, kind: 'unsubscribed', at }]);
      });
    },
  };
}
export type Unsubscribe = ReturnType<typeof createUnsubscribe>;
