import type { Database, Tx } from '#src/db/database.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';

/** Mails what a person has written to the team. */
export type ChatMailJob = { workspaceId: string; userId: string };
/** Notifies a person of an answer unless they have seen it by then. */
export type ChatNoticeJob = { workspaceId: string; userId: string; messageId: string };

export type ChatDeps = LimitDeps & {
  db: Database;
  enqueue: (tx: Tx, ...job: ['chat-mail', ChatMailJob] | ['chat-notice', ChatNoticeJob]) => Promise<void>;
  /** Tells the screens of the workspace. */
  announce: (workspaceId: string, topic: 'chat' | 'notifications') => void;
};
