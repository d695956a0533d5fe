import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { CORRECTIONS } from '#tests/support/gate/corrections.ts';
import { findingsIn } from './check.ts';

describe.each(LANGUAGES)('corrections and updates in %s', (language) => {
  it('pass without a vouch, as no word in them is a figure, advice or a forecast', () => {
    const marked = CORRECTIONS[language].flatMap((text) =>
      findingsIn(text, { facts: null, language, forbidden: [] }).map(
        ({ code, found }) => `${code} ${found}: ${text}`,
      ),
    );
    expect(marked).toEqual([]);
  });

  it('are marked once advice stands beside them', () => {
    const advice = {
      en: 'Buy it.',
      de: 'Kaufen Sie.',
      es: 'Compre.',
      fr: 'Achetez.',
      pt: 'Compre.',
      ja: '買いましょう。',
    };
    const [first] = CORRECTIONS[language];
    const findings = findingsIn(`${first} ${advice[language]}`, { facts: null, language, forbidden: [] });
    expect(findings.map(({ code }) => code)).toContain('advice');
  });
});
