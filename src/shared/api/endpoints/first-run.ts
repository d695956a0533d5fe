import type { Endpoint } from '../endpoint.ts';

export const FIRST_RUN: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/first-run',
    needs: 'self',
    group: 'Workspace',
    summary: 'First steps',
    description:
      'Which of the first steps with a new workspace are done, and whether the person has hidden them.',
    answer: { status: 200, says: 'How far it is.', schema: 'FirstRun' },
  },
  {
    method: 'post',
    path: '/first-run',
    needs: 'self',
    group: 'Workspace',
    summary: 'Hide the first steps',
    description:
      'Hides them or shows them again (`dismissed`), or notes that the person has looked at an alert (`looked`).',
    body: { schema: 'FirstRunChange', required: true },
    answer: { status: 204, says: 'It is kept.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { dismissed: true } },
  },
];
