import type { Evidence } from '#src/shared/market.ts';

/** The words for one detector. Code fills the slots from the evidence; the words themselves hold no figure. */
export type DetectorWords = {
  /** Key of the change in `evidence.figures`, in percent. */
  figure: string;
  /** Which price of the last bar the change leads to. */
  price: 'open' | 'close';
  headline: string;
  lead: string;
  rule: string;
  up: Readonly<Record<string, string>>;
  down: Readonly<Record<string, string>>;
  /** What the change is called beside its figure. */
  change: string;
  rows: readonly { label: string; value: string; words?: boolean }[];
};

const PREVIOUS = { label: 'Previous close', value: '{{previous_close}}' };
const RULE = { label: 'Rule', value: '{{rule}}', words: true };
const BAR = { label: 'When', value: '{{when}}' };

export const WORDS: Readonly<Record<string, DetectorWords>> = {
  big_move: {
    figure: 'change_pct',
    price: 'close',
    headline: '{{name}} {{verb}} {{size_pct}} in {{span}}',
    lead: '{{instrument}} closed at {{close}} {{when_phrase}}, {{size_pct}} {{side}} the previous close of {{previous_close}} {{previous_phrase}}.',
    rule: 'Moves of {{threshold}} or more, {{bars}}',
    up: { verb: 'rises', side: 'above' },
    down: { verb: 'falls', side: 'below' },
    change: 'Change',
    rows: [{ label: 'Close', value: '{{close}}' }, PREVIOUS, BAR, RULE],
  },
  gap: {
    figure: 'gap_pct',
    price: 'open',
    headline: '{{name}} opens {{size_pct}} {{verb}}',
    lead: '{{instrument}} opened at {{open}} {{when_phrase}}, {{size_pct}} {{side}} the previous close of {{previous_close}} {{previous_phrase}}. It closed at {{close}}.',
    rule: 'Gaps of {{threshold}} or more, {{bars}}',
    up: { verb: 'higher', side: 'above' },
    down: { verb: 'lower', side: 'below' },
    change: 'Gap',
    rows: [{ label: 'Open', value: '{{open}}' }, PREVIOUS, { label: 'Close', value: '{{close}}' }, BAR, RULE],
  },
};

export const TRIAL_NOTICE =
  'This alert was made from recorded market data. It shows a past event, not the market now.';

/** Which parameter of the evidence is the rule's threshold, in percent. */
export const thresholdOf = (evidence: Evidence): number | undefined => evidence.params['min_pct'];
