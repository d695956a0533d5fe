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
  fields: { role: 'The person’s own.', members: 'Counts everyone in it.' },
});
const Workspaces = component({
  name: 'Workspaces',
  schema: workspacesSchema,
  fields: { mayStart: 'Whether the person can start a workspace of their own.' },
  holds: [WorkspaceChoice],
});
const WorkspaceForm = component({
  name: 'WorkspaceForm',
  schema: workspaceFormSchema,
  fields: { name: 'Left out: it stays.', brand: 'Of the default brand. Left out: it stays.' },
});
const Member = component({
  name: 'Member',
  schema: memberSchema,
  fields: { name: 'The name they gave, else the email address.', since: 'When they joined.' },
});
const Members = component({ name: 'Members', schema: membersSchema, holds: [Member] });
const Invitations = component({ name: 'Invitations', schema: invitationsSchema });
const InvitationForm = component({
  name: 'InvitationForm',
  schema: invitationFormSchema,
  fields: { role: 'Nobody is invited as an owner.' },
});
const Invitation = component({
  name: 'Invitation',
  schema: invitationSchema,
  fields: {
    invitedBy: 'The name of the member who sent it last.',
    expired: 'The link has expired; the invitation can be sent again.',
  },
});
const InvitationToken = component({
  name: 'InvitationToken',
  schema: tokenFormSchema,
  fields: { token: 'What the mailed link carries.' },
});
const OpenInvitation = component({
  name: 'OpenInvitation',
  schema: openInvitationSchema,
  fields: {
    state: 'Whether it can be answered, or what became of it.',
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
      'Every workspace the person belongs to, with their role in it; the oldest membership first. Requests use that one unless the `X-Workspace-Id` header names another.',
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
      'For people who joined by an invitation: makes a workspace that they own, with a 14-day trial that begins now. Everyone can start one; an account that wasn’t invited begins with it.',
    answer: { status: 201, says: 'The new workspace.', schema: WorkspaceChoice },
    errors: ['workspace_already_started'],
  },
  rename: {
    method: 'post',
    path: '/workspace',
    needs: 'workspace:write',
    summary: 'Rename the workspace',
    description: 'Gives the workspace, its default brand or both another name.',
    body: { schema: WorkspaceForm, required: true },
    answer: { status: 204, says: 'They have the new names.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { name: 'Harbour Desk', brand: 'Harbour Alerts' } },
  },
  members: {
    method: 'get',
    path: '/team/members',
    needs: 'team:read',
    summary: 'Members',
    description: 'Who belongs to the workspace, and as what.',
    answer: {
      status: 200,
      says: 'The strongest role first, then the oldest membership.',
      schema: Members,
    },
  },
  invitations: {
    method: 'get',
    path: '/team/invitations',
    needs: 'team:manage',
    summary: 'Open invitations',
    description: 'Those that nobody has answered or withdrawn.',
    answer: { status: 200, says: 'Newest first.', schema: Invitations },
  },
  invite: {
    method: 'post',
    path: '/team/invitations',
    needs: 'team:manage',
    summary: 'Invite a member',
    description:
      'Mails an invitation. The answer is the same whether the address has an account or not. Fifty mails a day are the limit of a workspace, five to one address.',
    body: { schema: InvitationForm, required: true },
    answer: { status: 201, says: 'The mail is on its way.', schema: Invitation },
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
    description: 'With a new link that is good for seven days; the earlier one ends. Once a minute.',
    params: INVITATION,
    answer: { status: 200, says: 'The mail is on its way.', schema: Invitation },
    errors: ['not_found', 'confirm_email_first', 'over_request_rate_limit'],
    example: { params: { id: '$INVITATION_ID' } },
  },
  look: {
    method: 'post',
    path: '/invitations/look',
    needs: 'open',
    summary: 'What an invitation says',
    description: 'For the recipient of the email: who invites, to which workspace and role. Changes nothing.',
    body: { schema: InvitationToken, required: true },
    answer: { status: 200, says: 'What it says, and what became of it.', schema: OpenInvitation },
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
      'For a person signed in with the invited address. Accepting twice has the same effect as once. People without an account create one on the page that the email links to.',
    body: { schema: InvitationToken, required: true },
    answer: { status: 200, says: 'The person is a member.', schema: Joined },
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
    answer: { status: 204, says: 'It is declined.' },
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
    description: 'Its link is good no more.',
    params: INVITATION,
    answer: { status: 204, says: 'It is withdrawn.' },
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
      'Gives a member another role. Owners are made and unmade by owners only, and one always stays.',
    params: MEMBER,
    body: { schema: RoleForm, required: true },
    answer: { status: 204, says: 'The member has the role.' },
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
    description: 'Ends the caller’s own membership. The last owner can’t leave.',
    answer: { status: 204, says: 'Left.' },
    errors: ['not_found', 'last_owner'],
    example: { workspace: '$OTHER_WORKSPACE_ID' },
  },
});
