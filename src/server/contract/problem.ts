import * as z from 'zod/mini';
import { component } from './endpoint.ts';

/** RFC 9457. Some errors add fields of their own. */
const problemSchema = z.looseObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  retryable: z.boolean(),
  request_id: z.string(),
});

export const Problem = component({
  name: 'Problem',
  schema: problemSchema,
  fields: {
    title: 'What this code means in general.',
    detail: 'An explanation for people.',
    code: 'Stable; for programs.',
    retryable: 'The same request may succeed later.',
    request_id: 'Tell support this.',
  },
});
