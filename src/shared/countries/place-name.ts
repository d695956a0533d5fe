import { ELSEWHERE, PUBLIC, UNKNOWN } from './verdict.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region' });
const SIGNS: Readonly<Record<string, string>> = {
  [ELSEWHERE]: 'other countries',
  [UNKNOWN]: 'people of unknown country',
  [PUBLIC]: 'public posts',
};

/** What a place is called in a sentence. */
export const placeName = (place: string): string => SIGNS[place] ?? names.of(place) ?? place;
