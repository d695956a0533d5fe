import {
  contentCheckRequestSchema,
  contentCheckSchema,
  contentFindingSchema,
} from '#src/shared/content/content-check.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ContentCheckRequest = component({
  name: 'ContentCheckRequest',
  schema: contentCheckRequestSchema,
  fields: {
    alert: 'The alert whose event the text is about.',
    text: 'A text as readers get it. Send either `text` or `answer`.',
    answer: 'A model’s answer: words, slots and claims.',
    forbidden:
      'Words the text must not contain, in any case and accent, in addition to those the alert’s brand avoids.',
  },
});
const ContentFinding = component({
  name: 'ContentFinding',
  schema: contentFindingSchema,
  fields: {
    verdict:
      '`refused`: it has to change. `vouch`: a figure that isn’t in the evidence; remove it, or have a person vouch for it.',
    code: 'A stable code; `reason` says what it means.',
    at: '`text`, or the part of the answer: `headline.0`, `paragraphs.1.2`.',
    start: 'First character, in UTF-16 code units.',
    end: 'The character after the last.',
    found: 'What is there.',
  },
});
const ContentCheck = component({
  name: 'ContentCheck',
  schema: contentCheckSchema,
  fields: {
    verdict: 'The worst finding; `passed` if there are none.',
    written: 'The text of an answer that passed. Null for a text.',
  },
  holds: [ContentFinding],
});

export const CONTENT = endpoints('Alerts', {
  check: {
    method: 'post',
    path: '/content/check',
    needs: 'alerts:read',
    whileReadOnly: true,
    summary: 'Check a text',
    description:
      'Checks a text, or a model’s answer, against the evidence of an alert, and lists what can’t be sent, with its place: figures that aren’t in the evidence, directions, comparisons, advice, forecasts, causes, names, links and markup. Sentences that state a true claim pass. Free words of an answer must be allowed sentences. Nothing is stored or sent.',
    body: { schema: ContentCheckRequest, required: true },
    answer: { status: 200, says: 'The findings, in the order of the text.', schema: ContentCheck },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: {
      body: {
        alert: '$ALERT_ID',
        language: 'en',
        text: 'The details are in the table. Buy now, before it rises another 12%.',
      },
    },
  },
});
