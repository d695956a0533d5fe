import { PUBLIC_KEY } from '#src/shared/product.ts';
import type { Entry, Surface } from '../reference.ts';
import { LEAD, ok, row } from './parts.ts';

const rest: Entry[] = [
  {
    id: 'rest-leads',
    method: 'post',
    path: '/rest/v1/leads',
    summary: 'Submit a lead',
    description:
      'Needs no account. Leads can’t be read here. Send one row or up to 100; either all are stored or none. With an `Idempotency-Key`, rows sent again within a day are stored once.',
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
    summary: 'Get your subscription',
    description:
      'Returns only the signed-in person’s rows, starting with the workspace they signed up with. The query accepts `select`, filters such as `user_id=eq.…`, `order`, `limit` and `offset`.',
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
    answers: ok('One row for each workspace whose plan is in your name.'),
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
  description: 'Submit a lead, and read the signed-in person’s subscription.',
  intro: [
    'Two tables, accessed as in PostgREST. Errors are `{"code", "details", "hint", "message"}`, with a SQLSTATE or a PGRST code.',
  ],
  entries: rest,
};
