import {
  clientApproverFormSchema,
  clientApproverSchema,
  clientApproversSchema,
  clientApproverStateFormSchema,
} from '#src/shared/client-approvers.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ClientApprover = component({
  name: 'ClientApprover',
  schema: clientApproverSchema,
  fields: {
    entity: 'The company they approve for. Recorded in the ledger with their name.',
    language: 'Which of the brand’s languages they read first.',
    state: '`invited` until they confirm; `expired` if the link ended before that.',
    confirmedAt: 'Null until they have confirmed by the link in their email.',
  },
});
const ClientApprovers = component({
  name: 'ClientApprovers',
  schema: clientApproversSchema,
  holds: [ClientApprover],
});
const ClientApproverForm = component({ name: 'ClientApproverForm', schema: clientApproverFormSchema });
const ClientApproverStateForm = component({
  name: 'ClientApproverStateForm',
  schema: clientApproverStateFormSchema,
});

const BRAND = { id: 'The brand’s id.' };
const ONE = { ...BRAND, approver: 'The client approver’s id.' };
const EXAMPLE = { params: { id: '$BRAND_ID', approver: '$APPROVER_ID' } };

export const CLIENT_APPROVERS = endpoints('Team', {
  list: {
    method: 'get',
    path: '/brands/{id}/approvers',
    needs: 'team:manage',
    summary: 'List client approvers',
    description: 'People outside the workspace who approve alerts of the brand without an account.',
    params: BRAND,
    answer: { status: 200, says: 'Client approvers, by name.', schema: ClientApprovers },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID' } },
  },
  invite: {
    method: 'post',
    path: '/brands/{id}/approvers',
    needs: 'team:manage',
    tells: ['account'],
    summary: 'Invite a client approver',
    description:
      'Emails a link to confirm once. After that they get an email for each alert of the brand whose approval policy includes client approvers (`approvers.clients`), and approve or reject it on a separate page. They see nothing else. A workspace can send 50 invitations a day, and five to the same address.',
    params: BRAND,
    body: { schema: ClientApproverForm, required: true },
    answer: { status: 201, says: 'The email is on its way.', schema: ClientApprover },
    errors: [
      'bad_json',
      'validation_failed',
      'not_found',
      'already_invited',
      'already_member',
      'confirm_email_first',
      'over_request_rate_limit',
    ],
    example: {
      params: { id: '$BRAND_ID' },
      body: { name: 'Mary Somerville', entity: 'Harbor Fund Ltd', email: 'mary@fund.example' },
    },
  },
  resend: {
    method: 'post',
    path: '/brands/{id}/approvers/{approver}/resend',
    needs: 'team:manage',
    tells: ['account'],
    summary: 'Resend a client approver’s invitation',
    description: 'Sends a new link, valid for seven days. The previous link stops working. Once a minute.',
    params: ONE,
    answer: { status: 200, says: 'The email is on its way.', schema: ClientApprover },
    errors: ['not_found', 'validation_failed', 'confirm_email_first', 'over_request_rate_limit'],
    example: EXAMPLE,
  },
  suspend: {
    method: 'post',
    path: '/brands/{id}/approvers/{approver}/state',
    needs: 'team:manage',
    tells: ['account'],
    whileReadOnly: true,
    summary: 'Suspend a client approver',
    description:
      'While suspended, they get no emails and their links don’t work. `suspended: false` ends it.',
    params: ONE,
    body: { schema: ClientApproverStateForm, required: true },
    answer: { status: 200, says: 'The client approver.', schema: ClientApprover },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { ...EXAMPLE, body: { suspended: true } },
  },
  remove: {
    method: 'delete',
    path: '/brands/{id}/approvers/{approver}',
    needs: 'team:manage',
    tells: ['account'],
    whileReadOnly: true,
    summary: 'Remove a client approver',
    description: 'Their links stop working at once. Their name and company stay on the alerts they decided.',
    params: ONE,
    answer: { status: 204, says: 'Removed.' },
    errors: ['not_found'],
    example: EXAMPLE,
  },
});
