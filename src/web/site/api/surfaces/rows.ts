import { PUBLIC_KEY } from '#src/shared/product.ts';
import type { Entry, Surface } from '../reference.ts';
import { LEAD, ok, row } from './parts.ts';

const rest: Entry[] = [
  {
    id: 'rest-leads',
    method: 'post',
    path: '/rest/v1/leads',
    summary: 'Leave a lead',
    description:
      'For anybody; nobody can read them here. One row or a list of up to 100, all or none. With an `Idempotency-Key` the same rows sent again within a day are stored once.',
    tables: [
      {
        title: 'Body',
        rows: [
          row('company_name', 'text', '1 to 200 characters.'),
          row('contact_email', 'text'),
          row('message_volume', '`1`, `2`, `3`, `5`, `10+`', 'As text.'),
          row('branded_emails', '`Yes`, `No`, `Not sure`'),
          row('platforms', 'list of text', '`Email`, `Telegram`, `Discord`, `WhatsApp`, `Slack`, `Other`.'),
        ],
      },
    ],
    answers: [{ status: '201', says: 'Stored; no body.' }],
    codes: [],
    example: { method: 'post', path: '/rest/v1/leads', headers: { apikey: PUBLIC_KEY }, body: LEAD },
  },
  {
    id: 'rest-subscriptions',
    method: 'get',
    path: '/rest/v1/subscriptions',
    summary: 'Your subscription',
    description:
      'Rows of the signed-in person only, starting with the workspace they signed up with. The query takes `select`, filters such as `user_id=eq.…`, `order`, `limit` and `offset`.',
    tables: [
      {
        title: 'Answer',
        rows: [
          row('[].plan', 'text', 'Such as `Pro Plan`.'),
          row('[].status', 'text', 'Such as `Trial`.'),
          row('[].trial_ends_at', 'time or null'),
        ],
      },
    ],
    answers: ok('A list: one row for each workspace whose plan is in your name.'),
    codes: [],
    example: {
      method: 'get',
      path: '/rest/v1/subscriptions?select=plan,status,trial_ends_at&limit=1',
      token: true,
      headers: { apikey: PUBLIC_KEY },
    },
    answer: JSON.stringify(
      [{ plan: 'Pro Plan', status: 'Trial', trial_ends_at: '2026-12-04T22:30:41.207+00:00' }],
      null,
      2,
    ),
  },
];

export const ROWS: Surface = {
  id: 'rows',
  title: 'Leads and subscriptions',
  description: 'Leave a lead, and read the subscription of the person who is signed in.',
  intro: [
    'Two tables in the manner of PostgREST. Errors are `{"code", "details", "hint", "message"}`, with a SQLSTATE or a code that begins with PGRST.',
  ],
  entries: rest,
};
