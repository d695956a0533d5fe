import { expect, it } from 'vitest';
import { ORIGIN } from '../origin.ts';
import { faqSchema } from './schema.ts';

it('is a FAQPage whose answers can be read away from the site', () => {
  expect(faqSchema([{ question: 'Why?', html: '<p>See <a href="/guide">the guide</a>.</p>\n' }])).toEqual({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: [
      {
        '@type': 'Question',
        name: 'Why?',
        acceptedAnswer: { '@type': 'Answer', text: `<p>See <a href="${ORIGIN}/guide">the guide</a>.</p>` },
      },
    ],
  });
});
