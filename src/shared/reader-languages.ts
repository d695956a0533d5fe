/** What readers can choose, each by its own name. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'pt', name: 'Português' },
  { code: 'ja', name: '日本語' },
] as const;
export type ReaderLanguage = (typeof LANGUAGES)[number]['code'];
export const READER_LANGUAGES: readonly ReaderLanguage[] = LANGUAGES.map(({ code }) => code);
