import * as z from 'zod/mini';
import { oneLabel } from './label.ts';
import { type Role, ROLES, roleMay } from './permissions.ts';

/** An invitation is good for so long. */
export const INVITATION_DAYS = 7;
/** Invitations are mails to strangers: so many a day for a workspace, new ones and resent ones together. */
export const INVITATIONS_PER_DAY = 50;
/** Invitations to one address per day, across all workspaces. */
export const INVITATIONS_PER_ADDRESS = 5;

/** Nobody is invited as an owner: ownership is given to somebody who is there. */
export const INVITED_ROLES = ['admin', 'editor', 'approver', 'viewer'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];
const INVITATION_ENDS = ['accepted', 'declined', 'withdrawn', 'expired'] as const;
export type InvitationEnd = (typeof INVITATION_ENDS)[number];

/** The name and purpose of each role. */
export const ROLE_WORDS: Record<Role, { name: string; purpose: string }> = {
  owner: { name: 'Owner', purpose: 'Can do everything, including billing and adding other owners.' },
  admin: { name: 'Admin', purpose: 'Manages the workspace and its members.' },
  editor: { name: 'Editor', purpose: 'Creates rules and alerts.' },
  approver: { name: 'Approver', purpose: 'Approves or rejects alerts.' },
  viewer: { name: 'Viewer', purpose: 'Can view, but not change anything.' },
};

/** Whether a member with this role may change someone's role, or remove them (`to` is null). */
export function mayMove(actor: Role, from: Role, to: Role | null): boolean {
  if (from === 'owner' || to === 'owner') return roleMay(actor, 'team:owners');
  return roleMay(actor, 'team:manage');
}

export const memberSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  since: z.iso.datetime(),
});
export type Member = z.infer<typeof memberSchema>;
/** /api/v1/team/members: the strongest role first, then by how long. */
export const membersSchema = z.object({ items: z.array(memberSchema) });

export const roleFormSchema = z.object({ role: z.enum(ROLES, 'There is no such role') });

export const invitationFormSchema = z.object({
  email: z.string('An invitation needs an address').check(z.maxLength(320, 'The address is too long')),
  role: z.enum(INVITED_ROLES, 'Choose the role of the invited person: admin, editor, approver or viewer'),
});

export const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  invitedBy: z.string(),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitationSchema>;
/** /api/v1/team/invitations: those that were not answered yet, newest first. */
export const invitationsSchema = z.object({ items: z.array(invitationSchema) });

export const tokenFormSchema = z.object({
  token: z.string('The invitation’s token is missing').check(z.maxLength(200, 'This is no token of ours')),
});

/** What the holder of a mailed token is told. `account`: whether the invited address has one that is confirmed. */
export const openInvitationSchema = z.object({
  state: z.enum(['open', ...INVITATION_ENDS]),
  workspaceId: z.uuid(),
  workspace: z.string(),
  inviter: z.string(),
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  expiresAt: z.iso.datetime(),
  account: z.enum(['none', 'exists']),
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

export const joinedSchema = z.object({ workspaceId: z.uuid(), workspace: z.string() });
export type Joined = z.infer<typeof joinedSchema>;

export const WORKSPACE_NAME_MAX = 120;
/** What a workspace and its default brand are called. Left out: it stays. */
export const workspaceFormSchema = z.object({
  name: z.optional(nameOf('workspace')),
  brand: z.optional(nameOf('brand')),
});
export type WorkspaceForm = z.infer<typeof workspaceFormSchema>;

function nameOf(what: string) {
  return z.string(`The ${what}’s name must be a text`).check(
    // As at sign-up: it will stand in subjects and headers.
    z.overwrite(oneLabel),
    z.minLength(1, `The ${what} needs a name`),
    z.maxLength(WORKSPACE_NAME_MAX, `The ${what}’s name can have at most ${WORKSPACE_NAME_MAX} characters`),
  );
}
