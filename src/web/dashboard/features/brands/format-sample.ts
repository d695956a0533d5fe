import type { Language } from '#src/shared/content/answer.ts';
import { inMarks } from '#src/shared/content/marks.ts';
import { type Formats, sampleDate } from '#src/shared/formats.ts';

/** "1,234.56 · +3.20% · -0.85% · March 16, 2020", as a brand writes them. */
export const formatSample = (language: Language, formats: Formats): string =>
  [
    ...['1,234.56', '+3.20%', '-0.85%'].map((figure) => inMarks(figure, language, formats)),
    sampleDate(language, formats),
  ].join(' · ');
