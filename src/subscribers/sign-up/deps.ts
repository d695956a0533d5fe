import type { Database, Tx } from '#src/db/database.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { LinkTo } from '../chats/offers.ts';
import type { Links, Signer } from '../links.ts';

/** The emails of a sign-up: to confirm the address, to welcome, or to say that there is nothing to confirm. */
export type SubscriberMailJob = { workspaceId: string; signUpId: string; mail: 'confirm' | 'welcome' };

export type SignUpDeps = {
  app: Database;
  clock: Clock;
  publicUrl: string;
  /** Signs the confirmation links. */
  signer: Signer;
  /** Links shown after confirming. Without them, only the welcome email has a link. */
  links?: Pick<Links, 'tokenOf'>;
  limits: LimitDeps;
  /** A link to a brand's bot, for people who'd rather subscribe in a chat. */
  linkTo: LinkTo;
  enqueue: (tx: Tx, queue: 'subscriber-mail', data: SubscriberMailJob) => Promise<void>;
};
