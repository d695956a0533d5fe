import type { ToneWords } from './tone-words.ts';

export const EN: ToneWords = {
  kinds: {
    big_move: { told: '{{name}} {{rose}} {{size_pct}}', noted: '{{gain}} of {{size_pct}}' },
    gap: {
      told: '{{name}} opened {{size_pct}} {{higher}}',
      noted: 'open {{size_pct}} {{above}} the previous close',
    },
    volume_spike: {
      told: '{{name}} traded {{ratio}} times its usual volume',
      noted: 'volume of {{ratio}} times the mean',
    },
    new_extreme: {
      told: '{{name}} {{closed}} {{above}} its {{window}}-bar {{peak}}',
      noted: '{{price_word}} {{above}} the {{window}}-bar {{peak}}',
    },
    average_cross: {
      told: '{{name}} now has its {{fast}}-bar average {{above}} its {{slow}}-bar average',
      noted: '{{fast}}-bar average {{above}} the {{slow}}-bar average',
    },
    rsi_cross: {
      told: '{{name}} now has an RSI of {{rsi}}, {{above}} {{level}}',
      noted: 'RSI {{above}} {{level}}, at {{rsi}}',
    },
    volatility_spike: {
      told: '{{name}} moved {{ratio}} times its usual range',
      noted: 'range of {{ratio}} times the mean',
    },
    streak: {
      told: '{{name}} {{rose}} for {{length}} {{bars}} in a row',
      noted: '{{gain}} of {{size_pct}} over {{length}} {{bars}} in a row',
    },
    round_number: {
      told: '{{name}} {{crossed}} {{round_number}}',
      noted: '{{price_word}} of {{close}}, {{above}} {{round_number}}',
    },
    opening_range_break: {
      told: '{{name}} {{crossed}} its opening range',
      noted: '{{price_word}} {{above}} the opening range',
    },
    candle: {
      told: '{{name}} drew {{candle}} in its {{bars}}',
      noted: 'candle pattern in {{bars}}, {{candle}}',
    },
    rule: { told: '{{name}} met a rule ({{condition}})', noted: 'rule met ({{condition}})' },
    long: { told: '{{name}} met the conditions of a rule', noted: 'all conditions of a rule met' },
  },
  frames: {
    plain: ['{{words}}', 'What happened: {{words}}', 'In short: {{words}}'],
    formal: ['{{name}}: {{words}}', 'On record for {{name}}: {{words}}', 'Report on {{name}}: {{words}}'],
    lively: ['{{words}}!', 'Heads up! {{words}}', 'Take a look! {{words}}'],
  },
};
