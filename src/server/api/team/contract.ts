import {
  invitationFormSchema,
  invitationSchema,
  invitationsSchema,
  joinedSchema,
  memberSchema,
  membersSchema,
  openInvitationSchema,
  roleFormSchema,
  tokenFormSchema,
  workspaceFormSchema,
} from '#src/shared/team.ts';
import { workspaceChoiceSchema, workspacesSchema } from '#src/shared/workspaces.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const WorkspaceChoice = component({
  name: 'WorkspaceChoice',
  schema: workspaceChoiceSchema,
  fields: { role: 'Your role in it.', members: 'Number of members.' },
});
const Workspaces = component({
  name: 'Workspaces',
  schema: workspacesSchema,
  fields: { mayStart: 'Whether you can start your own workspace.' },
  holds: [WorkspaceChoice],
});
const WorkspaceForm = component({
  name: 'WorkspaceForm',
  schema: workspaceFormSchema,
  fields: { name: 'Leave it out to keep it.', brand: 'Name of the default brand. Leave it out to keep it.' },
});
const Member = component({
  name: 'Member',
  schema: memberSchema,
  fields: { name: 'Their name, or their email address if they have none.', since: 'When they joined.' },
});
const Members = component({ name: 'Members', schema: membersSchema, holds: [Member] });
const Invitations = component({ name: 'Invitations', schema: invitationsSchema });
const InvitationForm = component({
  name: 'InvitationForm',
  schema: invitationFormSchema,
  fields: { role: 'You can’t invite owners. Invite them in another role, then change it.' },
});
const Invitation = component({
  name: 'Invitation',
  schema: invitationSchema,
  fields: {
    invitedBy: 'Name of the member who last sent it.',
    expired: 'The link has expired; the invitation can be sent again.',
  },
});
const InvitationToken = component({
  name: 'InvitationToken',
  schema: tokenFormSchema,
  fields: { token: 'The token of the link in the email.' },
});
const OpenInvitation = component({
  name: 'OpenInvitation',
  schema: openInvitationSchema,
  fields: {
    state: 'Whether it’s still open, or how it ended.',
    account: 'Whether the invited address has a confirmed account.',
  },
});
const Joined = component({ name: 'Joined', schema: joinedSchema, fields: { workspace: 'Its name.' } });
const RoleForm = component({ name: 'RoleForm', schema: roleFormSchema });

const MEMBER = { id: 'The member’s user id.' };
const INVITATION = { id: 'The invitation’s id.' };
const TOKEN = { token: '$INVITATION_TOKEN' };

export const TEAM = endpoints('Team', {
  workspaces: {
    method: 'get',
    path: '/workspaces',
    needs: 'self',
    anywhere: true,
    summary: 'Your workspaces',
    description:
      'All workspaces you belong to, with your role, oldest membership first. Requests use the first one unless the `X-Workspace-Id` header names another.',
    answer: { status: 200, says: 'The oldest membership first.', schema: Workspaces },
  },
  start: {
    method: 'post',
    path: '/workspaces',
    needs: 'self',
    anywhere: true,
    startsWorkspace: true,
    summary: 'Start your own workspace',
    description:
      'For people who joined by invitation: creates a workspace you own, with a 14-day trial that starts now. You can do this once; accounts that weren’t invited already have one.',
    answer: { status: 201, says: 'The new workspace.', schema: WorkspaceChoice },
    errors: ['workspace_already_started'],
  },
  rename: {
    method: 'post',
    path: '/workspace',
    needs: 'workspace:write',
    summary: 'Rename the workspace',
    description: 'Renames the workspace, its default brand, or both.',
    body: { schema: WorkspaceForm, required: true },
    answer: { status: 204, says: 'The names are changed.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { name: 'Harbour Desk', brand: 'Harbour Alerts' } },
  },
  members: {
    method: 'get',
    path: '/team/members',
    needs: 'team:read',
    summary: 'List members',
    description: 'The members of the workspace and their roles.',
    answer: {
      status: 200,
      says: 'Sorted by role, owners first, then by time of joining.',
      schema: Members,
    },
  },
  invitations: {
    method: 'get',
    path: '/team/invitations',
    needs: 'team:manage',
    summary: 'List open invitations',
    description: 'Invitations that haven’t been answered or withdrawn.',
    answer: { status: 200, says: 'Newest first.', schema: Invitations },
  },
  invite: {
    method: 'post',
    path: '/team/invitations',
    needs: 'team:manage',
    summary: 'Invite a member',
    description:
      'Sends an invitation by email. The response doesn’t show whether the address has an account. A workspace can send 50 a day, and five to the same address.',
    body: { schema: InvitationForm, required: true },
    answer: { status: 201, says: 'The email is on its way.', schema: Invitation },
    errors: [
      'bad_json',
      'validation_failed',
      'already_member',
      'already_invited',
      'confirm_email_first',
      'over_request_rate_limit',
    ],
    example: { body: { email: 'grace@desk.example', role: 'editor' } },
  },
  resend: {
    method: 'post',
    path: '/team/invitations/{id}/resend',
    needs: 'team:manage',
    summary: 'Send an invitation again',
    description: 'Sends a new link, valid for seven days. The previous link stops working. Once a minute.',
    params: INVITATION,
    answer: { status: 200, says: 'The email is on its way.', schema: Invitation },
    errors: ['not_found', 'confirm_email_first', 'over_request_rate_limit'],
    example: { params: { id: '$INVITATION_ID' } },
  },
  look: {
    method: 'post',
    path: '/invitations/look',
    needs: 'open',
    summary: 'Read an invitation',
    description: 'For the recipient of the email: who invites them, to which workspace and role.',
    body: { schema: InvitationToken, required: true },
    answer: { status: 200, says: 'The invitation and its state.', schema: OpenInvitation },
    errors: ['bad_json', 'validation_failed', 'invitation_not_found', 'over_request_rate_limit'],
    example: { body: TOKEN },
  },
  accept: {
    method: 'post',
    path: '/invitations/accept',
    needs: 'self',
    anywhere: true,
    summary: 'Accept an invitation',
    description:
      'For a person signed in with the invited address. Accepting twice changes nothing. People without an account create one on the page the email links to.',
    body: { schema: InvitationToken, required: true },
    answer: { status: 200, says: 'You’re a member.', schema: Joined },
    errors: [
      'bad_json',
      'validation_failed',
      'invitation_not_found',
      'invitation_ended',
      'invitation_of_another',
      'confirm_email_first',
    ],
    example: { body: TOKEN },
  },
  decline: {
    method: 'post',
    path: '/invitations/decline',
    needs: 'open',
    summary: 'Decline an invitation',
    description: 'For the recipient of the email, with or without an account.',
    body: { schema: InvitationToken, required: true },
    answer: { status: 204, says: 'The invitation is declined.' },
    errors: [
      'bad_json',
      'validation_failed',
      'invitation_not_found',
      'invitation_ended',
      'over_request_rate_limit',
    ],
    example: { body: TOKEN },
  },
  withdraw: {
    method: 'delete',
    path: '/team/invitations/{id}',
    needs: 'team:manage',
    whileReadOnly: true,
    summary: 'Withdraw an invitation',
    description: 'Its link stops working.',
    params: INVITATION,
    answer: { status: 204, says: 'The invitation is withdrawn.' },
    errors: ['not_found'],
    example: { params: { id: '$INVITATION_ID' } },
  },
  changeRole: {
    method: 'post',
    path: '/team/members/{id}/role',
    needs: 'team:manage',
    whileReadOnly: true,
    summary: 'Change a role',
    description:
      'Changes a member’s role. Only owners can add or remove owners, and a workspace keeps at least one.',
    params: MEMBER,
    body: { schema: RoleForm, required: true },
    answer: { status: 204, says: 'The role is changed.' },
    errors: ['bad_json', 'validation_failed', 'not_found', 'last_owner'],
    example: { params: { id: '$MEMBER_ID' }, body: { role: 'approver' } },
  },
  removeMember: {
    method: 'delete',
    path: '/team/members/{id}',
    needs: 'team:manage',
    whileReadOnly: true,
    summary: 'Remove a member',
    description:
      'Their next request is rejected; what they created in the workspace stays. Only owners can remove owners, and the last owner can’t be removed.',
    params: MEMBER,
    answer: { status: 204, says: 'Removed.' },
    errors: ['not_found', 'last_owner'],
    example: { params: { id: '$MEMBER_ID' } },
  },
  leave: {
    method: 'post',
    path: '/team/leave',
    needs: 'self',
    summary: 'Leave the workspace',
    description: 'Ends your own membership. The last owner can’t leave.',
    answer: { status: 204, says: 'Left.' },
    errors: ['not_found', 'last_owner'],
    example: { workspace: '$OTHER_WORKSPACE_ID' },
  },
});
