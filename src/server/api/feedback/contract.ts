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
      'Sends a message to the team, with your name and workspace. The same text within a minute counts once.',
    body: { schema: FeedbackForm, required: true },
    answer: { status: 201, says: 'The message is stored and on its way to the team.', schema: Received },
    errors: ['bad_json', 'validation_failed', 'over_request_rate_limit'],
    example: { body: { text: 'The chart of an alert could show the day before as well.' } },
  },
});
