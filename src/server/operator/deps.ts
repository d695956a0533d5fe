import type { Chat } from '#src/support/chat/chat.ts';
import type { Database } from '#src/db/database.ts';
import type { Feed } from '#src/shared/feeds.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { CheckSession } from '../api/signed-in.ts';
import type { DeadLetterService } from './jobs.ts';

export type OperatorDeps = {
  app: Database;
  clock: Clock;
  checkSession: CheckSession;
  /** Operators must have a second factor: in production. */
  secondFactor: boolean;
  chat: Chat;
  jobs: DeadLetterService;
  feeds: { health: () => Promise<Feed[]> };
  /** What should be put right in the configuration, though the program works. */
  warnings?: () => readonly string[];
  announce: (workspaceId: string, topic: 'account' | 'notifications') => void;
};
