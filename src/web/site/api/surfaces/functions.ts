import type { Entry, Surface } from '../reference.ts';
import { EMAIL, LEAD, ok, row } from './parts.ts';

const functions: Entry[] = [
  {
    id: 'functions-notify-new-lead',
    method: 'post',
    path: '/functions/v1/notify-new-lead',
    summary: 'Notify the team about a lead',
    description:
      'Emails the team, and sends a confirmation to the address, at most once a day. The same content within a minute counts once.',
    tables: [
      {
        title: 'Body',
        rows: [
          row('companyName', 'text'),
          row('messageVolume', '`1`, `2`, `3`, `5`, `10+`'),
          row('platforms', 'list of text'),
          row('brandedEmails', '`Yes`, `No`, `Not sure`'),
          row('contactEmail', 'text'),
          row('consentMarketing', 'true', 'Required.'),
        ],
      },
      {
        title: 'Answer',
        rows: [
          row('success', 'true'),
          row('emailStatus', '`sent`, `queued`, `failed`', 'A failed email is retried.'),
          row('emailError', 'text or null'),
        ],
      },
    ],
    answers: ok('The notification is stored.'),
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
    summary: 'Send a test email',
    description:
      'In production, only to the signed-in person’s confirmed address, or to one the operator allows. The HTML is built from `text`; `html` is ignored.',
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
    answers: ok('The mail server has accepted it.'),
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
  description: 'Notify the team about a lead, and send a test email.',
  intro: ['Call them by POST. Errors are `{"code", "error", "message"}` with a status other than 2xx.'],
  entries: functions,
};
