import type { Database, Tx } from '#src/db/database.ts';
import type { LiveTopic } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';

/** The mail with one invitation. The token is sealed for it (`invitation <id>`). */
export type InvitationMailJob = { workspaceId: string; invitationId: string; sealedToken: string };

export type TeamDeps = {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  enqueue: (tx: Tx, queue: 'invitation-mail', data: InvitationMailJob) => Promise<void>;
  /** Hints to the streams of all processes. Optional for programs without streams. */
  announce?: (workspaceId: string, topic: LiveTopic) => void;
};

/** The acting member, from the checked session. */
export type TeamActor = { userId: string; name: string };
