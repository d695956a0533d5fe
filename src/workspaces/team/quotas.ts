import type { Limit } from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import { INVITATIONS_PER_ADDRESS, INVITATIONS_PER_DAY } from '#src/shared/team.ts';

const DAY = 86_400;

/** One mail with an invitation: so many a day for the workspace and for the address, and again once a minute. */
export function invitationLimits(workspaceId: string, email: string, again: boolean): Limit[] {
  return [
    ...(again ? [{ scope: 'an invitation again', key: `${workspaceId} ${email}`, max: 1, seconds: 60 }] : []),
    { scope: 'invitations of a workspace', key: workspaceId, max: INVITATIONS_PER_DAY, seconds: DAY },
    { scope: 'invitations to an address', key: email, max: INVITATIONS_PER_ADDRESS, seconds: DAY },
  ];
}

/** Tokens can't be guessed, but attempts are limited anyway. */
export function lookLimit(clientAddress: string | null): Limit | null {
  const network = networkOf(clientAddress);
  return network === null ? null : { scope: 'invitation links', key: network, max: 60, seconds: 300 };
}
