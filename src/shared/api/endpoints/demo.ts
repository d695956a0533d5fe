import type { Endpoint } from '../endpoint.ts';

export const DEMO: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/demo/session',
    needs: 'open',
    group: 'Workspace',
    summary: 'Look at the demo',
    description:
      'A token that reads the workspace of the public demo for a quarter of an hour, and changes nothing. Ask again for the next.',
    answer: { status: 201, says: 'The token.', schema: 'DemoSession' },
    errors: ['demo_off', 'over_request_rate_limit'],
  },
];
