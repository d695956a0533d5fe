import { firstRunChangeSchema, firstRunSchema } from '#src/shared/first-run.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const FirstRun = component({ name: 'FirstRun', schema: firstRunSchema });
const FirstRunChange = component({ name: 'FirstRunChange', schema: firstRunChangeSchema });

export const FIRST_RUN = endpoints('Workspace', {
  read: {
    method: 'get',
    path: '/first-run',
    needs: 'self',
    summary: 'First steps',
    description:
      'Which of the first steps with a new workspace are done, and whether the person has hidden them.',
    answer: { status: 200, says: 'How far it is.', schema: FirstRun },
  },
  change: {
    method: 'post',
    path: '/first-run',
    needs: 'self',
    summary: 'Hide the first steps',
    description:
      'Hides them or shows them again (`dismissed`), or notes that the person has looked at an alert (`looked`).',
    body: { schema: FirstRunChange, required: true },
    answer: { status: 204, says: 'It is kept.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { dismissed: true } },
  },
});
