import type { ToneWords } from './tone-words.ts';

export const DE: ToneWords = {
  kinds: {
    big_move: { told: '{{name}} {{rose}} um {{size_pct}}', noted: 'Stand {{size_pct}} {{gain}}' },
    gap: {
      told: '{{name}} eröffnete {{size_pct}} {{higher}}',
      noted: 'Eröffnung {{size_pct}} {{above}} dem vorherigen Schlusskurs',
    },
    volume_spike: {
      told: '{{name}} kam auf das {{ratio}}-Fache des üblichen Volumens',
      noted: 'Volumen in Höhe des {{ratio}}-Fachen des Mittels',
    },
    new_extreme: {
      told: '{{name}} {{closed}} {{above}} dem {{peak}} der letzten {{window}} Kerzen',
      noted: '{{price_word}} {{above}} dem {{window}}-Kerzen-{{peak}}',
    },
    average_cross: {
      told: 'Bei {{name}} liegt der {{fast}}-Kerzen-Durchschnitt nun {{above}} dem {{slow}}-Kerzen-Durchschnitt',
      noted: '{{fast}}-Kerzen-Durchschnitt {{above}} dem {{slow}}-Kerzen-Durchschnitt',
    },
    rsi_cross: {
      told: 'Der RSI von {{name}} {{crossed}} {{level}}',
      noted: 'RSI {{above}} {{level}}, bei {{rsi}}',
    },
    volatility_spike: {
      told: '{{name}} kam auf das {{ratio}}-Fache der üblichen Spanne',
      noted: 'Handelsspanne in Höhe des {{ratio}}-Fachen des Mittels',
    },
    streak: {
      told: '{{name}} {{rose}} in {{length}} {{bars}} in Folge',
      noted: '{{size_pct}} {{gain}} nach {{length}} {{bars}} in Folge',
    },
    round_number: {
      told: '{{name}} {{crossed}} {{round_number}}',
      noted: '{{price_word}} {{close}}, {{above}} {{round_number}}',
    },
    opening_range_break: {
      told: '{{name}} {{crossed}} die Eröffnungsspanne',
      noted: '{{price_word}} {{above}} der Eröffnungsspanne',
    },
    candle: { told: '{{name}} bildete das Kerzenmuster {{candle}}', noted: 'Muster {{candle}} in {{bars}}' },
    rule: {
      told: 'Auf {{name}} traf die Regel {{condition}} zu',
      noted: 'erfüllte Regel {{condition}}',
    },
    long: {
      told: 'Auf {{name}} trafen die Bedingungen einer Regel zu',
      noted: 'erfüllte Bedingungen einer Regel',
    },
  },
  frames: {
    plain: ['{{words}}', 'Das ist passiert: {{words}}', 'Kurz gesagt: {{words}}'],
    formal: ['{{name}}: {{words}}', 'Verzeichnet bei {{name}}: {{words}}', 'Bericht zu {{name}}: {{words}}'],
    lively: ['{{words}}!', 'Aufgepasst! {{words}}', 'Hingeschaut! {{words}}'],
  },
};
