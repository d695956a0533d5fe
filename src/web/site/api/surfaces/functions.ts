import type { Entry, Surface } from '../reference.ts';
import { EMAIL, LEAD, ok, row } from './parts.ts';

const functions: Entry[] = [
  {
    id: 'functions-notify-new-lead',
    method: 'post',
    path: '/functions/v1/notify-new-lead',
    summary: 'Tell the team of a lead',
    description:
      'Mails the team, and a confirmation to the address, once a day at most. The same content within a minute is one notice.',
    tables: [
      {
        title: 'Body',
        rows: [
          row('companyName', 'text'),
          row('messageVolume', '`1`, `2`, `3`, `5`, `10+`'),
          row('platforms', 'list of text'),
          row('brandedEmails', '`Yes`, `No`, `Not sure`'),
          row('contactEmail', 'text'),
          row('consentMarketing', 'true', 'Without it nothing is taken.'),
        ],
      },
      {
        title: 'Answer',
        rows: [
          row('success', 'true'),
          row('emailStatus', '`sent`, `queued`, `failed`', 'A mail that failed is tried again.'),
          row('emailError', 'text or null'),
        ],
      },
    ],
    answers: ok('The notice is kept.'),
    codes: ['validation_failed', 'over_request_rate_limit'],
    example: {
      method: 'post',
      path: '/functions/v1/notify-new-lead',
      body: {
        companyName: LEAD.company_name,
        messageVolume: '3',
        platforms: LEAD.platforms,
        brandedEmails: 'Yes',
        contactEmail: LEAD.contact_email,
        consentMarketing: true,
      },
    },
  },
  {
    id: 'functions-send-smtp-email',
    method: 'post',
    path: '/functions/v1/send-smtp-email',
    summary: 'Send a test mail',
    description:
      'In production to the signed-in person’s own confirmed address, or to one the operator allows. The mail’s HTML is built from the text; `html` is taken and not used.',
    tables: [
      {
        title: 'Body',
        rows: [
          row('to', 'text'),
          row('subject', 'text', 'One line, 150 characters at most.'),
          row('text', 'text', '5,000 characters at most.'),
          row('html', 'text, may be left out'),
        ],
      },
      { title: 'Answer', rows: [row('success', 'true'), row('message', 'text'), row('messageId', 'text')] },
    ],
    answers: ok('The mail server has taken it.'),
    codes: ['validation_failed', 'forbidden', 'over_request_rate_limit', 'unavailable'],
    example: {
      method: 'post',
      path: '/functions/v1/send-smtp-email',
      token: true,
      body: { to: EMAIL, subject: 'A test', text: 'It works.' },
    },
  },
];

export const FUNCTIONS: Surface = {
  id: 'functions',
  title: 'Functions',
  description: 'Tell the team of a lead, and send a test mail.',
  intro: ['Called by POST. A refusal is `{"code", "error", "message"}` with a status that isn’t 2xx.'],
  entries: functions,
};
