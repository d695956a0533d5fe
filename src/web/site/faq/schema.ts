import { ORIGIN } from '../origin.ts';

/** Questions and answers as schema.org's FAQPage; links in an answer get the site's address. */
export const faqSchema = (questions: readonly { question: string; html: string }[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, html }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: html.trim().replaceAll('href="/', `href="${ORIGIN}/`) },
  })),
});
