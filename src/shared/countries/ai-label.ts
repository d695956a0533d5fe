import type { CountryPolicy } from './policy.ts';
import { PUBLIC, UNKNOWN } from './verdict.ts';

/**
 * Where a text that a model wrote has to say so: the EU and EEA (AI Act, Art. 50), mainland China (labeling measures of
 * 2025) and South Korea (AI Basic Act). docs/decisions/2026-11-26-ai-label.md
 */
export const AI_LABEL_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO CN KR'.split(
    ' ',
  );

/** Whether readers in a place are told. Of those whose country isn't known, and of public posts, one may be anywhere. */
export const isLabeledIn = ({ aiLabel = 'law' }: Pick<CountryPolicy, 'aiLabel'>, place: string): boolean =>
  aiLabel === 'everywhere' || place === UNKNOWN || place === PUBLIC || AI_LABEL_COUNTRIES.includes(place);
