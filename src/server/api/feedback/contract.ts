import { feedbackFormSchema, receivedSchema } from '#src/shared/contact.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const FeedbackForm = component({ name: 'FeedbackForm', schema: feedbackFormSchema });
const Received = component({ name: 'Received', schema: receivedSchema });

export const FEEDBACK = endpoints('Workspace', {
  send: {
    method: 'post',
    path: '/feedback',
    needs: 'self',
    summary: 'Send feedback',
    description:
      'A message to the team, with the person and the workspace that it comes from. The same words within a minute are one message.',
    body: { schema: FeedbackForm, required: true },
    answer: { status: 201, says: 'It is stored, and on its way to the team.', schema: Received },
    errors: ['bad_json', 'validation_failed', 'over_request_rate_limit'],
    example: { body: { text: 'The chart of an alert could show the day before as well.' } },
  },
});
