import { firstRunChangeSchema, firstRunSchema } from '#src/shared/first-run.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const FirstRun = component({ name: 'FirstRun', schema: firstRunSchema });
const FirstRunChange = component({ name: 'FirstRunChange', schema: firstRunChangeSchema });

export const FIRST_RUN = endpoints('Workspace', {
  read: {
    method: 'get',
    path: '/first-run',
    needs: 'self',
    summary: 'Get first steps',
    description: 'Which first steps of a new workspace are done, and whether you’ve hidden them.',
    answer: { status: 200, says: 'The progress.', schema: FirstRun },
  },
  change: {
    method: 'post',
    path: '/first-run',
    needs: 'self',
    summary: 'Hide the first steps',
    description:
      'Hides them or shows them again (`dismissed`), or records that you’ve looked at an alert (`looked`).',
    body: { schema: FirstRunChange, required: true },
    answer: { status: 204, says: 'Saved.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { dismissed: true } },
  },
});
