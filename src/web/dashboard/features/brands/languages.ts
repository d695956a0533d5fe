import type { Language } from '#src/shared/content/answer.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language' });
export const languageTitle = (language: Language): string => names.of(language) ?? language;
