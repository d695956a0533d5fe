import type { Tx } from '#src/db/database.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import { takeAll } from '#src/platform/limits/count.ts';
import { AppError } from '#src/shared/errors.ts';
import { accept, acceptIn, announceJoined, decline, type Invited, lookAt, openFor } from './answer.ts';
import type { TeamDeps } from './deps.ts';
import { invite, resend, withdraw } from './invitations.ts';
import { changeRole, leave, removeMember } from './members.ts';
import { lookLimit } from './quotas.ts';
import { rename } from './rename.ts';

type Given<F extends (deps: TeamDeps, asked: never) => unknown> = Parameters<F>[1];

/** Who belongs to a workspace, as the rest of the program may change it. */
export function createTeam(deps: TeamDeps) {
  return {
    changeRole: (asked: Given<typeof changeRole>) => changeRole(deps, asked),
    removeMember: (asked: Given<typeof removeMember>) => removeMember(deps, asked),
    leave: (asked: Given<typeof leave>) => leave(deps, asked),
    invite: (asked: Given<typeof invite>) => invite(deps, asked),
    resend: (asked: Given<typeof resend>) => resend(deps, asked),
    withdraw: (asked: Given<typeof withdraw>) => withdraw(deps, asked),
    rename: (asked: Given<typeof rename>) => rename(deps, asked),
    lookAt: (token: string) => lookAt(deps, token),
    accept: (token: string, who: Invited) => accept(deps, token, who),
    decline: (token: string) => decline(deps, token),
    /** For an account that is made by an invitation, in the transaction that makes it. */
    openFor: (tx: Tx, token: string) => openFor(deps, tx, token),
    acceptIn: (tx: Tx, token: string, who: Invited) => acceptIn(deps, tx, token, who),
    announceJoined: (workspaceId: string) => announceJoined(deps, workspaceId),
    /** One look at a link, from this network. @throws AppError over_request_rate_limit */
    limitLooks: async (clientAddress: string | null): Promise<void> => {
      const limit = lookLimit(clientAddress);
      if (!limit) return;
      const counting = {
        db: deps.app,
        clock: deps.clock,
        hashKey: deriveKey(deps.encryptionKey, 'invitation limits'),
      };
      const seconds = await takeAll(counting, [limit]);
      if (seconds > 0) {
        throw new AppError('over_request_rate_limit', undefined, { details: { retry_after: seconds } });
      }
    },
  };
}
export type Team = ReturnType<typeof createTeam>;
